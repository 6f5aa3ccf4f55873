import { describe, expect, it } from "vitest";
import type { Event, Rolled, SeatState } from "../lib/protocol";
import { seatsAgain, storyOf } from "./aftermath";

const shot = (position: number, chance: number, text: string, mark: Event["mark"] = "dead"): Array<Event | Rolled> => [
  { kind: "event", rule: "a", text: "shoots", position, on: ["ann", text], mark: "shoot" },
  { kind: "roll", rule: "a", label: "1d6", by: [""], hands: [[6]], faces: [[6]], value: "hit", position, chance },
  { kind: "event", rule: "a", text, position, on: [text], mark },
];
const seat = (id: string, bot = ""): SeatState => ({
  id,
  name: id,
  bot,
  is_here: true,
  is_asked: false,
  physical_dice: false,
});

describe("the story of a match", () => {
  const log = [
    ...shot(1, 0.9, "Ann falls"),
    ...shot(2, 0.1, "Bob falls"),
    ...shot(3, 0.02, "Cid is missed", "miss"),
    ...shot(4, 0.2, "Dan falls"),
  ];
  const story = storyOf(log);

  it("tells the unlikely rolls that something came of, in their order", () =>
    expect(story.turns.map((it) => it.text)).toEqual(["Bob falls", "Dan falls"]));
  it("counts those who were lost", () => expect(story.lost).toHaveLength(3));
});

describe("playing again", () => {
  const seats = [seat("red"), seat("blue", "warlord")];
  it("seats everybody as before", () => expect(seatsAgain(seats, false)["blue"]?.bot).toBe("warlord"));
  it("swaps sides if that is wanted", () =>
    expect(Object.entries(seatsAgain(seats, true)).map(([id, { bot }]) => [id, bot])).toEqual([
      ["red", "warlord"],
      ["blue", ""],
    ]));
});
