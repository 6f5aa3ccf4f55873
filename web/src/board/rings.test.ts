import { expect, test } from "vitest";
import type { Overlay } from "../lib/protocol";
import { ringsOf } from "./rings";

const circle = (radius: number): Overlay => ({ shape: "circle", points: [[5, 5]], radius });

test("wide circles are rings, in their order; small ones, lines and areas are not", () => {
  const overlays: Overlay[] = [circle(20), { shape: "area", points: [[0, 0]] }, circle(0.5), circle(12)];
  const { rings, others } = ringsOf(overlays, 1);
  expect(rings.map((it) => it.radius)).toEqual([20, 12]);
  expect(others).toHaveLength(2);
});

test("what is wide depends on the table's measure", () => {
  expect(ringsOf([circle(100)], 30).rings).toEqual([]);
});
