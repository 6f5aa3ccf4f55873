import { beforeEach, expect, test } from "vitest";
import type { Numbers } from "./protocol";
import { pledgeOf, Stirring } from "./stirring";

const table = (more: Partial<Numbers> = {}): Numbers => ({
  closed: 0,
  pledges: {},
  numbers: {},
  last: {},
  is_pledged: false,
  ...more,
});

beforeEach(() => localStorage.clear());

test("a seat pledges, tells its number when all have pledged, and then is content", () => {
  const red = new Stirring("m");
  const { kind, hash } = red.reply("red", table())!;
  expect(kind).toBe("pledge");
  const pledges = { red: hash!, blue: "…" };
  expect(red.reply("red", table({ pledges }))).toBeUndefined();
  const told = red.reply("red", table({ pledges, is_pledged: true }))!;
  expect(pledgeOf("red", told.number!)).toBe(hash);
  expect(red.reply("red", table({ closed: 1, last: { red: told.number! } }))).toBeUndefined();
});

test("a page that is loaded again still knows its number", () => {
  const { hash } = new Stirring("m").reply("red", table())!;
  const again = new Stirring("m");
  expect(again.reply("red", table({ pledges: { red: hash! }, is_pledged: true }))!.kind).toBe("add");
});

test("whoever finds another's number for its seat opens a round, once, and all others take part", () => {
  const blue = new Stirring("other");
  const now = table({ closed: 1, last: { red: "1", blue: "2" } });
  expect(blue.reply("blue", now)!.kind).toBe("pledge");
  expect(blue.reply("blue", now)).toBeUndefined();
  const red = new Stirring("m");
  expect(red.reply("red", { ...now, pledges: { blue: "…" } })!.kind).toBe("pledge");
  expect(red.reply("red", { ...now, pledges: { blue: "…" }, numbers: { blue: "…" } })).toBeUndefined();
});

test("a page tells when somebody else adds a number in the name of its seat", () => {
  const red = new Stirring("m");
  expect(red.isForeign("red", table({ closed: 1, last: { red: "theirs" } }))).toBe(false); // it opens a round of its own
  const { hash } = red.reply("red", table({ closed: 1, last: { red: "theirs" } }))!;
  expect(red.isForeign("red", table({ closed: 1, pledges: { red: hash! }, last: { red: "theirs" } }))).toBe(false);
  expect(red.isForeign("red", table({ closed: 1, pledges: { red: "…" }, last: { red: "theirs" } }))).toBe(true);
  expect(red.isForeign("red", table({ closed: 2, last: { red: "theirs again" } }))).toBe(true);
  const { hash: second } = new Stirring("m").reply("red", table({ pledges: { blue: "…" } }))!;
  expect(red.isForeign("red", table({ closed: 2, pledges: { red: second! } }))).toBe(false); // another tab of this browser
});
