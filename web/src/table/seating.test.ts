import { beforeEach, expect, test, vi } from "vitest";
import { remember, tableOf } from "../lib/memory";
import type { Arrival, Connection } from "../lib/table.svelte";
import { HOST, Seating } from "./seating.svelte";

type Fake = Connection & { close: ReturnType<typeof vi.fn> };

function sit(seat = "", token = "") {
  const opened: Fake[] = [];
  const arrivals: Arrival[] = [];
  const seating = new Seating("t1", seat, token, (of, arrival) => {
    arrivals.push(arrival);
    const line = { token: of, present: { seat: of, asks: undefined }, isOut: false, isBusy: false, close: vi.fn() };
    opened.push(line as unknown as Fake);
    return opened.at(-1)!;
  });
  return { seating, opened, arrivals };
}

const both = { id: "t1", game: "mdrg", title: "MDRG", host: "h", seats: { red: "r", blue: "b" }, when: 1 };

beforeEach(() => localStorage.clear());

test("without a token one watches", () => {
  expect(sit().opened.map((it) => it.token)).toEqual([""]);
});

test("a link gives its seat, which is remembered", () => {
  const { opened } = sit("red", "r");
  expect(opened.map((it) => it.token)).toEqual(["r"]);
  expect(tableOf("t1")?.seats).toEqual({ red: "r" });
});

test("the link of a host makes a host and gives no seat", () => {
  const { seating } = sit(HOST, "h");
  expect([seating.host, seating.held]).toEqual(["h", []]);
});

test("a seat that is sent on loses its line here and no other does", () => {
  remember(both);
  const { seating, opened } = sit();
  seating.hold("blue", false);
  expect(seating.held).toEqual(["red"]);
  expect(opened.map((it) => it.close.mock.calls.length)).toEqual([0, 1]);
  expect(Object.keys(seating.links)).toEqual(["red", "blue"]);
});

test("of several seats the one that is asked has the floor, else the one that somebody turned to", () => {
  remember(both);
  const { seating, opened } = sit();
  seating.wanted = "b";
  expect(seating.active).toBe(opened[1]);
  Object.assign(opened[0]!.present!, { asks: { rule: "x" } });
  expect(seating.active).toBe(opened[0]);
});

test("a seat that a bot took is forgotten, one with a fresh link is somebody else's", () => {
  remember(both);
  const { seating } = sit();
  seating.replaced("blue");
  expect(seating.links["blue"]).toBeUndefined();
  seating.invited("blue", "b2");
  expect([seating.held, seating.links["blue"]?.endsWith("/blue/b2")]).toEqual([["red"], true]);
});

test("several seats at one screen are kept for guests, and make way when those come", () => {
  remember(both);
  const { seating, opened, arrivals } = sit();
  expect(arrivals).toEqual([
    { spare: true, takes: false },
    { spare: true, takes: false },
  ]);
  Object.assign(opened[1]!, { isTaken: true, present: { seat: "blue" } });
  expect(seating.makeWay()).toEqual(["blue"]);
  expect([seating.held, tableOf("t1")?.away]).toEqual([["red"], ["blue"]]);
});

test("who comes by a link takes the seat, and who returns does not take it again", () => {
  expect(sit("red", "r").arrivals).toEqual([{ spare: false, takes: true }]);
  expect(sit().arrivals).toEqual([{ spare: false, takes: false }]);
});
