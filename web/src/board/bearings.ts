/** Where figures stand, in words: how far and in which direction from one of them, the nearest first. */

import { apart, gap, nameOfPiece } from "../lib/board";
import type { Piece } from "../lib/protocol";

const DIRECTIONS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** The direction from one figure to another, or to a spot; up on the board is north. */
export function directionOf(from: At, to: At): string {
  const eighths = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4));
  return DIRECTIONS[(eighths + DIRECTIONS.length) % DIRECTIONS.length]!;
}

type At = Pick<Piece, "x" | "y">;

export interface Standing {
  id: string;
  words: string;
}

export function standings(pieces: Piece[], from: Piece | undefined, unit: string): Standing[] {
  const others = pieces.filter((it) => it.id !== from?.id);
  if (!from) return others.map((it) => ({ id: it.id, words: worded(it, `${at(it.x)} across, ${at(it.y)} up`) }));
  const away = (it: Piece): number => apart([it.x, it.y], [from.x, from.y]);
  return others
    .toSorted((a, b) => away(a) - away(b))
    .map((it) => {
      const far = `${gap(from, it).toFixed(1)} ${unit} ${directionOf(from, it)} of ${nameOfPiece(from)}`;
      return { id: it.id, words: worded(it, far) };
    });
}

const at = (number: number): string => number.toFixed(1);

/** What it is called, where it is, and what else is to be known of it. */
function worded(piece: Piece, where: string): string {
  const name = nameOfPiece(piece);
  const tags = (piece.tags ?? []).filter((it) => it !== name);
  return [`${name}: ${where}`, ...tags].join(", ");
}
