import { expect, test } from "vitest";
import { dockFor } from "./dock";

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
