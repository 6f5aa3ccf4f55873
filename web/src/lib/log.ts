/** The log as it is read: by turns that share a heading, and in them by the answer that things followed from. */

import type { Happening, Logged } from "./table.svelte";

export interface Move {
  at: number;
  lines: Happening[];
}

export interface Chapter {
  key: string;
  heading: string;
  at: number;
  moves: Move[];
}

/** Under which heading of the log a position stands. */
export function headingAt(log: Logged[], position: number): string {
  return chapters(log.filter(({ what }) => (what.position ?? 0) <= position)).at(-1)?.heading ?? "";
}

export function chapters(log: Logged[]): Chapter[] {
  const found: Chapter[] = [];
  for (const { turn, heading, what } of log) {
    const at = what.position ?? 0;
    const title = heading || `Turn ${turn}`;
    if (found.at(-1)?.heading !== title) found.push({ key: `${turn}/${title}`, heading: title, at, moves: [] });
    const moves = found.at(-1)!.moves;
    if (moves.at(-1)?.at === at) moves.at(-1)!.lines.push(what);
    else moves.push({ at, lines: [what] });
  }
  return found;
}

/** What is worth a glance: the last lines of the last answer, with the roll that they follow from. */
export function newest(log: Logged[], most = 3): Happening[] {
  const last = log.at(-1)?.what.position ?? 0;
  const lines = log.filter(({ what }) => (what.position ?? 0) === last).map(({ what }) => what);
  const shown = lines.slice(-most);
  const roll = lines.findLast((it) => it.kind === "roll");
  return !roll || shown.includes(roll) ? shown : [roll, ...shown.slice(1)];
}

/** What was told after a position, for those who listen: the last few sentences. */
export function toldSince(log: Logged[], position: number, most = 6): string[] {
  const fresh = log.flatMap(({ what }) =>
    what.kind === "event" && (what.position ?? 0) > position && what.text ? [what.text] : [],
  );
  return fresh.slice(-most);
}
