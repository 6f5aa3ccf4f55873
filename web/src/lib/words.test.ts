import { expect, test } from "vitest";
import { diceName, facesTyped, faultOf, firstFew, holdsWords, marked, nameOf, percent, pips, ruleName } from "./words";

test("chances are rounded, but never to a certainty that they are not", () => {
  expect(percent(0.5)).toBe("50 %");
  expect(percent(0.0421)).toBe("4.2 %");
  expect(percent(0.0001)).toBe("<0.1 %");
  expect(percent(0.99999)).toBe(">99.9 %");
  expect(percent(1)).toBe("100 %");
  expect(percent(0)).toBe("0 %");
});

test("a die shows as many pips as its value, and no two in one place", () => {
  for (const value of [1, 2, 3, 4, 5, 6]) expect(new Set(pips(value).map(String)).size).toBe(value);
});

test("dice are named as a table names them", () => {
  expect(diceName([6, 6, 8])).toBe("2d6 + 1d8");
});

test("faces can be typed with or without gaps", () => {
  expect(facesTyped("4, 3,1")).toEqual([4, 3, 1]);
  expect(facesTyped("431")).toEqual([4, 3, 1]);
  expect(facesTyped("10 4")).toEqual([10, 4]);
  expect(facesTyped("")).toEqual([]);
  expect(facesTyped("12", [15])).toEqual([12]);
});

test("a face that a die does not have is named with its die, and one that is missing is no fault yet", () => {
  expect(faultOf([2, 9], [6, 8])).toBe("Die 2 is a d8: it cannot show 9.");
  expect(faultOf([0], [6])).toContain("cannot show 0");
  expect(faultOf([1, 2, 3], [6, 6])).toBe("These are 3 faces for 2 dice.");
  expect(faultOf([undefined, 8], [6, 8])).toBe("");
});

test("a rule is told by the last part of its id, and one word does not stand alone", () => {
  expect(ruleName("shot.range-bands")).toBe("range bands");
  expect(ruleName("patrol.roll")).toBe("patrol roll");
});

test("words are found in any order and case, and stand out where they are", () => {
  expect(holdsWords("Hand grenades (frag)", "FRAG gren")).toBe(true);
  expect(holdsWords("Hand grenades", "gren smoke")).toBe(false);
  expect(
    marked("Hand grenades (frag)", "GREN (frag)")
      .filter(([, isHit]) => isHit)
      .map(([part]) => part),
  ).toEqual(["gren", "(frag)"]);
  expect(marked("all of it", " ")).toEqual([["all of it", false]]);
});

test("outcomes beyond a few are set apart, but never one alone", () => {
  const outcomes = ["hit", "miss", "jam"].map((outcome) => ({ outcome, value: 1 / 3 }));
  expect(firstFew(outcomes, 1).map((it) => it.length)).toEqual([1, 2]);
  expect(firstFew(outcomes, 2).map((it) => it.length)).toEqual([3, 0]);
});

test("outcomes read as words", () => {
  expect(nameOf("stopped-by-armour")).toBe("stopped by armour");
  expect(nameOf([2, true])).toBe("2, yes");
  expect(nameOf({ wounds: 2 })).toBe("Wounds 2");
});
