/** Boards of squares or hexes: where the corners of a cell are and how it looks, never what is allowed. */

import { apart, lookOf, type Spot } from "./board";
import type { Board, Cell } from "./protocol";

/** A hex stands on a corner and is as wide as 1. */
const HEX_CORNER = 1 / Math.sqrt(3);
const GAP = 0.015;

export function cellOutline({ x, y }: Cell, kind: "square" | "hex"): Spot[] {
  if (kind === "square") {
    const half = 0.5 - GAP;
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  }
  const reach = HEX_CORNER - GAP;
  return Array.from({ length: 6 }, (_, corner): Spot => {
    const angle = Math.PI / 6 + (Math.PI / 3) * corner;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

const OWN = ["ice", "thin"];

export function lookOfCell(cell: Cell): string {
  const own = cell.traits?.find((it) => OWN.includes(it));
  return own ?? lookOf({ id: cell.id, outline: [], traits: cell.traits });
}

/** Neighbours differ in shade: two of them for squares, three for hexes. */
export function shadeOf({ x, y }: Cell, kind: "square" | "hex"): number {
  if (kind === "square") return (Math.floor(x) + Math.floor(y)) % 2;
  const row = Math.round((y - HEX_CORNER) / (1.5 * HEX_CORNER));
  const column = Math.floor(x - 0.5 * (row % 2));
  return (((column - Math.floor(row / 2) - row) % 3) + 3) % 3;
}

/** The cell under a spot, if it is on one. */
export function cellAt(panel: Board, spot: Spot): Cell | undefined {
  let best: Cell | undefined;
  for (const cell of panel.cells ?? [])
    if (!best || apart([cell.x, cell.y], spot) < apart([best.x, best.y], spot)) best = cell;
  const within = panel.grid === "hex" ? HEX_CORNER : Math.SQRT1_2;
  return best && apart([best.x, best.y], spot) <= within ? best : undefined;
}
