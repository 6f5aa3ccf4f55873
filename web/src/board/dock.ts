/** Where a card may lie on a board without hiding what it tells of. */

import type { Spot } from "../lib/board";

export type Side = "start" | "end";

const CORNERS: Array<[Side, Side]> = [
  ["end", "start"],
  ["end", "end"],
  ["start", "start"],
  ["start", "end"],
];
const far = (side: Side): number => (side === "end" ? 1 : 0);

/** The corner of the frame that is farthest from every one of these places, which are shares of the frame. */
export function dockFor(places: Spot[]): [across: Side, down: Side] {
  const room = ([across, down]: [Side, Side]): number =>
    Math.min(...places.map(([x, y]) => Math.hypot(far(across) - x, far(down) - y)));
  return CORNERS.reduce((best, corner) => (room(corner) > room(best) ? corner : best));
}

/** Pixels around what a card tells of that it leaves free: a token with its name, and the word that pops up over it. */
const BESIDE = { across: 40, over: 46, under: 30 };
/** Pixels around the middle of any other figure. */
const TOKEN = 15;
const EDGE = 6;
const WAY = 8;
/** What it costs to hide something, against a pixel of distance. */
const PRICE = { told: 20_000, way: 600, figure: 160 };

type Rect = [left: number, top: number, right: number, bottom: number];

const holds = ([left, top, right, bottom]: Rect, [x, y]: Spot): boolean =>
  x > left && x < right && y > top && y < bottom;
const wider = ([left, top, right, bottom]: Rect, across: number, up: number, down: number): Rect => [
  left - across,
  top - up,
  right + across,
  bottom + down,
];

/** Where a card of that size hides least: never what it tells of, nor the way between, and as few figures as can be. All in
 * pixels of the frame. */
export function placeFor(frame: Spot, card: Spot, told: Spot[], figures: Spot[]): Spot {
  const [wide, high] = card;
  const [xs, ys] = [told.map(([x]) => x), told.map(([, y]) => y)];
  const across = [...xs.flatMap((x) => [x - BESIDE.across - wide, x + BESIDE.across, x - wide / 2]), EDGE, frame[0]];
  const down = [...ys.flatMap((y) => [y - BESIDE.over - high, y + BESIDE.under, y - high / 2]), EDGE, frame[1]];
  const inside = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE));
  const places = across.flatMap((x) => down.map((y): Spot => [inside(x, frame[0] - wide), inside(y, frame[1] - high)]));
  const way = wayBetween(told);
  const price = ([x, y]: Spot): number => {
    const body: Rect = [x, y, x + wide, y + high];
    // The card's room around a figure is the figure's room around itself, turned over.
    const near = wider(body, BESIDE.across - 1, BESIDE.under - 1, BESIDE.over - 1);
    const hidden = wider(body, TOKEN, TOKEN, TOKEN);
    const count = (rect: Rect, spots: Spot[]): number => spots.filter((it) => holds(rect, it)).length;
    const distance = Math.min(...told.map(([a, b]) => Math.hypot(a - x - wide / 2, b - y - high / 2)), frame[0]);
    return (
      PRICE.told * count(near, told) + PRICE.way * count(body, way) + PRICE.figure * count(hidden, figures) + distance
    );
  };
  const priced = places.map((it): [number, Spot] => [price(it), it]);
  return priced.reduce((best, it) => (it[0] < best[0] ? it : best))[1];
}

/** Spots on the straight way from the first to the second. */
function wayBetween([from, to]: Spot[]): Spot[] {
  if (!from || !to) return [];
  return Array.from({ length: WAY }, (_, step): Spot => {
    const share = (step + 0.5) / WAY;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  });
}
