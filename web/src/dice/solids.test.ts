import { describe, expect, it } from "vitest";
import { dot, minus, solidOf } from "./solids";

describe("the body of a die", () => {
  it.each([4, 6, 8, 10, 12, 20])("with %i sides has as many faces, all flat and alike", (sides) => {
    const { faces, corners } = solidOf(sides)!;
    expect(faces).toHaveLength(sides);
    expect(new Set(faces.map((it) => it.corners.length)).size).toBe(1);
    for (const { normal, corners: on, middle } of faces)
      for (const corner of on) expect(dot(normal, minus(corners[corner]!, middle))).toBeCloseTo(0, 2);
  });

  it("is not known of dice that nobody can hold", () => expect(solidOf(7)).toBeUndefined());
});
