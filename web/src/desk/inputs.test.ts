import { expect, test } from "vitest";
import type { Schema } from "../lib/schema";
import { choicesOf, diceToRoll, kindOf, matching, sorted, withFigure } from "./inputs";

const weapon = { enum: ["laser-gun", "bow"], "x-titles": ["Laser Gun", "Bow"], type: "string" } as Schema;
const root: Schema = {
  properties: {
    shooter: { $ref: "#/$defs/Model" },
    weapon,
    traits: { type: "array", items: weapon },
    aimed: { type: "boolean" },
    scale: { enum: ["15mm", "28mm"] },
    rulings: { $ref: "#/$defs/Model" },
  },
  $defs: { Model: { properties: { combat: { type: "integer" } } } },
};

test("a name is found by any of its words, whatever the case and the hyphens", () => {
  const all = choicesOf(weapon);
  expect(all[0]).toEqual({ value: "laser-gun", label: "Laser Gun" });
  expect(matching(all, "LASER gun").map((it) => it.value)).toEqual(["laser-gun"]);
  expect(matching(all, "gun laser").map((it) => it.value)).toEqual(["laser-gun"]);
  expect(matching(all, "laser-gun").map((it) => it.value)).toEqual(["laser-gun"]);
  expect(matching(all, "lance")).toEqual([]);
});

test("each kind of input is known, and what is settled for an evening is folded away", () => {
  expect(Object.values(root.properties!).map((it) => kindOf(it, root))).toEqual([
    "group",
    "name",
    "names",
    "flag",
    "name",
    "group",
  ]);
  const [near, far] = sorted(root, root);
  expect(near.map(([key]) => key)).toEqual(["weapon", "traits", "aimed", "shooter"]);
  expect(far.map(([key]) => key)).toEqual(["scale", "rulings"]);
});

test("numbers that are usually none are folded away where there are many", () => {
  const none: Schema = { type: "integer", minimum: 0, default: 0 };
  const few: Schema = { properties: Object.fromEntries([1, 2, 3].map((it) => [`n${it}`, none])) };
  const many: Schema = { properties: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((it) => [`n${it}`, none])) };
  expect(sorted(few, few)[1]).toEqual([]);
  expect(sorted(many, many)[1]).toHaveLength(7);
});

test("a figure fills its group and brings its weapon", () => {
  const rex = { field: "shooter", paper: "p", name: "Rex", inputs: { combat: 4 }, beside: { weapon: "bow" } };
  expect(withFigure({ shooter: { combat: 1, fallen: true }, weapon: "rock" }, rex)).toEqual({
    shooter: { combat: 4, fallen: true },
    weapon: "bow",
  });
  expect(withFigure({ shooter: [{ combat: 1 }] }, rex, 0)["shooter"]).toEqual([{ combat: 4 }]);
  expect(withFigure({ shooter: [{ combat: 1 }] }, rex)["shooter"]).toEqual([{ combat: 1 }, { combat: 4 }]);
  expect(withFigure({ level: 1 }, { field: "", paper: "p", name: "Wealth", inputs: { level: 3 } })).toEqual({
    level: 3,
  });
});

test("dice of several hands are told apart by colour", () => {
  expect(diceToRoll([{ by: "", dice: [6, 6] }])).toBe("2d6");
  expect(
    diceToRoll([
      { by: "shooter", dice: [6, 6] },
      { by: "target", dice: [6] },
    ]),
  ).toBe("2d6 white for the shooter and 1d6 coloured for the target");
});
