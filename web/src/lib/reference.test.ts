import { expect, test } from "vitest";
import { sections } from "./reference";

const entry = (id: string, title: string) => ({ id, title, text: "" });
const book = [
  entry("doors.grenade", "Shooting Doors"),
  entry("move.run", "Moving"),
  entry("blast.size", "Grenades"),
  entry("move.walk", "Moving"),
];

test("entries stand under their heading in the order of the book", () => {
  expect(sections(book, "").map((it) => [it.title, it.entries.length])).toEqual([
    ["Shooting Doors", 1],
    ["Moving", 2],
    ["Grenades", 1],
  ]);
});

test("a heading that holds the words comes first, then an id that does", () => {
  expect(sections(book, "grenade").map((it) => it.title)).toEqual(["Grenades", "Shooting Doors", "Moving"]);
});
