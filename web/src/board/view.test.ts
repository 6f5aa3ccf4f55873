import { expect, test } from "vitest";
import { View } from "./view.svelte";

function seen(frame: [number, number] = [0, 0]) {
  const view = new View(() => ({ width: 20, height: 10 }));
  view.frame = frame;
  return view;
}

test("before the frame is measured it shows just the table", () => {
  expect(seen().box).toBe("0 0 20 10");
});

test("the whole table fits the frame, with as much room on either side as is left", () => {
  expect(seen([400, 400]).box).toBe("0 -5 20 20");
  expect(seen([400, 100]).box).toBe("-10 0 40 10");
});

test("closer, the view fills the frame and never leaves the table", () => {
  const view = seen([400, 400]);
  view.zoomBy(4);
  expect([view.width, view.height]).toEqual([5, 5]);
  for (let step = 0; step < 50; step++) view.pan(-1, -1);
  expect([view.left, view.top]).toEqual([0, 0]);
});

test("what one zooms in on stays where it is", () => {
  const view = seen([200, 100]);
  view.zoomBy(2, [5, 7]);
  expect(view.shareOf([5, 7])).toEqual([0.25, expect.closeTo(0.3)]);
});

test("a place of the frame and a spot of the table lead to one another", () => {
  const view = seen([400, 400]);
  view.zoomBy(2);
  const spot = view.at(0.3, 0.6);
  const [across, down] = view.shareOf(spot);
  expect([across, down]).toEqual([expect.closeTo(0.3), expect.closeTo(0.6)]);
});

test("a drag moves the table with the hand, and only when there is more of it than the frame shows", () => {
  const view = seen([200, 100]);
  view.drag(view.grip, 50, 0);
  expect(view.left).toBe(0);
  view.zoomBy(2);
  const before = view.left;
  view.drag(view.grip, 50, 0);
  expect(view.left).toBeCloseTo(before - 2.5);
});

test("it can be set back to the whole table", () => {
  const view = seen([200, 100]);
  view.zoomBy(3, [18, 2]);
  view.whole();
  expect([view.isWhole, view.box]).toEqual([true, "0 0 20 10"]);
});
