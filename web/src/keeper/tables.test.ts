import { expect, test } from "vitest";
import type { TableKept } from "../lib/protocol";
import { ago, chosen, inBytes, joined, standing } from "./tables";

const table = (id: string, more: Partial<TableKept> = {}): TableKept => ({
  id,
  game: "rdz",
  seats: ["Captain"],
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-02T00:00:00Z",
  position: 3,
  bytes: 1000,
  outcome: null,
  campaign: "",
  owner: "",
  days: 0,
  is_kept: false,
  goes: null,
  ...more,
});

test("tables are listed with who is connected in any process, and found by seat, game or id", () => {
  const rows = joined(
    [table("a", { bytes: 5e6 }), table("b", { seats: ["Mara"] })],
    [
      { place: 0, guests: { a: 2 } },
      { place: 1, guests: {} },
    ],
  );
  expect(rows.map((it) => it.guests)).toEqual([2, undefined]);
  expect(chosen(rows, "mara", "updated").map((it) => it.id)).toEqual(["b"]);
  expect(chosen(rows, "", "bytes").map((it) => it.id)).toEqual(["a", "b"]);
});

test("sizes, ages and what becomes of a table are told as people say them", () => {
  expect([inBytes(5_300_000), inBytes(12_400)]).toEqual(["5.3 MB", "12 kB"]);
  const now = Date.parse("2026-01-04T00:00:00Z");
  expect(ago("2026-01-02T00:00:00Z", now)).toBe("2 days ago");
  expect(standing({ ...table("a", { goes: "2026-03-01T00:00:00Z" }) })).toContain("goes on");
  expect(standing(table("a", { is_kept: true }))).toBe("kept for ever");
});
