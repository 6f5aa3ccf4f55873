/** One seat's connection to a table: hears the present, sends answers, and comes back by itself when the line drops. */

import type {
  Event,
  Foreseen,
  FromServer,
  Looked,
  Odd,
  Peeked,
  Present,
  Refused,
  Rolled,
  Said,
  Scene,
  Seen,
  Shaded,
} from "./protocol";

import type { Heat } from "../board/heat";
import { Stirring } from "./stirring";

export type Happening = Event | Rolled;

/** Something that happened, with the turn it happened in. */
export interface Logged {
  turn: number;
  heading: string;
  what: Happening;
}

/** The present with all of its scene, also what did not change. */
export type Now = Omit<Present, "scene"> & { scene: Scene };

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const NOT_SENT = "Not sent: the line has dropped.";

const TAKEN = 4005;

/** What the server closes a line with when there is nothing to come back to. After any other number one does. */
const FAREWELLS: Record<number, string> = {
  4000: "There is no such table, or this link to it is void.",
  4001: "The host gave your place to somebody else.",
  4004: "The host removed this table.",
  4005: "The guest has come for whom this seat was kept.",
};

/** What a line says of itself on arrival: kept for a guest, or come by link for a seat that is kept. */
export interface Arrival {
  spare?: boolean;
  takes?: boolean;
}

export class Connection {
  // Messages are taken as they come and never changed in place.
  present = $state.raw<Now | undefined>();
  log = $state.raw<Logged[]>([]);
  chat = $state.raw<Said[]>([]);
  trouble = $state("");
  isOpen = $state(false);
  /** Why one is out; nothing as long as one is not. */
  farewell = $state("");
  /** How often one has come in vain without being let in. */
  failures = $state(0);
  isBusy = $state(false);
  /** Whether somebody else adds numbers to the dice in the name of this seat. */
  isSpokenFor = $state(false);
  /** What the last message brought that was not known before, and how the table stood until then. */
  fresh = $state.raw<Happening[]>([]);
  before = $state.raw<Scene | undefined>();
  odds = $state.raw<Record<string, Odd[]>>({});
  seen = $state.raw<Record<string, Seen[]>>({});
  /** What one would be asked after an answer. */
  peeks = $state.raw<Record<string, Peeked>>({});
  /** The heat-map that was asked for last, as far as it is known, and the answers that lead to its question. */
  heat = $state.raw<(Heat & { after: string }) | undefined>();

  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #looks = new Map<string, (looked: Looked | undefined) => void>();
  #asides = new Map<string, string>();
  #foreseeing = new Set<string>();
  #changes = new Set<string>();
  #planned: Planned[] = [];
  #shading = { id: "", key: "" };
  #closed = false;
  #arrival: Arrival;
  #stirring: Stirring;

  constructor(
    readonly id: string,
    readonly token: string,
    arrival: Arrival = {},
  ) {
    this.#arrival = arrival;
    this.#stirring = new Stirring(id);
    this.#open();
  }

  /** Whether the seat was kept for a guest who has come. */
  get isTaken(): boolean {
    return this.farewell === FAREWELLS[TAKEN];
  }

  get isOut(): boolean {
    return this.farewell !== "";
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Tries again at once instead of waiting for the next attempt. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#open();
  }

  /** Answers that belong together, one after the other, as long as the table asks what it was expected to. */
  answerAll([first, ...rest]: Planned[]): void {
    if (!first) return;
    this.answer(first.answer);
    this.#planned = rest;
  }

  answer(answer: unknown): void {
    this.#planned = [];
    this.#send({ kind: "answer", position: this.present?.position ?? 0, answer });
  }

  throwDice(faces: number[]): void {
    this.#send({ kind: "throw", position: this.present?.position ?? 0, faces });
  }

  undo(): void {
    this.#send({ kind: "undo" });
  }

  consent(agree: boolean): void {
    this.#send({ kind: "consent", agree });
  }

  say(text: string): void {
    if (this.#canSend()) this.#post({ kind: "say", text });
  }

  foresee(answer: unknown, after: unknown[] = []): void {
    const key = pathKey([...after, answer]);
    if (this.#foreseeing.has(key)) return;
    this.#foreseeing.add(key);
    this.#ask({ kind: "foresee", position: this.present?.position ?? 0, answer, after }, key);
  }

  /** What one would be asked after this answer, if neither dice nor others have a say. */
  peek(answer: unknown): void {
    const key = `?${keyOf(answer)}`;
    if (this.#foreseeing.has(key)) return;
    this.#foreseeing.add(key);
    this.#ask({ kind: "peek", position: this.present?.position ?? 0, answers: [answer] }, key);
  }

  /** What every spot is worth by a stake, of the question that these answers lead to; nothing: none is wanted. */
  shade(stake: string, after: unknown[] = []): void {
    const key = stake && `${this.present?.position} ${stake} ${pathKey(after)}`;
    if (key === this.#shading.key) return;
    this.heat = undefined;
    const id = this.#post({ kind: "shade", position: this.present?.position ?? 0, stake, after });
    this.#shading = { id, key };
  }

  /** How the table stood; nothing if the line drops meanwhile. */
  look(position: number): Promise<Looked | undefined> {
    if (!this.isOpen) return Promise.resolve(undefined);
    return new Promise((done) => this.#looks.set(this.#ask({ kind: "look", position }), done));
  }

  /** A change of the match: one is busy until the table has taken or refused it. */
  #send(message: Record<string, unknown>): void {
    if (!this.#canSend()) return;
    this.#changes.add(this.#post(message));
    this.isBusy = true;
  }

  #canSend(): boolean {
    this.trouble = this.isOpen ? "" : NOT_SENT;
    return this.isOpen;
  }

  /** No id: all that is under way. */
  #settled(id = ""): void {
    if (id) this.#changes.delete(id);
    else this.#changes.clear();
    this.isBusy = this.#changes.size > 0;
  }

  /** A question beside the game: whether it is answered holds up nothing. */
  #ask(message: Record<string, unknown>, key = ""): string {
    const id = this.#post(message);
    this.#asides.set(id, key);
    return id;
  }

  #post(message: Record<string, unknown>): string {
    const id = String(++this.#number);
    this.#socket?.send(JSON.stringify({ ...message, id }));
    return id;
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/matches/${encodeURIComponent(this.id)}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ kind: "hello", token: this.token, ...this.#arrival }));
      this.#arrival = { ...this.#arrival, takes: false }; // one comes by a link once
    };
    socket.onmessage = (frame) => (JSON.parse(String(frame.data)) as FromServer[]).forEach((it) => this.#hear(it));
    socket.onclose = (event) => this.#dropped(event.code);
  }

  #dropped(code: number): void {
    this.isOpen = false;
    this.#settled();
    for (const done of this.#looks.values()) done(undefined);
    this.#looks.clear();
    this.#asides.clear();
    this.farewell = FAREWELLS[code] ?? "";
    this.failures++;
    if (this.#closed || this.isOut) return;
    this.#timer = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #hear(message: FromServer): void {
    switch (message.kind) {
      case "present":
        return this.#now(message);
      case "accepted":
        return this.#settled(message.id);
      case "refused":
        return this.#refused(message);
      case "said":
        if (!this.chat.some((said) => said.number === message.number)) this.chat = [...this.chat, message];
        return;
      case "foreseen":
        return this.#foreseen(message);
      case "peeked":
        return this.#peeked(message);
      case "shaded":
        return this.#shaded(message);
      case "looked":
        return this.#looked(message.id, message);
    }
  }

  #looked(id: string, looked: Looked | undefined): void {
    this.#asides.delete(id);
    this.#looks.get(id)?.(looked);
    this.#looks.delete(id);
  }

  #now(present: Present): void {
    this.#wait = FIRST_WAIT;
    this.failures = 0;
    const isOn = this.present?.position !== present.position;
    if (isOn || this.present?.is_paused !== present.is_paused || this.trouble === NOT_SENT) this.trouble = "";
    if (isOn || !this.isOpen) {
      this.odds = {};
      this.seen = {};
      this.peeks = {};
      this.#foreseeing.clear();
      this.heat = undefined;
      this.#shading = { id: "", key: "" };
    }
    const kept = this.log.filter((it) => (it.what.position ?? 0) < present.since);
    const told = logged(present);
    this.fresh =
      isOn && this.present && this.present.position < present.position ? added(this.log.slice(kept.length), told) : [];
    if (this.fresh.length) this.before = this.present?.scene;
    this.log = [...kept, ...told];
    this.present = { ...present, scene: redrawn(present, this.present) };
    this.isOpen = true;
    this.#stir(present);
    if (isOn) this.#goOn();
  }

  /** What the table needs of this seat for its dice is given unasked. */
  #stir({ seat, numbers, ending }: Present): void {
    if (seat && numbers) this.isSpokenFor = this.#stirring.isForeign(seat, numbers);
    const reply = seat && numbers && !ending ? this.#stirring.reply(seat, numbers) : undefined;
    if (reply) this.#ask(reply);
  }

  /** The next of the answers that belong together; if something else is asked, they are forgotten. */
  #goOn(): void {
    const [next, ...rest] = this.#planned;
    if (!next) return;
    if (this.present?.asks?.rule === next.rule) this.answer(next.answer);
    this.#planned = this.isBusy ? rest : [];
  }

  /** A look or a forecast that cannot be had is no trouble of the table's. */
  #refused(message: Refused): void {
    if (message.id && message.id === this.#shading.id) return;
    const key = this.#asides.get(message.id);
    if (key !== undefined) {
      if (this.#foreseeing.delete(key)) this.odds = { ...this.odds, [key]: [] };
      return this.#looked(message.id, undefined);
    }
    this.#settled(message.id);
    this.trouble = message.why;
  }

  #shaded({ id, stake, after, spots, spacing, of }: Shaded): void {
    if (id !== this.#shading.id) return;
    this.heat = { stake, spacing, of, spots: [...(this.heat?.spots ?? []), ...spots], after: pathKey(after) };
  }

  #peeked(message: Peeked): void {
    this.#asides.delete(message.id);
    if (message.position !== this.present?.position) return;
    this.peeks = { ...this.peeks, [keyOf(message.answers[0])]: message };
  }

  #foreseen(message: Foreseen): void {
    this.#asides.delete(message.id);
    if (message.is_stale || message.position !== this.present?.position) return;
    const key = pathKey([...(message.after ?? []), message.answer]);
    this.odds = { ...this.odds, [key]: message.outcomes ?? [] };
    if (message.seen?.length) this.seen = { ...this.seen, [key]: message.seen };
  }
}

/** An answer to a question that is expected to come by that rule. */
export interface Planned {
  rule: string;
  answer: unknown;
}

/** What is not sent again, be it a panel, a list or an item, is what stood in its place. */
function redrawn({ scene }: Present, before: Now | undefined): Scene {
  const old = before?.scene.panels ?? [];
  const panels = scene.panels?.map((panel, place) => (panel ? filled(panel, old[place]) : old[place]));
  return { ...scene, panels: panels?.filter((panel) => panel !== undefined) };
}

type Panel = NonNullable<Scene["panels"]>[number];

function filled(panel: object, before: object | undefined): Panel {
  const was = new Map<string, unknown>(Object.entries(before ?? {}));
  const fields = Object.entries(panel).map(([name, value]) => [name, filledIn(value, was.get(name))]);
  return Object.fromEntries(fields) as Panel;
}

function filledIn(value: unknown, was: unknown): unknown {
  if (value === null) return was;
  return Array.isArray(value) ? value.map((item, place) => item ?? (was as unknown[] | undefined)?.[place]) : value;
}

/** What of a list was not told before. */
function added(before: Logged[], now: Logged[]): Happening[] {
  const same = now.findIndex((it, index) => JSON.stringify(it.what) !== JSON.stringify(before[index]?.what));
  return same < 0 ? [] : now.slice(same).map((it) => it.what);
}

function logged(present: Present): Logged[] {
  const turns = present.turns ?? [];
  let mark = 0;
  return present.happenings.map((what, index) => {
    while ((turns[mark + 1]?.first ?? Infinity) <= index) mark++;
    return { turn: turns[mark]?.number ?? present.turn, heading: turns[mark]?.heading ?? "", what };
  });
}

/** Answers that lead to one another, as one name for what is known of the last. */
export function pathKey(path: unknown[]): string {
  return path.length === 1 ? keyOf(path[0]) : path.map(keyOf).join("/");
}

export function keyOf(answer: unknown): string {
  return JSON.stringify(answer);
}
