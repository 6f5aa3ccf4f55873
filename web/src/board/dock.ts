/** Where a card may lie on a board without hiding what it tells of. */

import type { Spot } from "../lib/board";

export type Side = "start" | "end";

const CORNERS: Array<[Side, Side]> = [
  ["end", "start"],
  ["end", "end"],
  ["start", "start"],
  ["start", "end"],
];
const far = (side: Side): number => (side === "end" ? 1 : 0);

/** The corner of the frame that is farthest from every one of these places, which are shares of the frame. */
export function dockFor(places: Spot[]): [across: Side, down: Side] {
  const room = ([across, down]: [Side, Side]): number =>
    Math.min(...places.map(([x, y]) => Math.hypot(far(across) - x, far(down) - y)));
  return CORNERS.reduce((best, corner) => (room(corner) > room(best) ? corner : best));
}
