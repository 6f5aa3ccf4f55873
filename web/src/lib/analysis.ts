/** The curve of an analysis as a screen draws it. */
import type { Analysis } from "./protocol";

/** Where the place after so many events lies on a line. */
export function spread(number: number, of: number, width: number): number {
  return of ? (number / of) * width : 0;
}

/** The chance of winning of a seat, from the start on, as points of a polyline; up is good. */
export function curve(found: Analysis, seat: string, width: number, height: number): string {
  const chances = [found.initial[seat] ?? 0, ...found.steps.map((it) => it.chances[seat] ?? 0)];
  return chances
    .map((it, at) => `${spread(at, chances.length - 1, width).toFixed(1)},${(height * (1 - it)).toFixed(1)}`)
    .join(" ");
}
