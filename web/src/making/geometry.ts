/** What lies on a table as its document tells it: outlines to draw, and what becomes of an entry that is moved or turned. */

import type { Spot } from "../lib/board";
import type { Canvas, Layer, Terrain } from "../lib/protocol";
import { nameOf, type Document, type Path } from "./document";

export type Entry = Record<string, unknown>;
export type Shape = "rect" | "circle" | "polygon" | "line" | "at";
type Box = [number, number, number, number];

/** Something on the table: an entry, or one of the places of an entry that has several. */
export interface Item {
  path: Path;
  layer: Layer;
  entry: Entry;
  shape: Shape;
  /** For one of several places: which. */
  spot?: number;
}

export const SHAPES: Shape[] = ["rect", "circle", "polygon", "line", "at"];
const ROUND = 40;

export function itemsOf(canvas: Canvas, document: Document): Item[] {
  return canvas.layers.flatMap((layer) =>
    listed(document[layer.place]).flatMap((entry, index): Item[] => {
      const path: Path = [layer.place, index];
      if (layer.shapes.includes("spots"))
        return listed(entry["at"]).map((_, spot) => ({ path: [...path, "at", spot], layer, entry, shape: "at", spot }));
      const shape = SHAPES.find((it) => Array.isArray(entry[it]));
      return shape ? [{ path, layer, entry, shape }] : [];
    }),
  );
}

const listed = (value: unknown): Entry[] =>
  Array.isArray(value) ? (value.filter((it) => it && typeof it === "object") as Entry[]) : [];

export function tableOf(document: Document): { width: number; height: number } {
  const { width, depth } = (document["table"] ?? {}) as { width?: number; depth?: number };
  return { width: positive(width) ?? 36, height: positive(depth) ?? 36 };
}

const positive = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

export const turnOf = (entry: Entry): number => (typeof entry["turn"] === "number" ? entry["turn"] : 0);

export function rotated([x, y]: Spot, degrees: number, [cx, cy]: Spot): Spot {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c];
}

const cornersOf = ([x, y, width, depth]: Box): Spot[] => [
  [x, y],
  [x + width, y],
  [x + width, y + depth],
  [x, y + depth],
];
const middleOfBox = ([x, y, width, depth]: Box): Spot => [x + width / 2, y + depth / 2];

function boundsOf(points: Spot[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  return [left, low, Math.max(...xs) - left, Math.max(...ys) - low];
}

/** The middle about which an entry turns. */
export function centreOf(item: Item): Spot {
  const { entry, shape } = item;
  if (shape === "circle") return (entry["circle"] as number[]).slice(0, 2) as Spot;
  if (shape === "at") {
    const [x, y] = placeOfItem(item);
    const half = (item.layer.size ?? 0) / 2;
    return [x + half, y + half];
  }
  if (shape === "rect") return middleOfBox(entry["rect"] as Box);
  return middleOfBox(boundsOf(entry[shape] as Spot[]));
}

function placeOfItem({ entry, spot }: Item): Spot {
  return (spot === undefined ? entry["at"] : (entry["at"] as Spot[])[spot]) as Spot;
}

/** The outlines of an item; a line has one for each stretch, a mark without a size has one that can be hit. */
export function outlinesOf(item: Item, least = 0): Spot[][] {
  const { entry, shape, layer } = item;
  const turn = turnOf(entry);
  switch (shape) {
    case "rect": {
      const box = entry["rect"] as Box;
      return [cornersOf(box).map((it) => rotated(it, turn, middleOfBox(box)))];
    }
    case "circle": {
      const [x, y, radius] = entry["circle"] as [number, number, number];
      return [ring([x, y], radius)];
    }
    case "polygon": {
      const points = entry["polygon"] as Spot[];
      return [points.map((it) => rotated(it, turn, middleOfBox(boundsOf(points))))];
    }
    case "line": {
      const points = entry["line"] as Spot[];
      const thick = positive(entry["thickness"]) ?? 1;
      return points.slice(1).map((to, at) => stretch(points[at]!, to, thick));
    }
    default:
      if (layer.look === "figure" && layer.size) return [ring(centreOf(item), layer.size / 2)];
      return layer.size
        ? [cornersOf([...placeOfItem(item), layer.size, layer.size])]
        : [ring(placeOfItem(item), least)];
  }
}

function ring([x, y]: Spot, radius: number): Spot[] {
  return Array.from({ length: ROUND }, (_, at): Spot => {
    const angle = (at * 2 * Math.PI) / ROUND;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function stretch(a: Spot, b: Spot, thick: number): Spot[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [((b[0] - a[0]) / length) * (thick / 2), ((b[1] - a[1]) / length) * (thick / 2)];
  return [
    [a[0] - ux + uy, a[1] - uy - ux],
    [b[0] + ux + uy, b[1] + uy - ux],
    [b[0] + ux - uy, b[1] + uy + ux],
    [a[0] - ux - uy, a[1] - uy + ux],
  ];
}

// ------------------------------------------------------------------ buildings

export const isBuilding = (entry: Entry): boolean => entry["kind"] === "building" && Array.isArray(entry["rect"]);
export const wallOf = (entry: Entry): number => positive(entry["wall"]) ?? 1;

interface Opening {
  kind: string;
  rect?: Box;
  at?: Spot;
  closed?: boolean;
}

export const openingsOf = (entry: Entry): Opening[] => listed(entry["openings"]) as unknown as Opening[];
export const openingBox = (it: Opening): Box => it.rect ?? [...(it.at ?? [0, 0]), 1, 1];

/** Where an opening hangs: on which wall, how far along it, how long. */
interface Hung {
  side: "south" | "north" | "west" | "east";
  along: number;
  length: number;
}

function hungAt([ox, oy, width, depth]: Box, [x, y, across, up]: Box, wall: number): Hung {
  const away = {
    south: Math.abs(oy - y) + (depth > wall ? 1 : 0),
    north: Math.abs(oy + depth - y - up) + (depth > wall ? 1 : 0),
    west: Math.abs(ox - x) + (width > wall ? 1 : 0),
    east: Math.abs(ox + width - x - across) + (width > wall ? 1 : 0),
  };
  const side = (Object.keys(away) as Array<Hung["side"]>).reduce((a, b) => (away[b] < away[a] ? b : a));
  const lies = side === "south" || side === "north";
  return { side, along: lies ? ox - x : oy - y, length: lies ? width : depth };
}

/** The box of an opening, to the last digit as the walls are laid. */
function hang({ side, along, length }: Hung, [x, y, across, up]: Box, wall: number): Box {
  const room = (side === "south" || side === "north" ? across : up) - wall - length;
  const from = Math.max(wall, Math.min(along, room));
  if (side === "south") return [x + from, y, length, wall];
  if (side === "north") return [x + from, y + up - wall, length, wall];
  if (side === "west") return [x, y + from, wall, length];
  return [x + across - wall, y + from, wall, length];
}

function withBox(opening: Opening, box: Box): Opening {
  return opening.rect ? { ...opening, rect: box } : { ...opening, at: [box[0], box[1]] };
}

/** A building with another outline; its doors and windows stay in their walls. */
function rebuilt(entry: Entry, rect: Box, wall = wallOf(entry)): Entry {
  if (!openingsOf(entry).length) return { ...entry, rect };
  const before = entry["rect"] as Box;
  const openings = openingsOf(entry).map((it) =>
    withBox(it, hang(hungAt(openingBox(it), before, wallOf(entry)), rect, wall)),
  );
  return { ...entry, rect, openings };
}

/** A building with one more door or window, in the middle of its south wall; `isSquare`: as a file names it by its square. */
export function opened(entry: Entry, kind: "door" | "window", isSquare: boolean): Entry {
  const rect = entry["rect"] as Box;
  const wall = wallOf(entry);
  const length = isSquare ? 1 : Math.max(wall, Math.min(2 * wall, rect[2] - 2 * wall));
  const taken = openingsOf(entry).length;
  const sides: Array<Hung["side"]> = ["south", "north", "west", "east"];
  const side = sides[taken % sides.length]!;
  const span = side === "south" || side === "north" ? rect[2] : rect[3];
  const middle = isSquare ? Math.floor((span - length) / 2) : (span - length) / 2;
  const box = hang({ side, along: middle, length }, rect, wall);
  const made: Opening = isSquare ? { kind, at: [box[0], box[1]] } : { kind, rect: box };
  return { ...entry, openings: [...openingsOf(entry), made] };
}

/** A building whose opening was dragged to a spot: it slides along the nearest wall. */
export function slid(entry: Entry, which: number, to: Spot, step: number): Entry {
  const rect = entry["rect"] as Box;
  const wall = wallOf(entry);
  const [x, y] = rotated(to, -turnOf(entry), middleOfBox(rect));
  const [left, low, across, up] = rect;
  const away = {
    south: Math.abs(y - low),
    north: Math.abs(y - low - up),
    west: Math.abs(x - left),
    east: Math.abs(x - left - across),
  };
  const side = (Object.keys(away) as Array<Hung["side"]>).reduce((a, b) => (away[b] < away[a] ? b : a));
  const length = hungAt(openingBox(openingsOf(entry)[which]!), rect, wall).length;
  const lies = side === "south" || side === "north";
  const along = snapped((lies ? x - left : y - low) - length / 2, step);
  const openings = openingsOf(entry).map((it, at) =>
    at === which ? withBox(it, hang({ side, along, length }, rect, wall)) : it,
  );
  return { ...entry, openings };
}

/** Outlines of the openings of a building, as they stand on the table. */
export function openingOutlines(entry: Entry): Spot[][] {
  const middle = middleOfBox(entry["rect"] as Box);
  return openingsOf(entry).map((it) => cornersOf(openingBox(it)).map((at) => rotated(at, turnOf(entry), middle)));
}

function wallsOf(entry: Entry): Spot[][] {
  const [x, y, across, up] = entry["rect"] as Box;
  const wall = Math.min(wallOf(entry), across / 2, up / 2);
  const boxes = openingsOf(entry).map((it) => ({
    box: openingBox(it),
    hung: hungAt(openingBox(it), [x, y, across, up], wall),
  }));
  const pieces = (["south", "north", "west", "east"] as const).flatMap((side): Box[] => {
    const cuts = boxes.filter((it) => it.hung.side === side).map(({ hung }) => [hung.along, hung.along + hung.length]);
    const span = side === "south" || side === "north" ? across : up;
    return uncut(span, cuts as Spot[]).map(([from, to]): Box => {
      if (side === "south") return [x + from, y, to - from, wall];
      if (side === "north") return [x + from, y + up - wall, to - from, wall];
      if (side === "west") return [x, y + from, wall, to - from];
      return [x + across - wall, y + from, wall, to - from];
    });
  });
  const middle: Spot = [x + across / 2, y + up / 2];
  return pieces.map((box) => cornersOf(box).map((it) => rotated(it, turnOf(entry), middle)));
}

function uncut(span: number, cuts: Spot[]): Spot[] {
  const found: Spot[] = [];
  let from = 0;
  for (const [low, high] of [...cuts].sort((a, b) => a[0] - b[0])) {
    if (low > from) found.push([from, low]);
    from = Math.max(from, high);
  }
  if (span > from) found.push([from, span]);
  return found;
}

// ------------------------------------------------------------------ as the battle draws it

/** The scenery as the battlefield's own drawing takes it. */
export function sceneryOf(items: Item[]): Terrain[] {
  return items
    .filter((it) => (it.layer.look ?? "terrain") === "terrain")
    .flatMap((item): Terrain[] => {
      const { entry, path } = item;
      const id = path.join("/");
      const kind = entry["kind"] === "vehicle" ? "wreck" : String(entry["kind"] ?? "");
      const traits = [kind, ...((entry["traits"] as string[] | undefined) ?? [])];
      if (isBuilding(entry))
        return [
          ...wallsOf(entry).map((outline, at) => ({ id: `${id}/wall${at}`, outline, traits: ["wall"] })),
          ...openingOutlines(entry).map((outline, at) => ({
            id: `${id}/opening${at}`,
            outline,
            traits: [openingsOf(entry)[at]!.kind, ...(openingsOf(entry)[at]!.closed ? ["closed"] : [])],
          })),
        ];
      return outlinesOf(item).map((outline, at) => ({
        id: `${id}/${at}`,
        outline,
        label: at ? "" : nameOf(entry),
        traits: entry["closed"] ? [...traits, "closed"] : traits,
      }));
    });
}

// ------------------------------------------------------------------ changes

export const snapped = (value: number, step: number): number =>
  step > 0 ? tidied(Math.round(value / step) * step) : tidied(value);
const tidied = (value: number): number => Math.round(value * 1000) / 1000;

/** An item moved by so much. */
export function moved(item: Item, dx: number, dy: number): Entry {
  const { entry, shape, spot } = item;
  const by = ([x, y]: Spot): Spot => [tidied(x + dx), tidied(y + dy)];
  switch (shape) {
    case "rect": {
      const [x, y, width, depth] = entry["rect"] as Box;
      return rebuilt(entry, [tidied(x + dx), tidied(y + dy), width, depth]);
    }
    case "circle": {
      const [x, y, radius] = entry["circle"] as [number, number, number];
      return { ...entry, circle: [...by([x, y]), radius] };
    }
    case "at":
      if (spot === undefined) return { ...entry, at: by(entry["at"] as Spot) };
      return { ...entry, at: (entry["at"] as Spot[]).map((it, at) => (at === spot ? by(it) : it)) };
    default:
      return { ...entry, [shape]: (entry[shape] as Spot[]).map(by) };
  }
}

/** How far an item has to be moved so that its anchor lies on the grid. */
export function onGrid(item: Item, dx: number, dy: number, step: number): Spot {
  const [x, y] = anchorOf(item);
  return [snapped(x + dx, step) - x, snapped(y + dy, step) - y];
}

function anchorOf(item: Item): Spot {
  const { entry, shape } = item;
  if (shape === "at") return placeOfItem(item);
  if (shape === "rect" || shape === "circle") return (entry[shape] as number[]).slice(0, 2) as Spot;
  return (entry[shape] as Spot[])[0]!;
}

/** Spots by which the chosen item is reshaped. */
export function gripsOf(item: Item): Spot[] {
  const { entry, shape } = item;
  if (shape === "rect") return outlinesOf(item)[0]!;
  if (shape === "circle") {
    const [x, y, radius] = entry["circle"] as [number, number, number];
    return [[x + radius, y]];
  }
  if (shape === "polygon") return outlinesOf(item)[0]!;
  if (shape === "line") return entry["line"] as Spot[];
  return [];
}

/** An item whose grip was dragged to a spot. */
export function reshaped(item: Item, grip: number, to: Spot, step: number): Entry {
  const { entry, shape } = item;
  const turn = turnOf(entry);
  const at: Spot = turn ? to : [snapped(to[0], step), snapped(to[1], step)];
  const least = step || 0.1;
  switch (shape) {
    case "rect": {
      const fixed = gripsOf(item)[(grip + 2) % 4]!;
      const [width, depth] = rotated(at, -turn, fixed).map((it, axis) => it - fixed[axis as 0 | 1]) as Spot;
      const size = [sized(width, least, step), sized(depth, least, step)] as Spot;
      const signs: Spot = [width < 0 ? -1 : 1, depth < 0 ? -1 : 1];
      const far = rotated([fixed[0] + signs[0] * size[0], fixed[1] + signs[1] * size[1]], turn, fixed);
      const middle: Spot = [(fixed[0] + far[0]) / 2, (fixed[1] + far[1]) / 2];
      return rebuilt(entry, [tidied(middle[0] - size[0] / 2), tidied(middle[1] - size[1] / 2), ...size]);
    }
    case "circle": {
      const [x, y] = entry["circle"] as [number, number, number];
      return { ...entry, circle: [x, y, sized(Math.hypot(to[0] - x, to[1] - y), least, step)] };
    }
    case "polygon": {
      const points = gripsOf(item).map((it, index): Spot => (index === grip ? [tidied(at[0]), tidied(at[1])] : it));
      const { turn: _, ...rest } = entry;
      return { ...rest, polygon: points.map(([x, y]): Spot => [tidied(x), tidied(y)]) };
    }
    case "line":
      return { ...entry, line: (entry["line"] as Spot[]).map((it, index) => (index === grip ? at : it)) };
    default:
      return entry;
  }
}

const sized = (value: number, least: number, step: number): number => Math.max(least, snapped(Math.abs(value), step));

/** An item made larger or smaller by steps across and up. */
export function grown(item: Item, across: number, up: number): Entry {
  const { entry, shape } = item;
  const least = Math.max(Math.abs(across), Math.abs(up)) || 1;
  if (shape === "rect") {
    const [x, y, width, depth] = entry["rect"] as Box;
    return rebuilt(entry, [x, y, tidied(Math.max(least, width + across)), tidied(Math.max(least, depth + up))]);
  }
  if (shape === "circle") {
    const [x, y, radius] = entry["circle"] as [number, number, number];
    return { ...entry, circle: [x, y, tidied(Math.max(least, radius + (across || up)))] };
  }
  if (shape === "line") {
    const thick = positive(entry["thickness"]) ?? 1;
    return { ...entry, thickness: tidied(Math.max(least / 2, thick + (across || up) / 2)) };
  }
  if (shape === "polygon") {
    const [left, low, width, depth] = boundsOf(entry["polygon"] as Spot[]);
    const by: Spot = [Math.max(least, width + across) / (width || 1), Math.max(least, depth + up) / (depth || 1)];
    const points = (entry["polygon"] as Spot[]).map(([x, y]): Spot => [
      tidied(left + (x - left) * by[0]),
      tidied(low + (y - low) * by[1]),
    ]);
    return { ...entry, polygon: points };
  }
  return entry;
}

/** Whether an item can stand askew. */
export const canTurn = (item: Item): boolean =>
  Boolean(item.layer.turns) && (item.shape === "rect" || item.shape === "polygon");

export function turnedTo(entry: Entry, degrees: number): Entry {
  const turn = tidied(((degrees % 360) + 360) % 360);
  const { turn: _, ...rest } = entry;
  return turn ? { ...rest, turn } : rest;
}

/** A corner more in a polygon or a line, behind the one of this number. */
export function bent(item: Item, after: number): Entry {
  const { entry, shape } = item;
  const points = gripsOf(item);
  const [a, b] = [points[after]!, points[(after + 1) % points.length]!];
  const middle: Spot = [tidied((a[0] + b[0]) / 2), tidied((a[1] + b[1]) / 2)];
  const { turn: _, ...rest } = entry;
  return { ...rest, [shape]: [...points.slice(0, after + 1), middle, ...points.slice(after + 1)] };
}

/** A polygon or a line without one of its corners; nothing if too few would be left. */
export function straightened(item: Item, which: number): Entry | undefined {
  const points = gripsOf(item);
  const fewest = item.shape === "polygon" ? 3 : 2;
  if (points.length <= fewest) return undefined;
  const { turn: _, ...rest } = item.entry;
  return { ...rest, [item.shape]: points.filter((_, at) => at !== which) };
}

/** A new outline between two spots, as somebody draws it. */
export function drawnAs(shape: Shape, from: Spot, to: Spot): Entry {
  if (shape === "circle") return { circle: [...from, tidied(Math.hypot(to[0] - from[0], to[1] - from[1]))] };
  if (shape === "rect") {
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    return { rect: [tidied(x), tidied(y), tidied(Math.abs(to[0] - from[0])), tidied(Math.abs(to[1] - from[1]))] };
  }
  if (shape === "line") return { line: [from, to] };
  if (shape === "polygon") return { polygon: [from, [to[0], from[1]], to, [from[0], to[1]]] };
  return { at: from };
}
