import { expect, test } from "vitest";
import { invitation } from "./router.svelte";

test("an invitation leads to its table and seat, with or without the address before it", () => {
  expect(invitation(" http://elsewhere:8765/#/table/m%201/red/secret ")).toEqual(["table", "m 1", "red", "secret"]);
  expect(invitation("table/m1")).toEqual(["table", "m1"]);
});

test("anything else is no invitation", () => {
  for (const text of [
    "nonsense",
    "http://elsewhere/",
    "#/rules/mdrg",
    "#/table/m1/red",
    "#/table",
    "#/table/%E0%A4%A",
    "see #/table/m1 there",
  ])
    expect(invitation(text)).toBeUndefined();
});
