import { expect, test } from "vitest";
import type { SeatState } from "./protocol";
import { colours, NOBODY } from "./seats";

const seats = (...names: string[]): SeatState[] =>
  names.map((name) => ({
    id: name.toLowerCase(),
    name,
    bot: "",
    is_here: true,
    is_asked: false,
    physical_dice: false,
  }));

test("a seat that is called by a colour has it", () => {
  const colourOf = colours(seats("Red", "Blue"));
  expect([colourOf("red"), colourOf("blue")]).toEqual(["var(--seat-red)", "var(--seat-blue)"]);
});

test("the others get colours that nobody is called by", () => {
  const colourOf = colours(seats("Captain", "Blue", "Anna"));
  expect([colourOf("captain"), colourOf("anna")]).toEqual(["var(--seat-orange)", "var(--seat-green)"]);
});

test("a colour counts by the name as well as by the id", () => {
  const [one] = seats("P1");
  expect(colours([{ ...one!, name: "The Gold Party" }])("p1")).toBe("var(--seat-yellow)");
});

test("what belongs to no seat has no colour of its own", () => {
  expect(colours(seats("Red"))("zeds")).toBe(NOBODY);
});
