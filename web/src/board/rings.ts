/** Wide rings, such as how far noises are heard, told apart from what else lies over a board. */

import { spanOf } from "../lib/board";
import type { Overlay } from "../lib/protocol";

/** A ring wider than that, in details of the drawing, hides the map once there are several. */
const WIDE = 4;

export function ringsOf(overlays: Overlay[], detail: number): { rings: Overlay[]; others: Overlay[] } {
  const isWide = (it: Overlay): boolean =>
    it.shape === "circle"
      ? (it.radius ?? 0) > WIDE * detail
      : spanOf(it.points).every((span) => span > 2 * WIDE * detail);
  const isRing = (it: Overlay): boolean => (it.shape === "circle" ? isWide(it) : it.mood === "hurt" && isWide(it));
  return { rings: overlays.filter(isRing), others: overlays.filter((it) => !isRing(it)) };
}
