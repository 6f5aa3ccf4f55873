/** Nothing by accident: what is pressed in the first moment of a new question was meant for the one before. */

export const MOMENT = 300;

export class Patience {
  #seen = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether this question has not stood long enough to be answered. */
  isTooSoon(question: string): boolean {
    return question !== "" && question !== this.#seen;
  }

  /** A question is on the screen from now on. */
  shown(question: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#seen = question), MOMENT);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
