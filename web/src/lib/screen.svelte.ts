/** Whether the screen has room for a column beside the board. The same words stand in the style sheets of the table. */

const NARROW = "(max-width: 60rem) and (orientation: portrait), (max-width: 40rem)";

class Screen {
  isNarrow = $state(false);

  constructor() {
    if (typeof matchMedia === "undefined") return;
    const query = matchMedia(NARROW);
    this.isNarrow = query.matches;
    query.addEventListener("change", () => (this.isNarrow = query.matches));
  }
}

export const screen = new Screen();
