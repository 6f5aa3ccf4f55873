import { expect, test } from "vitest";
import type { ShownStake } from "../lib/protocol";
import { SCALE, shadesOf, told, type Heat } from "./heat";

const shot: ShownStake = { id: "shot", title: "best shot from there" };
const goal: ShownStake = { id: "goal", title: "to the edge", unit: "inches", best: "least" };
const heat: Heat = {
  stake: "shot",
  spots: [
    [1, 1, 0.1],
    [2, 1, null],
    [4, 4, 0.6],
  ],
  spacing: 1,
  of: 3,
};
const marta = { id: "marta", x: 1, y: 1, label: "Marta" };

test("the best spot is the brightest, be it the most or the least", () => {
  const most = shadesOf(heat, shot);
  expect(most.squares.map((it) => it.colour)).toEqual([SCALE[0], SCALE.at(-1)]);
  expect(most.best).toEqual([4, 4]);
  expect(shadesOf(heat, { ...shot, best: "least" }).best).toEqual([1, 1]);
});

test("a map is a sentence for those who do not see it", () => {
  expect(told(heat, shot, marta, "inch")).toBe(
    "Best shot from there: 60 % at best, 4.2 inch north-east of Marta; 10 % at worst.",
  );
  const even: Heat = { ...heat, stake: "goal", spots: [[1, 1, 7]] };
  expect(told(even, goal, marta, "inch")).toBe("To the edge: 7.0 inches everywhere in reach.");
});
