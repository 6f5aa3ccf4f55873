/** A look at how the table stood. */

import type { Looked } from "../lib/protocol";

export class Past {
  looked = $state.raw<Looked | undefined>();
  #wanted = -1;
  #isLooking = false;
  #look: (position: number) => Promise<Looked | undefined>;
  #present: () => number;

  constructor(look: (position: number) => Promise<Looked | undefined>, present: () => number) {
    this.#look = look;
    this.#present = present;
  }

  /** One look at a time: a slider that is dragged skips what it passes over. */
  async jump(position: number): Promise<void> {
    this.#wanted = position;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#wanted >= 0) {
      const next = this.#wanted;
      this.#wanted = -1;
      this.looked = next === this.#present() ? undefined : await this.#look(next);
    }
    this.#isLooking = false;
  }

  back(): void {
    this.looked = undefined;
  }
}
