import { describe, expect, it } from "vitest";
import { beatsOf } from "./beats";
import { sound, soundsOf } from "./sound";

const beat = beatsOf([
  { kind: "event", rule: "a", text: "Ann shoots", on: ["ann", "zed"], mark: "shoot" },
  { kind: "roll", rule: "a", label: "1d6", by: [""], hands: [[6]], faces: [[4]], value: "hit" },
  { kind: "event", rule: "a", text: "Zed falls", on: ["zed"], mark: "dead" },
])[0]!;

describe("sound", () => {
  it("is made of what happens", () => expect(soundsOf(beat)).toEqual(["dice", "shot", "growl"]));

  it("is off until somebody switches it on", () => {
    let made = 0;
    class Counted {
      constructor() {
        made++;
      }
    }
    Object.assign(globalThis, { AudioContext: Counted });
    sound("dice");
    expect(made).toBe(0);
  });
});
