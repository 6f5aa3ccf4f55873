import { describe, expect, it } from "vitest";
import type { Spot } from "../lib/board";
import { inset, isBroad, scattered } from "./scenery";

const SQUARE: Spot[] = [
  [0, 0],
  [6, 0],
  [6, 6],
  [0, 6],
];

describe("scenery", () => {
  it("grows inside its outline, the same each time", () => {
    const trees = scattered(SQUARE, 1);
    expect(trees.length).toBeGreaterThan(20);
    expect(trees.every(({ x, y }) => x > 0 && x < 6 && y > 0 && y < 6)).toBe(true);
    expect(scattered(SQUARE, 1)).toEqual(trees);
  });

  it("is not crowded however large it is", () => expect(scattered(SQUARE, 0.01).length).toBeLessThanOrEqual(15 * 15));
  it("has a roof inside its walls", () => expect(inset(SQUARE, 0.5)[0]).toEqual([1.5, 1.5]));
  it("has none on a wall", () => expect(isBroad([[0, 0], [9, 0], [9, 0.3], [0, 0.3]], 1.5)).toBe(false)); // prettier-ignore
});
