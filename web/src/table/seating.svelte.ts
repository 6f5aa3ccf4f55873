/** Who sits at this screen: the seats whose tokens it knows, those that are played here, and a line for each. */

import { heldBy, remember, tableOf, without, type Seated } from "../lib/memory";
import { link } from "../lib/router.svelte";
import { Connection, type Arrival } from "../lib/table.svelte";

/** Stands in a link in place of a seat: it makes a host of anyone who opens it. */
export const HOST = "~";
export const UNNAMED = "A table";

export type Open = (token: string, arrival: Arrival) => Connection;

export class Seating {
  mine = $state.raw<Seated | undefined>();
  lines = $state.raw<Connection[]>([]);
  /** The seat that somebody turned to, where several are played here. */
  wanted = $state("");
  readonly id: string;
  #open: Open;
  /** The token that one came with. */
  #came: string;

  constructor(id: string, seat: string, token: string, open: Open = (of, arrival) => new Connection(id, of, arrival)) {
    this.id = id;
    this.#open = open;
    this.#came = token;
    this.mine = arrived(id, seat, token);
    this.lines = this.#connected();
  }

  get host(): string {
    return this.mine?.host ?? "";
  }

  /** On one screen with several seats the one that is asked has the floor; of several asked, the one you turned to. */
  get active(): Connection {
    const seated = this.lines.filter((it) => it.present && !it.isOut);
    const asked = seated.filter((it) => it.present?.asks);
    const among = [asked, seated, this.lines].find((it) => it.length)!;
    return among.find((it) => it.present?.seat === this.wanted) ?? among[0]!;
  }

  get isBusy(): boolean {
    return this.lines.some((it) => it.isBusy);
  }

  get held(): string[] {
    return Object.keys(heldBy(this.mine));
  }

  /** The link of each seat whose token is known here. */
  get links(): Record<string, string> {
    const seats = Object.entries(this.mine?.seats ?? {});
    return Object.fromEntries(seats.map(([seat, token]) => [seat, this.address(seat, token)]));
  }

  address(...steps: string[]): string {
    return `${location.origin}${location.pathname}${link("table", this.id, ...steps)}`;
  }

  close(): void {
    this.lines.forEach((it) => it.close());
  }

  named(game: string, title: string): void {
    if (this.mine) remember((this.mine = { ...this.mine, game, title }));
  }

  /** Whether a seat is played at this screen, or its link was sent on. */
  hold(seat: string, isHeld: boolean): void {
    if (!this.mine) return;
    const away = (this.mine.away ?? []).filter((it) => it !== seat);
    this.#rearrange({ ...this.mine, away: isHeld ? away : [...away, seat] });
  }

  /** The guests for whom seats were kept have come: those are theirs now. */
  makeWay(): string[] {
    const taken = this.lines.filter((it) => it.isTaken).map((it) => it.present?.seat);
    const seats = taken.filter((it): it is string => typeof it === "string");
    seats.forEach((it) => this.hold(it, false));
    return seats;
  }

  /** A bot sits there now: the token is void. */
  replaced(seat: string): void {
    if (this.mine?.seats[seat]) this.#rearrange(without(this.mine, seat));
  }

  /** A seat has a fresh token, which is meant for somebody else. */
  invited(seat: string, token: string): void {
    if (!this.mine) return;
    const away = [...(this.mine.away ?? []).filter((it) => it !== seat), seat];
    this.#rearrange({ ...this.mine, seats: { ...this.mine.seats, [seat]: token }, away });
  }

  /** Somebody else is host from now on. */
  handedOver(): void {
    if (this.mine) this.#rearrange({ ...this.mine, host: "" });
  }

  #rearrange(next: Seated): void {
    remember(next);
    this.mine = next;
    const before = this.lines;
    this.lines = this.#connected(before);
    before.filter((it) => !this.lines.includes(it)).forEach((it) => it.close());
  }

  /** A line for each seat that is played here, or one to watch; those that are open stay so. */
  #connected(open: Connection[] = []): Connection[] {
    const tokens = Object.values(heldBy(this.mine));
    const wanted = tokens.length ? tokens : [this.host];
    const arrival = (token: string): Arrival => ({
      spare: tokens.length > 1,
      takes: token !== "" && token === this.#came,
    });
    return wanted.map((token) => open.find((it) => it.token === token) ?? this.#open(token, arrival(token)));
  }
}

/** An invitation link carries a seat and its token: keep it, and leave the address clean. */
function arrived(id: string, seat: string, token: string): Seated | undefined {
  const known = tableOf(id);
  if (!token) return known;
  const seats = seat === HOST ? { ...known?.seats } : { ...known?.seats, [seat]: token };
  remember({
    id,
    game: known?.game ?? "",
    title: known?.title ?? UNNAMED,
    host: seat === HOST ? token : (known?.host ?? ""),
    seats,
    away: known?.away?.filter((it) => it !== seat),
    when: Date.now(),
  });
  history.replaceState(null, "", link("table", id));
  return tableOf(id);
}
