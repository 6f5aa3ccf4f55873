/** Colours of seats. Figures that belong to no seat are drawn by their mood. */

import type { SeatState } from "./protocol";

export const NOBODY = "var(--soft)";

export type SeatColour = (seat: string) => string;

export function colours(seats: SeatState[]): SeatColour {
  return (name) => {
    const index = seats.findIndex((it) => it.id === name);
    return index < 0 ? NOBODY : `var(--seat-${(index % 6) + 1})`;
  };
}
