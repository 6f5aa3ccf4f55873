import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Schema } from "../lib/schema";
import SchemaField from "./SchemaField.svelte";

const root: Schema = {
  $defs: {
    Figure: {
      type: "object",
      properties: {
        life: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }], default: null },
        name: { type: "string", default: "Ann" },
      },
    },
    Rulings: { type: "object", properties: { doors: { enum: ["open", "shut"], default: "open" } } },
  },
};

function form(schema: Schema, value: unknown, name = "thing") {
  const onchange = vi.fn();
  render(SchemaField, { name, schema, root, value, onchange });
  return onchange;
}

test("a nested figure hands up the whole of what it sits in", async () => {
  const onchange = form(
    {
      type: "object",
      properties: { attacker: { $ref: "#/$defs/Figure" }, aimed: { type: "boolean", default: false } },
    },
    { attacker: { name: "Bob" } },
  );
  await fireEvent.input(screen.getByLabelText("Life"), { target: { value: "4" } });
  expect(onchange).toHaveBeenLastCalledWith({ attacker: { name: "Bob", life: 4 } });
  await fireEvent.click(screen.getByLabelText("Aimed"));
  expect(onchange).toHaveBeenLastCalledWith({ attacker: { name: "Bob" }, aimed: true });
});

test("an optional number that is emptied is nothing, a required one keeps what it was", async () => {
  const optional = form(root.$defs!["Figure"]!.properties!["life"]!, 3, "life");
  await fireEvent.input(screen.getByLabelText("Life"), { target: { value: "" } });
  expect(optional).toHaveBeenCalledWith(null);
  const required = form({ type: "integer" }, 3, "wounds");
  await fireEvent.input(screen.getByLabelText("Wounds"), { target: { value: "" } });
  expect(required).not.toHaveBeenCalled();
});

test("a choice keeps its type", async () => {
  const onchange = form({ enum: [1, 2, 3], default: 1 }, 1, "dice");
  await fireEvent.change(screen.getByLabelText("Dice"), { target: { value: "3" } });
  expect(onchange).toHaveBeenCalledWith(3);
});

test("a list grows, changes and shrinks", async () => {
  const onchange = form({ type: "array", items: { type: "string" } }, ["punk", "thug"], "enemies");
  await fireEvent.click(screen.getByRole("button", { name: /Add/ }));
  expect(onchange).toHaveBeenLastCalledWith(["punk", "thug", ""]);
  await fireEvent.input(screen.getByLabelText("2"), { target: { value: "senior" } });
  expect(onchange).toHaveBeenLastCalledWith(["punk", "senior"]);
  await fireEvent.click(screen.getByRole("button", { name: "Remove 1 of Enemies" }));
  expect(onchange).toHaveBeenLastCalledWith(["thug"]);
});

test("pairs are edited place by place", async () => {
  const onchange = form(
    { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false },
    [1, 2],
    "spot",
  );
  await fireEvent.input(screen.getByLabelText("Value"), { target: { value: "5" } });
  expect(onchange).toHaveBeenCalledWith([1, 5]);
});

test("a table of names takes another name, with figures of their own", async () => {
  const onchange = form({ type: "object", additionalProperties: { $ref: "#/$defs/Figure" } }, {}, "numbers");
  await fireEvent.input(screen.getByLabelText("Another name for Numbers"), { target: { value: "medic" } });
  await fireEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(onchange).toHaveBeenCalledWith({ medic: {} });
});

test("house rules are folded away", () => {
  form({ type: "object", properties: { rulings: { $ref: "#/$defs/Rulings" } } }, {}, "");
  expect(screen.getByText("House rules").closest("details")!.open).toBe(false);
});
