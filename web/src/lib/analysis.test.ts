import { expect, test } from "vitest";
import { curve, spread, turnMarks } from "./analysis";
import type { Analysis } from "./protocol";

test("the curve begins with the initial chance and ends at the right with the last", () => {
  const found = { initial: { red: 0.5 }, steps: [{ chances: { red: 0.75 } }, { chances: { red: 1 } }] };
  expect(curve(found as unknown as Analysis, "red", 100, 40)).toBe("0.0,20.0 50.0,10.0 100.0,0.0");
});

test("a match without events lies at the left", () => {
  expect(spread(0, 0, 100)).toBe(0);
});

test("turns are marked where they begin, with room between them", () => {
  const steps = [1, 1, 2, 3, 3, 4, 4, 5].map((turn) => ({ turn }));
  const found = { steps } as unknown as Analysis;
  expect(turnMarks(found, 4, 80)).toEqual([
    { turn: 1, at: 0 },
    { turn: 2, at: 20 },
    { turn: 4, at: 50 },
  ]);
  expect(turnMarks({ steps: [] } as unknown as Analysis, 4, 80)).toEqual([]);
});
