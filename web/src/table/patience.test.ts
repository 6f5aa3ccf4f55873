import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MOMENT, Patience } from "./patience.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a question can be answered once it has stood for a moment", () => {
  const patience = new Patience();
  patience.shown("7/red");
  expect(patience.isTooSoon("7/red")).toBe(true);
  vi.advanceTimersByTime(MOMENT);
  expect(patience.isTooSoon("7/red")).toBe(false);
});

test("the next question begins again at once", () => {
  const patience = new Patience();
  patience.shown("7/red");
  vi.advanceTimersByTime(MOMENT);
  expect(patience.isTooSoon("8/red")).toBe(true);
  patience.shown("8/red");
  vi.advanceTimersByTime(MOMENT - 1);
  expect(patience.isTooSoon("8/red")).toBe(true);
});

test("no question is never too soon", () => {
  expect(new Patience().isTooSoon("")).toBe(false);
});
