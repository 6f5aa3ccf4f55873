import { expect, test } from "vitest";
import type { Spot } from "../lib/board";
import { dockFor, placeFor } from "./dock";

test("a card goes to the corner that is farthest from what it tells of", () => {
  expect(dockFor([[0.1, 0.1]])).toEqual(["end", "end"]);
  expect(dockFor([[0.9, 0.9]])).toEqual(["start", "start"]);
});

test("of two places neither is hidden", () => {
  const places: Array<[number, number]> = [
    [0.1, 0.9],
    [0.9, 0.9],
  ];
  expect(dockFor(places)[1]).toBe("start");
});

const FRAME: Spot = [800, 600];
const CARD: Spot = [240, 100];
const isHidden = ([left, top]: Spot, [x, y]: Spot): boolean =>
  x > left && x < left + CARD[0] && y > top && y < top + CARD[1];

test("a card beside two figures hides neither of them, nor the line between", () => {
  const [shooter, target, between]: Spot[] = [
    [100, 300],
    [500, 300],
    [300, 300],
  ];
  const at = placeFor(FRAME, CARD, [shooter!, target!], []);
  for (const it of [shooter!, target!, between!]) expect(isHidden(at, it)).toBe(false);
});

test("a card lies where no other figure stands, if there is such a place", () => {
  const crowd = Array.from({ length: 9 }, (_, index): Spot => [60 + index * 80, 220]);
  const at = placeFor(FRAME, CARD, [[400, 300]], crowd);
  expect(crowd.some((it) => isHidden(at, it))).toBe(false);
  expect(isHidden(at, [400, 300])).toBe(false);
});

test("a card stays in the frame, and one without a figure lies at its edge", () => {
  for (const told of [[[5, 5]], [[795, 595]], []] as Spot[][]) {
    const [x, y] = placeFor(FRAME, CARD, told, []);
    expect(x).toBeGreaterThan(0);
    expect(y).toBeGreaterThan(0);
    expect(x + CARD[0]).toBeLessThan(FRAME[0]);
    expect(y + CARD[1]).toBeLessThan(FRAME[1]);
  }
});
