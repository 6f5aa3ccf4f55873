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

/** Where turns begin on a line of that width: some of them, about as far apart from each other. */
export function turnMarks(found: Analysis, most: number, width: number): { turn: number; at: number }[] {
  const marks: { turn: number; at: number }[] = [];
  for (const [number, step] of found.steps.entries()) {
    if (step.turn === found.steps[number - 1]?.turn) continue;
    const at = spread(number, found.steps.length, width);
    const last = marks.at(-1);
    if (at > width * (1 - 1 / most)) break; // the word would not fit
    if (!last || at - last.at >= width / most) marks.push({ turn: step.turn, at });
  }
  return marks;
}
