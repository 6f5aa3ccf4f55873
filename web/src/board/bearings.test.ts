import { expect, test } from "vitest";
import type { Piece } from "../lib/protocol";
import { directionOf, standings } from "./bearings";

const marta: Piece = { id: "marta", x: 5, y: 5, label: "Marta", radius: 0.5 };
const zed = (id: string, x: number, y: number, tags = ["shambler"]): Piece => ({
  id,
  x,
  y,
  label: "s",
  radius: 0.5,
  tags,
});

test("directions are those of a map: up is north", () => {
  const to = (x: number, y: number) => directionOf(marta, zed("z", x, y));
  expect([to(9, 5), to(5, 9), to(1, 5), to(5, 1), to(8, 8), to(2, 2)]).toEqual([
    "east",
    "north",
    "west",
    "south",
    "north-east",
    "south-west",
  ]);
});

test("figures are told from the one that acts, the nearest first, by their names and not by a letter", () => {
  const told = standings([marta, zed("far", 15, 5), zed("near", 5, 8, ["shambler", "knocked back"])], marta, "inch");
  expect(told.map((it) => it.words)).toEqual([
    "shambler: 2.0 inch north of Marta, knocked back",
    "shambler: 9.0 inch east of Marta",
  ]);
});

test("where nobody acts, they are told by where they stand", () => {
  expect(standings([marta], undefined, "inch").map((it) => it.words)).toEqual(["Marta: 5.0 across, 5.0 up"]);
});
