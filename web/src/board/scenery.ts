/** How scenery is drawn: trees that stand where the woods are, stones where the rubble is, roofs on what has room for one. */

import { middleOf, spanOf, type Spot } from "../lib/board";

/** An outline drawn in towards its middle. */
export function inset(outline: Spot[], share: number): Spot[] {
  const [x, y] = middleOf(outline);
  return outline.map(([px, py]) => [x + (px - x) * share, y + (py - y) * share]);
}

/** Whether something is broad enough for a roof or contours. */
export function isBroad(outline: Spot[], least: number): boolean {
  return Math.min(...spanOf(outline)) >= least;
}

export interface Growth {
  x: number;
  y: number;
  size: number;
}

const MOST_ROWS = 14;

/** Spots all over an outline, about so far apart, each moved a little from its row: always the same ones. */
export function scattered(outline: Spot[], apart: number): Growth[] {
  const [x, y] = middleOf(outline);
  const [width, height] = spanOf(outline);
  const step = Math.max(apart, width / MOST_ROWS, height / MOST_ROWS);
  const found: Growth[] = [];
  for (let row = 0; row * step < height; row++)
    for (let column = 0; column * step < width; column++) {
      const [a, b] = [chance(row, column, x), chance(column, row, y)];
      const at: Spot = [x - width / 2 + (column + 0.2 + a * 0.6) * step, y - height / 2 + (row + 0.2 + b * 0.6) * step];
      if (isInside(outline, at)) found.push({ x: at[0], y: at[1], size: step * (0.42 + a * b * 0.3) });
    }
  return found;
}

/** A number between 0 and 1 that is always the same for the same place. */
function chance(a: number, b: number, c: number): number {
  const value = Math.sin(a * 12.9898 + b * 78.233 + c * 37.719) * 43758.5453;
  return value - Math.floor(value);
}

function isInside(outline: Spot[], [x, y]: Spot): boolean {
  return outline.reduce((inside, [ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    const isCrossed = ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
    return isCrossed ? !inside : inside;
  }, false);
}
