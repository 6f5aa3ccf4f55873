import { expect, test } from "vitest";
import { chapters, headingAt, newest, toldSince } from "./log";
import type { Logged } from "./table.svelte";

const told = (turn: number, heading: string, position: number, text: string): Logged => ({
  turn,
  heading,
  what: { kind: "event", rule: "a.b", text, position },
});

test("turns that share a heading are one chapter, and what followed from one answer one move", () => {
  const found = chapters([
    told(1, "Round 1", 0, "a"),
    told(1, "Round 1", 2, "b"),
    told(2, "Round 1", 2, "c"),
    told(3, "Round 2", 3, "d"),
  ]);
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
  const found = chapters([
    told(1, "", 0, "a"),
    told(2, "Red", 1, "b"),
    told(3, "Blue", 2, "c"),
    told(4, "Red", 3, "d"),
  ]);
  expect(found[0]!.heading).toBe("Turn 1");
  expect(new Set(found.map((it) => it.key)).size).toBe(4);
});

const roll = (position: number) =>
  ({
    turn: 1,
    heading: "",
    what: { kind: "roll", rule: "r", label: "", by: [], hands: [], faces: [], value: 4, position },
  }) as Logged;
const said = (text: string, position: number): Logged => ({
  turn: 1,
  heading: "",
  what: { kind: "event", rule: "r", text, position },
});

test("the newest are the last lines of the last answer", () => {
  const found = newest([said("old", 3), said("a", 4), said("b", 4)]);
  expect(found.map((it) => it.kind === "event" && it.text)).toEqual(["a", "b"]);
});

test("the roll that things follow from stays with them, however many follow", () => {
  const lines = [roll(4), said("a", 4), said("b", 4), said("c", 4), said("d", 4)];
  expect(newest(lines).map((it) => (it.kind === "event" ? it.text : "roll"))).toEqual(["roll", "c", "d"]);
});

test("what was told since is told again in its order, the last few of it", () => {
  const lines = [said("a", 3), said("b", 4), roll(5), said("c", 5), said("d", 6)];
  expect(toldSince(lines, 3, 2)).toEqual(["c", "d"]);
});
