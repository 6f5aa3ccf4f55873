/** Geometry of the drawn battlefield: what is where on the screen, never what is allowed. */

import type { Piece, Sightline, Terrain } from "./protocol";

export type Spot = [number, number];

/** What a question says of the spots it allows: rings to draw, and some spots for those who do not point. */
export interface Region {
  rings: Spot[][];
  samples: Spot[];
}

export function regionOf(data: unknown): Region {
  const {
    outline = [],
    outlines,
    samples = [],
  } = (data ?? {}) as { outline?: Spot[]; outlines?: Spot[][]; samples?: Spot[] };
  const rings = outlines ?? [outline];
  return { rings: rings.filter((ring) => ring.length > 2), samples };
}

/** Drawn details have a size of their own, whatever a table is measured in. */
export function detailOf(width: number): number {
  return width / 36;
}

/** How far outside its rings a region may still hold a spot: rings are drawn for the eye, and the umpire decides. */
const EDGE = 0.3;

/** Whether a spot may lie in the region that is shown. Of a region that shows nothing nobody knows. */
export function mayHold({ rings, samples }: Region, spot: Spot, width: number): boolean {
  if (!rings.length && !samples.length) return true;
  const edge = EDGE * detailOf(width);
  const sides = rings.flatMap((ring) =>
    ring.map((corner, index): [Spot, Spot] => [corner, ring[(index + 1) % ring.length]!]),
  );
  const isInside = sides.filter(([a, b]) => isCrossed(a, b, spot)).length % 2 === 1;
  return isInside || nearest(samples, spot, edge) >= 0 || sides.some(([a, b]) => fromLine(a, b, spot) <= edge);
}

/** Whether a line from the spot to the right meets this side. */
function isCrossed([ax, ay]: Spot, [bx, by]: Spot, [x, y]: Spot): boolean {
  return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
}

function fromLine(a: Spot, b: Spot, spot: Spot): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return apart(spot, [a[0] + share * dx, a[1] + share * dy]);
}

export function apart(a: Spot, b: Spot): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The gap between two bases, as a ruler laid between them would show it; round bases only need their radius. */
export function gap(a: Piece, b: Piece): number {
  return Math.max(0, apart([a.x, a.y], [b.x, b.y]) - reachOf(a) - reachOf(b));
}

export function reachOf(piece: Piece): number {
  return piece.size ? Math.min(...piece.size) / 2 : (piece.radius ?? 0);
}

export function nearest(spots: Spot[], to: Spot, within = Infinity): number {
  let best = -1;
  let least = within;
  spots.forEach((spot, index) => {
    const away = apart(spot, to);
    if (away <= least) [best, least] = [index, away];
  });
  return best;
}

/** A line of sight as it is drawn: free up to `until`; if something blocks it there, broken from there on. */
export interface Drawn {
  from: Spot;
  until: Spot;
  to: Spot;
  isBlocked: boolean;
  sight: Sightline;
}

/** Where a line runs: as the umpire drew it, else between the middles, from the spot that is pointed at if there is one. */
export function drawn(sight: Sightline, pieces: Piece[], spot?: Spot): Drawn | undefined {
  const [viewer, target] = [sight.viewer, sight.target].map((id) => pieces.find((it) => it.id === id));
  const from = sight.line?.[0] ?? spot ?? (viewer && ([viewer.x, viewer.y] as Spot));
  const to = sight.line?.[1] ?? (target && ([target.x, target.y] as Spot));
  if (!from || !to) return undefined;
  const isBlocked = Boolean(sight.by);
  return { from, to, until: isBlocked ? (sight.at ?? to) : to, isBlocked, sight };
}

export type Direction = "left" | "right" | "up" | "down";
const ALONG: Record<Direction, Spot> = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };

/** The next spot in a direction: near, and more ahead than aside. The same one if nothing lies that way. */
export function neighbour(spots: Spot[], from: number, direction: Direction): number {
  const here = spots[from];
  if (!here) return spots.length ? 0 : -1;
  const [dx, dy] = ALONG[direction];
  let best = from;
  let least = Infinity;
  spots.forEach(([x, y], index) => {
    const ahead = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 0.01 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** Which drawing a piece of terrain gets, by the first of its traits that has one. */
const LOOKS: Array<[string, string]> = [
  ["irradiated", "irradiated"],
  ["tree", "woods"],
  ["vegetables", "vegetables"],
  ["door", "door"],
  ["window", "window"],
  ["wall", "solid"],
  ["building", "solid"],
  ["solid", "solid"],
  ["cliff", "solid"],
  ["wreck", "wreck"],
  ["pillar", "wreck"],
  ["bridge", "bridge"],
  ["deep-water", "water"],
  ["water", "water"],
  ["marsh", "marsh"],
  ["woods", "woods"],
  ["low", "low"],
  ["fence", "low"],
  ["rubble", "rubble"],
  ["broken", "rubble"],
  ["pit", "pit"],
  ["stairs", "stairs"],
  ["ladder", "stairs"],
  ["hill", "hill"],
];

export function lookOf(piece: Terrain): string {
  const look = LOOKS.find(([trait]) => piece.traits?.includes(trait))?.[1] ?? "other";
  return look === "door" && !piece.traits?.includes("closed") ? "door open" : look;
}

export function middleOf(outline: Spot[]): Spot {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

export function spanOf(outline: Spot[]): Spot {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

/** A piece of scenery as people call it: "wall 9", not "wall-9". */
export function calledOf(piece: Terrain): string {
  return (piece.label ?? "").replace(/-(?=\d+$)/, " ");
}

/** What a figure is called where there is room for more than the letter on its base. */
export function nameOfPiece(piece: Piece): string {
  return piece.name || (piece.label.length > 2 ? piece.label : (piece.tags?.[0] ?? piece.label));
}

/** How long a word may be that stands in a shape without hiding it. */
export function roomFor(outline: Spot[]): number {
  const area = outline.reduce((sum, [x, y], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length]!;
    return sum + (x * y2 - x2 * y) / 2;
  }, 0);
  return Math.min(1.2 * Math.sqrt(Math.abs(area)), spanOf(outline)[0]);
}

/** Whether a piece of scenery has room for its name, in letters of this size. */
export function isNamed(piece: Terrain, size: number): boolean {
  return Boolean(piece.label) && roomFor(piece.outline) > piece.label!.length * size * 0.5;
}

/** One or two letters that fit on a base: initials, or how the name begins. */
export function abbreviation(label: string): string {
  if (label.length <= 2) return label;
  const words = label
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .split(/[\s-]+/)
    .filter(Boolean);
  return words.length > 1
    ? words
        .slice(0, 2)
        .map((word) => word[0])
        .join("")
    : (words[0] ?? label).slice(0, 2);
}

interface Box {
  left: number;
  right: number;
  low: number;
  high: number;
}

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.low < b.high && b.low < a.high;

/** Of the least size of a token as much as figures in contact keep, though they overlap a little. */
const CROWDED = 0.65;

/** How large the tokens of round figures are drawn: to scale, or larger if they would hardly be seen and there is room. */
export function tokensOf(pieces: Piece[], least: number, usual: number): Map<string, number> {
  const round = pieces.filter((it) => !it.size);
  const room = (piece: Piece): number =>
    Math.min(...round.filter((it) => it.id !== piece.id).map((it) => apart([it.x, it.y], [piece.x, piece.y]))) / 2;
  return new Map(
    round.map((piece) => {
      const radius = piece.radius || usual;
      return [
        piece.id,
        radius >= least ? radius : Math.max(radius, Math.min(least, Math.max(room(piece), CROWDED * least))),
      ];
    }),
  );
}

/** Where the names of figures fit without covering another figure or name; a crowded figure keeps its letters only. */
export function placeNames(
  pieces: Piece[],
  radii: Map<string, number>,
  size: number,
  [width, height]: Spot,
): Map<string, Spot> {
  const reach = (it: Piece): number => radii.get(it.id) ?? reachOf(it);
  const isOff = (box: Box): boolean => box.left < 0 || box.low < 0 || box.right > width || box.high > height;
  const taken: Box[] = pieces.map((it) => around([it.x, it.y], reach(it), reach(it)));
  const places = new Map<string, Spot>();
  // Figures of a seat first: what lies about can do without a name.
  for (const piece of pieces.toSorted((a, b) => Number(!a.seat) - Number(!b.seat))) {
    if (piece.label.length <= 2) continue;
    const half = piece.label.length * size * 0.32;
    const away = (piece.size ? piece.size[1] / 2 : reach(piece)) + size * 0.65;
    const tries: Spot[] = [
      [0, -away],
      [0, away],
      [away + half, 0],
      [-away - half, 0],
    ];
    for (const [dx, dy] of tries) {
      const box = around([piece.x + dx, piece.y + dy], half, size * 0.5);
      if (isOff(box) || taken.some((other) => meets(other, box))) continue;
      taken.push(box);
      places.set(piece.id, [dx, dy]);
      break;
    }
  }
  return places;
}

function around([x, y]: Spot, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, low: y - halfHeight, high: y + halfHeight };
}
