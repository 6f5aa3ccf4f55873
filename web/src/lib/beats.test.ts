import { describe, expect, it } from "vitest";
import { beatsOf, boardAt, lineOf, marksOf, modifiersOf, sentencesOf } from "./beats";
import type { Board, Event, Piece, Rolled } from "./protocol";

const told = (text: string, more: Partial<Event> = {}): Event => ({ kind: "event", rule: "a.rule", text, ...more });
const roll = (more: Partial<Rolled> = {}): Rolled => ({
  kind: "roll",
  rule: "a.rule",
  label: "1d6",
  by: [""],
  hands: [[6]],
  faces: [[4]],
  value: "hit",
  ...more,
});
const piece = (id: string, x: number, more: Partial<Piece> = {}): Piece => ({ id, x, y: 0, label: id, ...more });
const board = (...pieces: Piece[]): Board => ({ type: "board", title: "", width: 10, height: 10, unit: "in", pieces });

const shot = [
  told("Ann shoots at Zed", { on: ["ann", "zed"], mark: "shoot" }),
  told("+1 to hit: aimed", { facts: { amount: 1, why: "aimed" } }),
  roll(),
  told("Zed is destroyed", { on: ["zed"], mark: "dead" }),
];

describe("beats", () => {
  it("hold a shot, its dice and what came of it together", () => {
    const [beat, ...rest] = beatsOf(shot);
    expect(rest).toEqual([]);
    expect(lineOf(beat)).toEqual({ from: "ann", to: "zed", isMissed: false, isShot: true });
    expect([...marksOf(beat)]).toEqual([["zed", "dead"]]);
    expect(modifiersOf(beat!)).toEqual([{ amount: 1, why: "aimed" }]);
    expect(sentencesOf(beat!)).toEqual(["Ann shoots at Zed", "Zed is destroyed"]);
  });

  it("part where somebody else does something", () => {
    const lines = [
      told("Zed 1 comes", { on: ["z1"] }),
      told("Zed 2 comes", { on: ["z2"] }),
      ...shot,
      told("Bob moves", { on: ["bob"], mark: "move", at: [3, 0] }),
      roll(),
      told("Bob slips past Zed", { on: ["bob", "zed"], mark: "free" }),
    ];
    expect(beatsOf(lines).map((it) => it.on)).toEqual([["z1"], ["z2"], ["ann", "zed"], ["bob"], ["bob", "zed"]]);
  });

  it("tell a miss from a hit", () => {
    const missed = [shot[0]!, roll(), told("Ann misses Zed", { on: ["ann", "zed"], mark: "miss" })];
    expect(lineOf(beatsOf(missed)[0])?.isMissed).toBe(true);
  });
});

describe("the board while beats are played", () => {
  const beats = beatsOf([told("Bob moves", { on: ["bob"], mark: "move", at: [3, 0] }), ...shot]);
  const before = board(piece("ann", 0), piece("bob", 1), piece("zed", 5), piece("far", 9));
  const after = board(piece("ann", 0), piece("bob", 4, { mood: "done" }), piece("far", 8));
  const at = (played: number): Record<string, number> =>
    Object.fromEntries((boardAt(before, after, beats, played).pieces ?? []).map((it) => [it.id, it.x]));

  it("begins as it was", () => expect(at(0)).toEqual({ ann: 0, bob: 1, zed: 5, far: 9 }));
  it("moves a figure when it moves, and leaves those nobody speaks of", () => expect(at(1)["far"]).toBe(9));
  it("keeps whoever dies until it is told", () => expect(at(1)).toHaveProperty("zed"));
  it("ends as it is", () => expect(boardAt(before, after, beats, 2)).toBe(after));

  it("puts a figure where each of its moves took it", () => {
    const twice = beatsOf([
      told("Bob moves", { on: ["bob"], mark: "move", at: [2, 0] }),
      told("Bob moves on", { on: ["bob"], mark: "move", at: [4, 0] }),
      told("Ann waits", { on: ["ann"] }),
    ]);
    const xs = [0, 1, 2].map(
      (played) => boardAt(before, after, twice, played).pieces?.find((it) => it.id === "bob")?.x,
    );
    expect(xs).toEqual([1, 2, 4]);
  });
});
