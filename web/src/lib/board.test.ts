import { expect, test } from "vitest";
import { abbreviation, gap, lookOf, mayHold, nearest, neighbour, placeNames, regionOf, type Spot } from "./board";

const square: Spot[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];

test("the nearest spot is found within a limit, or none", () => {
  expect(nearest(square, [0.9, 0.2])).toBe(1);
  expect(nearest(square, [5, 5], 1)).toBe(-1);
});

test("every spot of a square is reached by arrows, and the border holds", () => {
  expect(neighbour(square, 0, "right")).toBe(1);
  expect(neighbour(square, 1, "up")).toBe(3);
  expect(neighbour(square, 3, "right")).toBe(3);
  expect(neighbour(square, -1, "up")).toBe(0);
});

test("bases are measured edge to edge", () => {
  const piece = (x: number) => ({ id: "a", x, y: 0, label: "a", radius: 0.5 });
  expect(gap(piece(0), piece(4))).toBe(3);
  expect(gap(piece(0), piece(0.5))).toBe(0);
});

test("terrain is drawn by what it is, and an open door is open", () => {
  expect(lookOf({ id: "x", outline: [], traits: ["blocks-sight", "woods"] })).toBe("woods");
  expect(lookOf({ id: "x", outline: [], traits: ["door", "closed"] })).toBe("door");
  expect(lookOf({ id: "x", outline: [], traits: ["door"] })).toBe("door open");
  expect(lookOf({ id: "x", outline: [], traits: ["bridge"] })).toBe("bridge");
  expect(lookOf({ id: "x", outline: [] })).toBe("other");
});

test("a region may have one ring or several", () => {
  expect(regionOf({ outline: square, samples: [] }).rings).toEqual([square]);
  expect(regionOf({ outline: square, outlines: [square, square], samples: [[1, 1]] }).rings).toHaveLength(2);
  expect(regionOf(undefined)).toEqual({ rings: [], samples: [] });
});

test("a spot lies in a ring but not in its hole, and a little beyond the edge is left to the umpire", () => {
  const ring = (low: number, high: number): Spot[] => [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  const region = { rings: [ring(0, 10), ring(4, 6)], samples: [[20, 20]] as Spot[] };
  const may = (x: number, y: number) => mayHold(region, [x, y], 36);
  expect([may(2, 5), may(5, 5), may(12, 5)]).toEqual([true, false, false]);
  expect([may(10.1, 5), may(4.1, 5), may(20, 20)]).toEqual([true, true, true]);
  expect(mayHold({ rings: [], samples: [] }, [5, 5], 36)).toBe(true);
});

test("names lie beside figures without touching one another or leaving the table", () => {
  const figures = [1, 2, 3].map((x) => ({ id: `f${x}`, x, y: 5, label: "Somebody", radius: 0.4 }));
  const places = placeNames(figures, new Map(), 0.5, [20, 10]);
  const rows = figures.flatMap((it) => {
    const at = places.get(it.id);
    return at ? [[it.x + at[0], it.y + at[1]]] : [];
  });
  expect(rows.length).toBeGreaterThan(1);
  expect(new Set(rows.map(([, y]) => y)).size).toBe(rows.length);
  expect(placeNames([{ ...figures[0]!, x: 0.4, y: 0.4 }], new Map(), 0.5, [0.8, 0.8]).size).toBe(0);
});

test("letters on a base are initials or a beginning", () => {
  expect([abbreviation("Old Tim"), abbreviation("Marta"), abbreviation('"Eel" Emerson'), abbreviation("s")]).toEqual([
    "OT",
    "Ma",
    "EE",
    "s",
  ]);
});
