/** A heat-map as it is drawn and told: which spots are better, on a scale that every eye can read. */

import { apart, type Spot } from "../lib/board";
import type { Piece, ShownStake } from "../lib/protocol";
import { percent } from "../lib/words";
import { directionOf } from "./bearings";

/** What is known so far of what spots are worth. */
export interface Heat {
  stake: string;
  spots: Array<[number, number, number | null]>;
  spacing: number;
  /** How many spots there are in all. */
  of: number;
}

/** From worse to better: from dark blue to yellow by brightness alone, so that nobody has to tell colours apart. */
export const SCALE = ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"];

export interface Shades {
  squares: Array<{ at: Spot; value: number; colour: string }>;
  best: Spot | undefined;
  /** What the dark and the bright end of the scale stand for. */
  ends: [number, number];
}

export function shadesOf(heat: Heat, stake: ShownStake): Shades {
  const known = heat.spots.filter((it): it is [number, number, number] => it[2] !== null);
  const values = known.map((it) => it[2]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const ends: [number, number] = stake.best === "least" ? [most, least] : [least, most];
  const share = (value: number): number => (ends[0] === ends[1] ? 0 : (value - ends[0]) / (ends[1] - ends[0]));
  const squares = known.map(([x, y, value]) => ({
    at: [x, y] as Spot,
    value,
    colour: SCALE[Math.round(share(value) * (SCALE.length - 1))]!,
  }));
  const best = ends[0] === ends[1] ? undefined : squares.find((it) => it.value === ends[1])?.at;
  return { squares, best, ends };
}

export function worded(value: number, stake: ShownStake): string {
  return stake.unit ? `${value.toFixed(1)} ${stake.unit}` : percent(value);
}

/** The map as a sentence, for those who do not see it. */
export function told(heat: Heat, stake: ShownStake, mover: Piece | undefined, unit: string): string {
  const { best, ends, squares } = shadesOf(heat, stake);
  const title = stake.title[0]!.toUpperCase() + stake.title.slice(1);
  if (!squares.length) return `${title}: nothing can be said of these spots.`;
  if (!best) return `${title}: ${worded(ends[0], stake)} everywhere in reach.`;
  return `${title}: ${worded(ends[1], stake)} at best, ${placeOf(best, mover, unit)}; ${worded(ends[0], stake)} at worst.`;
}

function placeOf(spot: Spot, mover: Piece | undefined, unit: string): string {
  const [x, y] = spot;
  if (!mover) return `at ${x.toFixed(1)} across, ${y.toFixed(1)} up`;
  const away = apart([mover.x, mover.y], spot);
  return `${away.toFixed(1)} ${unit} ${directionOf(mover, { x, y })} of ${mover.label}`;
}
