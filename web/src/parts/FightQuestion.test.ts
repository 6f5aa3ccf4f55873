import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { seatedAt } from "../lib/campaign";
import type { ShownFight } from "../lib/protocol";
import FightQuestion from "./FightQuestion.svelte";

const question: ShownFight = {
  kind: "Fight",
  prompt: "You meet Bob",
  game: "brawl",
  title: "Brawl",
  name: "Week 1",
  key: "abc",
  seats: [
    { id: "red", name: "Red", holder: "ann" },
    { id: "blue", name: "Blue", holder: "bob" },
  ],
  instead: { kind: "Choose", prompt: "Not now?", options: [{ key: "later", label: "Later" }] },
};

const form = {
  properties: {
    winners: { type: "array", items: { enum: ["red", "blue"], "x-titles": ["Ann", "Bob"] } },
    report: { $ref: "#/$defs/Report" },
  },
  $defs: {
    Report: {
      type: "object",
      properties: {
        fallen: { type: "array", items: { type: "string", enum: ["Rex", "Moe"] }, default: [] },
        loot: {
          type: "object",
          propertyNames: { enum: ["Rex"] },
          additionalProperties: { type: "integer" },
          default: {},
        },
        fled: { type: "boolean", default: false },
      },
    },
  },
};

function ask(desk: Partial<Record<"open" | "form" | "bots", unknown>> = {}) {
  const onanswer = vi.fn();
  const names: Record<string, string> = { ann: "Ann", bob: "Bob" };
  const all = { open: vi.fn(), form: vi.fn().mockResolvedValue(form), bots: vi.fn().mockResolvedValue("Bob"), ...desk };
  render(FightQuestion, {
    question,
    isBusy: false,
    desk: all as never,
    nameOfSeat: (seat: string) => names[seat] ?? seat,
    onanswer,
  });
  return { onanswer, ...all };
}

test("a result is told with what its game wants to know", async () => {
  const { onanswer } = ask();
  await fireEvent.click(screen.getByText("Tell how it went"));
  await fireEvent.click(await screen.findByLabelText("Ann"));
  await fireEvent.click(screen.getByLabelText("Moe"));
  await fireEvent.input(screen.getByLabelText("Rex", { selector: "[type=number]" }), { target: { value: "2" } });
  await fireEvent.click(screen.getByText("So it was"));
  expect(onanswer).toHaveBeenCalledWith({
    by: "hand",
    outcome: { winners: ["red"], text: "" },
    report: { fallen: ["Moe"], loot: { Rex: 2 }, fled: false },
  });
});

test("something else is answered as such", async () => {
  const { onanswer } = ask();
  await fireEvent.click(screen.getByText("Later"));
  expect(onanswer).toHaveBeenCalledWith({ instead: "later" });
});

test("bots wait for whoever has to agree, and a refusal is told", async () => {
  ask();
  await fireEvent.click(screen.getByText("Let bots fight it"));
  expect(await screen.findByText(/as soon as Bob agrees/)).toBeTruthy();
});

test("what the server refuses is told", async () => {
  ask({ form: vi.fn().mockRejectedValue(new Error("it has been fought")) });
  await fireEvent.click(screen.getByText("Tell how it went"));
  expect(await screen.findByText("it has been fought")).toBeTruthy();
});

test("whoever holds seats of the campaign holds them in the battle", () => {
  const mine = { id: "c", game: "feud", title: "Feud", host: "h", seats: { ann: "a", cat: "x" }, when: 0 };
  expect(seatedAt({ match: "m", seat: "red" }, question, mine)).toMatchObject({
    id: "m",
    host: "h",
    seats: { red: "a" },
  });
});
