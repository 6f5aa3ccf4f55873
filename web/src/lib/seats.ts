/** Colours of seats. A seat that is called by a colour has it. Figures that belong to no seat are drawn by their mood. */

import type { SeatState } from "./protocol";

export const NOBODY = "var(--soft)";

export type SeatColour = (seat: string) => string;

/** In the order in which they are given to seats that are called otherwise. Each is a variable of the style sheet. */
const COLOURS = ["blue", "orange", "green", "pink", "yellow", "sky", "red", "purple", "black", "white"] as const;
const ALSO: Record<string, string> = { gold: "yellow", violet: "purple", grey: "white", gray: "white", cyan: "sky" };

/** The colour that a seat is called by, if it is. */
function calledBy({ id, name }: SeatState): string | undefined {
  const words = `${id} ${name}`.toLowerCase().split(/[^a-z]+/);
  const found = words.map((word) => ALSO[word] ?? word);
  return found.find((word) => COLOURS.some((it) => it === word));
}

export function colours(seats: SeatState[]): SeatColour {
  const called = new Map(seats.map((it) => [it.id, calledBy(it)]));
  const free = COLOURS.filter((it) => ![...called.values()].includes(it));
  let next = 0;
  const given = new Map(seats.map((it) => [it.id, called.get(it.id) ?? free[next++ % free.length]]));
  return (seat) => (given.has(seat) ? `var(--seat-${given.get(seat)})` : NOBODY);
}
