import { expect, test } from "vitest";
import { isEqual, isWithin, pathText, placeOf, put, valueAt } from "./document";

const party = { name: "Us", model: [{ name: "Al", traits: ["x"] }, { name: "Bo" }] };

test("a value is put at its path and nothing else is touched", () => {
  const changed = put(party, ["model", 1, "traits"], ["y"]);
  expect(valueAt(changed, ["model", 1, "traits"])).toEqual(["y"]);
  expect(changed.model[0]).toBe(party.model[0]);
  expect(party.model[1]).toEqual({ name: "Bo" });
  expect(put(party, ["model", 0], undefined).model).toEqual([{ name: "Bo" }]);
  expect(put(party, ["name"], undefined)).not.toHaveProperty("name");
  expect(put({}, ["a", 0, "b"], 1)).toEqual({ a: [{ b: 1 }] });
});

test("paths are written as findings write them, places as forms do", () => {
  expect(pathText(["model", 1, "traits", 0])).toBe("model[1].traits[0]");
  expect(placeOf(["model", 1, "traits", 0])).toBe("model/traits");
  expect(isWithin("model[1].traits", "model[1]")).toBe(true);
  expect(isWithin("model[10]", "model[1]")).toBe(false);
  expect(isWithin("models", "model")).toBe(false);
});

test("equal is what holds the same", () => {
  expect(isEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true);
  expect(isEqual([], {})).toBe(false);
  expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
});
