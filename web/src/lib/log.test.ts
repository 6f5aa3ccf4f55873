import { expect, test } from "vitest";
import { chapters, headingAt } from "./log";
import type { Logged } from "./table.svelte";

const told = (turn: number, heading: string, position: number, text: string): Logged => ({ turn, heading, what: { kind: "event", rule: "a.b", text, position } });

test("turns that share a heading are one chapter, and what followed from one answer one move", () => {
  const found = chapters([told(1, "Round 1", 0, "a"), told(1, "Round 1", 2, "b"), told(2, "Round 1", 2, "c"), told(3, "Round 2", 3, "d")]);
  expect(found.map((it) => [it.heading, it.at, it.moves.map((move) => move.lines.length)])).toEqual([
    ["Round 1", 0, [1, 2]],
    ["Round 2", 3, [1]],
  ]);
});

test("a position stands under the heading that the log gives it", () => {
  const log = [told(1, "Round 1", 0, "a"), told(9, "Round 2", 4, "b")];
  expect([headingAt(log, 3), headingAt(log, 4), headingAt([], 4)]).toEqual(["Round 1", "Round 2", ""]);
});

test("a turn without a heading has its number, and chapters never share a key", () => {
  const found = chapters([told(1, "", 0, "a"), told(2, "Red", 1, "b"), told(3, "Blue", 2, "c"), told(4, "Red", 3, "d")]);
  expect(found[0]!.heading).toBe("Turn 1");
  expect(new Set(found.map((it) => it.key)).size).toBe(4);
});
