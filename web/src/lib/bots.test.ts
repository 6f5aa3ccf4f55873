import { expect, test } from "vitest";
import { parse, spell } from "./bots";

test("parameters are understood by name and by their order", () => {
  expect(parse("warlord:bold=0.3", ["bold"])).toEqual({ name: "warlord", params: { bold: "0.3" } });
  expect(parse("think:2s,8", ["budget", "options"])).toEqual({ name: "think", params: { budget: "2s", options: "8" } });
  expect(parse("random", [])).toEqual({ name: "random", params: {} });
});

test("a bot is spelled with the parameters that were set", () => {
  expect(spell({ name: "warlord", params: { bold: "0.3" } })).toBe("warlord:bold=0.3");
  expect(spell({ name: "warlord", params: { bold: "" } })).toBe("warlord");
});
