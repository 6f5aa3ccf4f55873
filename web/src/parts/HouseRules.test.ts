import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Switch } from "../lib/protocol";
import HouseRules from "./HouseRules.svelte";

const houses: Switch[] = [
  { id: "door-blast", problem: "Does a blast open doors?", choices: { no: "They hold", yes: "They open" } },
  { id: "panic", problem: "Who panics?", choices: { all: "Everybody", some: "Those in sight" } },
];

function lay(chosen = {}) {
  const onchoose = vi.fn();
  render(HouseRules, { gameId: "mdrg", houses, chosen, onchoose });
  return onchoose;
}

test("house rules are found by words of the question or of its readings", async () => {
  lay();
  await fireEvent.input(screen.getByLabelText("Find"), { target: { value: "sight" } });
  expect(screen.getAllByRole("group").map((it) => it.querySelector("legend")!.textContent)).toEqual([
    expect.stringContaining("Who panics?"),
  ]);
  expect(screen.getByRole("status").textContent).toBe("1 of 2");
});

test("only those that were changed are shown if one wants", async () => {
  const onchoose = lay({ door_blast: "yes" });
  await fireEvent.click(screen.getByLabelText("only changed"));
  expect(screen.getAllByRole("group")).toHaveLength(1);
  await fireEvent.click(screen.getByLabelText(/They hold/));
  expect(onchoose).toHaveBeenCalledWith(houses[0], "no");
});
