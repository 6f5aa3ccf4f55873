import { expect, test } from "vitest";
import { Hand } from "./hand";

const touch = (clientX: number, clientY: number, pointerId = 1) => ({ clientX, clientY, pointerId });

test("a pointer that nobody presses points", () => {
  expect(new Hand().move(touch(5, 5))).toEqual({ kind: "point" });
});

test("a press and a release in one place are a click, a trembling hand included", () => {
  const hand = new Hand();
  hand.down(touch(10, 10));
  expect(hand.move(touch(12, 11))).toEqual({ kind: "point" });
  expect(hand.up(touch(12, 11))).toBe(true);
});

test("a drag tells how far it has gone since it began, and is no click", () => {
  const hand = new Hand();
  hand.down(touch(10, 10));
  hand.move(touch(20, 10));
  expect(hand.move(touch(30, 5))).toEqual({ kind: "drag", across: 20, down: -5 });
  expect(hand.up(touch(30, 5))).toBe(false);
});

test("two fingers that part pinch, and neither clicks", () => {
  const hand = new Hand();
  hand.down(touch(0, 0, 1));
  hand.down(touch(10, 0, 2));
  expect(hand.move(touch(20, 0, 2))).toEqual({
    kind: "pinch",
    factor: 2,
    around: { clientX: 10, clientY: 0 },
    across: 5,
    down: 0,
  });
  expect([hand.up(touch(20, 0, 2)), hand.up(touch(0, 0, 1))]).toEqual([false, false]);
});
