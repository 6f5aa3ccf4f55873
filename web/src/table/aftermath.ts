/** What a match comes to when it is over: the moments that turned it, who was lost, and how to play it again. */

import { beatsOf, type Beat } from "../lib/beats";
import type { SeatState, SeatWish } from "../lib/protocol";
import type { Happening } from "../lib/table.svelte";

export interface Moment {
  position: number;
  text: string;
  /** How likely the least likely of its rolls was. */
  chance: number;
}

export interface Story {
  turns: Moment[];
  lost: Array<{ position: number; text: string }>;
}

const MOST = 4;
/** Only what was less likely than that turned anything. */
const UNLIKELY = 0.34;
const WEIGHTY = new Set(["dead", "down", "held", "wound", "flee", "hit"]);

/** The rolls that were least likely, of those by which something befell somebody. */
export function storyOf(log: Happening[]): Story {
  const beats = beatsOf(log);
  const turns = beats.flatMap((beat): Moment[] => {
    const chance = chanceOf(beat);
    const befell = beat.events.findLast((it) => it.text && it.mark && WEIGHTY.has(it.mark));
    if (!befell || !chance || chance > UNLIKELY) return [];
    return [{ position: positionOf(beat), text: befell.text, chance }];
  });
  const lost = beats.flatMap((it) => it.events).filter((it) => it.mark === "dead");
  return {
    turns: turns
      .toSorted((a, b) => a.chance - b.chance)
      .slice(0, MOST)
      .toSorted((a, b) => a.position - b.position),
    lost: lost.map((it) => ({ position: it.position ?? 0, text: it.text })),
  };
}

function chanceOf({ rolls }: Beat): number {
  const known = rolls.filter((it) => it.chance && !it.is_card).map((it) => it.chance!);
  return known.length ? Math.min(...known) : 0;
}

function positionOf(beat: Beat): number {
  return Math.max(...beat.lines.map((it) => it.position ?? 0));
}

/** Who sits where in the next match: as before, or everybody one seat on. */
export function seatsAgain(seats: SeatState[], isSwapped: boolean): Record<string, SeatWish> {
  return Object.fromEntries(
    seats.map((seat, index) => {
      const from = isSwapped ? seats[(index + 1) % seats.length]! : seat;
      return [seat.id, { bot: from.bot, physical_dice: from.physical_dice && !from.bot }];
    }),
  );
}
