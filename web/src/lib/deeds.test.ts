import { expect, test } from "vitest";
import { figureOf, isApart, isForGood, offersOf } from "./deeds";
import type { ShownChoose } from "./protocol";

const isFigure = (id: string) => ["ann", "bill"].includes(id);
const question: ShownChoose = {
  kind: "Choose",
  prompt: "Ann?",
  options: [
    { key: "shoot", label: "Shoot Bill", deed: { kind: "shoot", figure: "ann", target: "bill" } },
    { key: "aim", label: "Aim at Bill", deed: { kind: "aim", figure: "ann", target: "bill" } },
    { key: "door", label: "Open the door", deed: { kind: "open", figure: "ann", target: "door 3" } },
    { key: "end", label: "Nothing more" },
  ],
};

test("options are gathered by whom they are done to, each with its odds", () => {
  const odds = { '"shoot"': [{ outcome: "hit", value: 0.5 }] };
  const offers = offersOf(question, odds, isFigure);
  expect(offers["bill"]!.map((it) => [it.option.key, it.odds.length])).toEqual([
    ["shoot", 1],
    ["aim", 0],
  ]);
});

test("what is done to no figure belongs to the one who does it, and what nobody does to none", () => {
  const offers = offersOf(question, {}, isFigure);
  expect(offers["ann"]!.map((it) => it.option.key)).toEqual(["door"]);
  expect(Object.keys(offers)).toEqual(["bill", "ann"]);
});

test("a figure that the game names goes before the one who acts", () => {
  expect(figureOf({ key: 1, label: "", figure: "bill", deed: { kind: "x", figure: "ann" } }, isFigure)).toBe("bill");
});

test("no click on a figure gives something away: that alone is no offer", () => {
  const hold = { key: "hold", label: "Hold fire", figure: "ann", caution: "apart" as const };
  expect(offersOf({ ...question, options: [hold] }, {}, isFigure)).toEqual({});
});

test("several that are chosen at once are chosen in the list", () => {
  expect(offersOf({ ...question, most: 2 }, {}, isFigure)).toEqual({});
});

test("what gives something away stands apart, and what cannot be made good is asked for as well", () => {
  const [go, hold, leave] = [
    { key: 1, label: "Go" },
    { key: 2, label: "Hold fire", caution: "apart" as const },
    { key: 3, label: "Leave", caution: "ask" as const },
  ];
  expect([go, hold, leave].map(isApart)).toEqual([false, true, true]);
  expect([go, hold, leave].map(isForGood)).toEqual([false, false, true]);
});
