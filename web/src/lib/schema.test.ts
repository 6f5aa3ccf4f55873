import { expect, test } from "vitest";
import { heldBy, initial, plain, type Schema } from "./schema";

const root: Schema = {
  $defs: {
    Figure: {
      type: "object",
      properties: { life: { type: "integer", minimum: 1 }, name: { type: "string", default: "Ann" } },
      required: ["life"],
    },
  },
};

test("a reference is followed, and what stands beside it kept", () => {
  expect(plain({ $ref: "#/$defs/Figure", description: "who shoots" }, root)).toMatchObject({
    type: "object",
    description: "who shoots",
  });
});

test("an optional field is the field it may be", () => {
  expect(plain({ anyOf: [{ type: "integer", minimum: 2 }, { type: "null" }], default: null }, root)).toMatchObject({
    type: "integer",
    minimum: 2,
  });
});

test("a form starts from defaults, and from the least that is allowed", () => {
  expect(initial({ $ref: "#/$defs/Figure" }, root)).toEqual({ life: 1 });
  expect(initial({ type: "string", default: "medic" }, root)).toBe("medic");
  expect(initial({ enum: ["steady", "wild"] }, root)).toBe("steady");
});

test("names with values are a table, a figure is not", () => {
  expect(heldBy({ type: "object", additionalProperties: { type: "string" } })).toEqual({ type: "string" });
  expect(heldBy(plain({ $ref: "#/$defs/Figure" }, root))).toBeUndefined();
});

test("a pair starts from what its places start from", () => {
  expect(
    initial(
      { type: "array", prefixItems: [{ enum: ["fast", "tank"] }, { type: "number", minimum: 1 }], items: false },
      root,
    ),
  ).toEqual(["fast", 1]);
});
