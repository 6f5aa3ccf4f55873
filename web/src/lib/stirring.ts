/**
 * The numbers that a seat adds to the dice, unasked: it pledges the hash of a number, tells the number once everybody has
 * pledged, and opens another round if the number that counts for its seat is not its own. See `adjudge.engine.stirring`.
 */

import { recall, store } from "./memory";
import type { Numbers } from "./protocol";
import { sha256 } from "./sha256";

const MOST_KEPT = 20;

export const pledgeOf = (seat: string, number: string): string => sha256(`adjudge number\0${seat}\0${number}`);

export class Stirring {
  #hasOpened = false;
  #numbers: string[];

  constructor(readonly table: string) {
    this.#numbers = recall(`adjudge.numbers.${table}`);
  }

  /** What to say to a table that stands like this, if anything. */
  reply(seat: string, now: Numbers): Record<string, string> | undefined {
    const pledged = now.pledges[seat];
    if (pledged === undefined) return this.#wantsToPledge(seat, now) ? this.#pledge(seat) : undefined;
    const number = this.#numbers.find((it) => pledgeOf(seat, it) === pledged);
    return now.is_pledged && number && !(seat in now.numbers) ? { kind: "add", number } : undefined;
  }

  /**
   * Whether somebody else speaks for the seat: the number pledged for it in the open round is unknown here, or the one
   * that counts is, and this page has added its own before. (Who comes to a seat that another held opens a round first.)
   */
  isForeign(seat: string, now: Numbers): boolean {
    this.#numbers = recall(`adjudge.numbers.${this.table}`); // another page of this browser may have added one
    const pledged = now.pledges[seat];
    if (pledged !== undefined) return !this.#numbers.some((it) => pledgeOf(seat, it) === pledged);
    return this.#hasOpened && !!now.last[seat] && !this.#numbers.includes(now.last[seat]);
  }

  /** Whoever is asked by an open round takes part; one opens a round once, for want of a number of one's own. */
  #wantsToPledge(seat: string, now: Numbers): boolean {
    if (Object.keys(now.numbers).length) return false;
    if (Object.keys(now.pledges).length) return true;
    if (this.#hasOpened || this.#numbers.includes(now.last[seat] ?? "")) return false;
    return (this.#hasOpened = true);
  }

  #pledge(seat: string): Record<string, string> {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const number = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#numbers = [number, ...recall(`adjudge.numbers.${this.table}`)].slice(0, MOST_KEPT);
    store(`adjudge.numbers.${this.table}`, this.#numbers);
    return { kind: "pledge", hash: pledgeOf(seat, number) };
  }
}
