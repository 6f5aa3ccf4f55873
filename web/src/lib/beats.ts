/** What happened, cut into beats that are played out one after the other: who does what to whom, the dice, what came of it. */

import { pace } from "./memory";
import type { Board, Event, Piece, Rolled } from "./protocol";
import type { Happening } from "./table.svelte";

export type Mark = NonNullable<Event["mark"]>;

export interface Beat {
  lines: Happening[];
  rolls: Rolled[];
  events: Event[];
  /** The figures that it is about, the one who does it first. */
  on: string[];
}

/** Marks of a deed as it is begun, from one figure to another; all others are what came of it. */
const BEGUN = new Set<Mark>(["shoot", "strike"]);
const MOVED = new Set<Mark>(["", "move", "appear"]);

const isMeeting = (one: readonly string[], other: readonly string[]): boolean => one.some((it) => other.includes(it));

export function beatsOf(lines: Happening[]): Beat[] {
  const beats: Beat[] = [];
  let beat: Beat | undefined;
  for (const line of lines) {
    if (!beat || opensAnother(beat, line)) beats.push((beat = { lines: [], rolls: [], events: [], on: [] }));
    beat.lines.push(line);
    if (line.kind === "roll") beat.rolls.push(line);
    else {
      beat.events.push(line);
      for (const id of line.on ?? []) if (!beat.on.includes(id)) beat.on.push(id);
    }
  }
  return beats;
}

/** A beat ends when somebody else begins something, or when dice are rolled after something has befallen somebody. */
function opensAnother(beat: Beat, line: Happening): boolean {
  const last = beat.lines.at(-1)!;
  if (line.kind === "roll" && line.is_card) return true;
  if (line.kind === "roll") return last.kind === "event" && Boolean(last.mark) && !BEGUN.has(last.mark!);
  const on = line.on ?? [];
  if (line.mark && BEGUN.has(line.mark)) {
    const isOther = beat.on.length > 0 && !isMeeting(on, beat.on);
    return isOther || beat.rolls.length > 0 || beat.events.some((it) => it.mark);
  }
  if (beat.events.some((it) => it.mark === "move") || line.mark === "move") return true;
  return on.length > 0 && beat.on.length > 0 && !isMeeting(on, beat.on);
}

/** What befell whom in a beat: the last mark of each figure. */
export function marksOf(beat: Beat | undefined): Map<string, Mark> {
  const found = new Map<string, Mark>();
  for (const { mark, on } of beat?.events ?? []) {
    const whom = on?.at(-1);
    if (mark && whom && !BEGUN.has(mark) && mark !== "move") found.set(whom, mark);
  }
  return found;
}

/** From whom to whom a beat goes, and whether it arrives. */
export function lineOf(
  beat: Beat | undefined,
): { from: string; to: string; isMissed: boolean; isShot: boolean } | undefined {
  const deed = beat?.events.find((it) => (it.on?.length ?? 0) > 1 && it.mark && !MOVED.has(it.mark));
  if (!beat || !deed?.on) return undefined;
  const to = deed.on.at(-1)!;
  const mark = marksOf(beat).get(to);
  const isShot = beat.events.some((it) => it.mark === "shoot");
  return { from: deed.on[0]!, to, isMissed: mark === "miss" || mark === "safe", isShot };
}

/** Bonuses and penalties that were counted: events that carry an amount. */
export function modifiersOf(beat: Beat): Array<{ amount: number; why: string }> {
  return beat.events.flatMap(({ facts }) => {
    const amount = facts?.["amount"] ?? facts?.["number"];
    return typeof amount === "number" && typeof facts?.["why"] === "string" ? [{ amount, why: facts["why"] }] : [];
  });
}

/** What is said of a beat: the sentences that are no modifiers, the last ones if there are many. */
export function sentencesOf(beat: Beat, most = 2): string[] {
  const told = beat.events.filter((it) => it.text && typeof it.facts?.["amount"] !== "number");
  return told.slice(-most).map((it) => it.text);
}

/** How a board stands once so many beats have been played. */
export function boardAt(before: Board, after: Board, beats: Beat[], played: number): Board {
  if (played >= beats.length) return after;
  const was = new Map((before.pieces ?? []).map((it) => [it.id, it]));
  const is = new Map((after.pieces ?? []).map((it) => [it.id, it]));
  const ids = [...was.keys(), ...[...is.keys()].filter((it) => !was.has(it))];
  const pieces = ids.flatMap((id): Piece[] => pieceAt(id, was.get(id), is.get(id), beats, played));
  return { ...after, pieces, sights: [] };
}

/** A figure looks as it did until the last that is told of it, and moves when it first does something. */
function pieceAt(id: string, was: Piece | undefined, is: Piece | undefined, beats: Beat[], played: number): Piece[] {
  const last = beats.findLastIndex((it) => it.on.includes(id));
  const first = beats.findIndex((it) => it.on.includes(id));
  const acts = beats.findIndex((it) => it.on[0] === id);
  if (!was) return is && first >= 0 && played > first ? [is] : [];
  const isOver = last >= 0 && played > last;
  if (isOver && !is) return [];
  const looks = isOver ? is! : was;
  const seen = beats.slice(0, played).flatMap((it) => it.events);
  const walked = (events: Event[]): Event[] => events.filter((it) => it.at && it.on?.[0] === id);
  const at = walked(seen).at(-1)?.at;
  if (at && !isOver) return [{ ...looks, x: at[0], y: at[1] }];
  const waits = walked(beats.flatMap((it) => it.events)).length > 0 || acts < 0 || played <= acts;
  const spot = isOver || !waits ? (is ?? was) : was;
  return [{ ...looks, x: spot.x, y: spot.y, facing: spot.facing }];
}

/** Seconds that dice tumble. */
const TUMBLE = 0.75;

/** When the dice of a beat lie still, as a style says it: nothing is told before. */
export const stillAfter = (): string => `${TUMBLE / Math.max(pace(), 1)}s`;
