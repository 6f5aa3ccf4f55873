/** The shapes of bases: each side has its own, so that nobody needs colours to tell them apart. */

import type { Piece } from "../lib/protocol";

export type SeatShape = (piece: Piece) => number;

const FULL = 2 * Math.PI;
/** Corners of each shape and how far the first is turned; a circle has none. */
const SHAPES: Array<[number, number]> = [
  [0, 0],
  [6, 0],
  [4, Math.PI / 4],
  [8, Math.PI / 8],
  [4, 0],
  [5, Math.PI / 2],
  [3, Math.PI / 2],
];
/** So that a square looks as large as a circle. */
const SWELL = 1.12;

/** The outline of a base, around the middle. */
export function shapeOf(shape: number, radius: number): string {
  const [corners, turn] = SHAPES[shape % SHAPES.length]!;
  if (!corners) return `M${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0Z`;
  const at = Array.from({ length: corners }, (_, corner) => (corner * FULL) / corners + turn);
  const reach = radius * SWELL;
  return `M${at.map((it) => `${round(Math.cos(it) * reach)} ${round(-Math.sin(it) * reach)}`).join("L")}Z`;
}

const round = (number: number): number => Math.round(number * 1000) / 1000;

/** Shapes by seat, in the order of the seats; foes of nobody come last. */
export function shapesFor(seats: Array<{ id: string }>): SeatShape {
  const known = new Map(seats.map((it, index) => [it.id, index]));
  return ({ seat = "", mood }) => known.get(seat) ?? (mood === "good" ? 2 : 3);
}
