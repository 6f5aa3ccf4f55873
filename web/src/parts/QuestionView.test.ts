import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Asks } from "../lib/protocol";
import QuestionView from "./QuestionView.svelte";

function ask(asks: Partial<Asks>, odds = {}) {
  const heard = { onanswer: vi.fn(), onthrow: vi.fn(), onforesee: vi.fn(), onrule: vi.fn(), onhover: vi.fn(), onboard: vi.fn() };
  render(QuestionView, { asks: { rule: "duel.strike", ...asks }, isBusy: false, odds, ...heard });
  return heard;
}

const two = [
  { key: "left", label: "Go left", figure: "ann" },
  { key: 7, label: "Go right", hotkey: "r" },
];

test("one of several options is answered with its key, by click or by its letter", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "Where to?", options: two } });
  await fireEvent.click(screen.getByRole("button", { name: /Go left/ }));
  await fireEvent.keyDown(window, { key: "r" });
  expect(heard.onanswer.mock.calls).toEqual([["left"], [7]]);
});

test("a letter typed into a field is no answer", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two } });
  const field = document.body.appendChild(document.createElement("input"));
  await fireEvent.keyDown(field, { key: "r" });
  expect(heard.onanswer).not.toHaveBeenCalled();
  field.remove();
});

test("odds are asked for each option that has them, and shown beside it", () => {
  const odds = { '"left"': [{ outcome: "hit", value: 0.25, p: "1/4" }] };
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two, has_odds: true } }, odds);
  expect(heard.onforesee.mock.calls).toEqual([["left"], [7]]);
  expect(screen.getByText("25 %")).toBeTruthy();
});

test("an option under the pointer names its figure", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two } });
  await fireEvent.pointerEnter(screen.getByRole("button", { name: /Go left/ }));
  expect(heard.onhover).toHaveBeenLastCalledWith("ann");
});

test("several options are answered in the order in which they were chosen, and not before there are enough", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two, least: 2, most: 2 } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Choose none" }).disabled).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: /Go right/ }));
  await fireEvent.click(screen.getByRole("button", { name: /Go left/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Choose 2" }));
  expect(heard.onanswer).toHaveBeenCalledWith([7, "left"]);
});

test("a spot can be typed, or looked for on the board", async () => {
  const heard = ask({ question: { kind: "PickPoint", prompt: "Where?", region: {} } });
  await fireEvent.input(screen.getByLabelText("Coordinates"), { target: { value: "12.5, 7" } });
  await fireEvent.click(screen.getByRole("button", { name: "There" }));
  await fireEvent.click(screen.getByRole("button", { name: /arrow keys/ }));
  expect(heard.onanswer).toHaveBeenCalledWith([12.5, 7]);
  expect(heard.onboard).toHaveBeenCalled();
});

test("a number is shared out only when it adds up, and no slot gets more than it may", async () => {
  const heard = ask({ question: { kind: "Allocate", prompt: "", number: 3, most: 2, slots: [{ key: "a", label: "Ann" }, { key: "b", label: "Bob" }] } });
  const more = screen.getByRole<HTMLButtonElement>("button", { name: "More for Ann" });
  await fireEvent.click(more);
  await fireEvent.click(more);
  expect(more.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Share out 2 of 3/ }).disabled).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "More for Bob" }));
  await fireEvent.click(screen.getByRole("button", { name: /Share out 3 of 3/ }));
  expect(heard.onanswer).toHaveBeenCalledWith({ a: 2, b: 1 });
});

test("words are sent as written, with control and enter too, but not empty ones", async () => {
  const heard = ask({ question: { kind: "Write", prompt: "What do you say?", limit: 80 } });
  const field = screen.getByLabelText("What do you say?");
  await fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  expect(heard.onanswer).not.toHaveBeenCalled();
  await fireEvent.input(field, { target: { value: "Hold the door" } });
  await fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  expect(heard.onanswer).toHaveBeenCalledWith("Hold the door");
});

test("a suggestion is taken over by a button, and silence allowed where the question allows it", async () => {
  const heard = ask({ question: { kind: "Write", prompt: "Why?", limit: 80, optional: true, suggestion: "no reason" } });
  await fireEvent.click(screen.getByRole("button", { name: "Say nothing" }));
  expect(heard.onanswer).toHaveBeenCalledWith("");
  await fireEvent.click(screen.getByRole("button", { name: /no reason/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Say so" }));
  expect(heard.onanswer).toHaveBeenLastCalledWith("no reason");
});

test("real dice are clicked face by face, or typed in a row", async () => {
  const heard = ask({ question: null, dice: [6, 8], label: "to hit" });
  const send = screen.getByRole<HTMLButtonElement>("button", { name: "That is what I rolled" });
  expect(send.disabled).toBe(true);
  await fireEvent.click(screen.getAllByRole("button", { name: "5" })[0]!);
  await fireEvent.click(screen.getByRole("button", { name: "8" }));
  await fireEvent.click(send);
  await fireEvent.input(screen.getByLabelText(/or type/), { target: { value: "2 3" } });
  await fireEvent.click(send);
  expect(heard.onthrow.mock.calls).toEqual([[[5, 8]], [[2, 3]]]);
});

test("the rule behind the question is one click away", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two } });
  await fireEvent.click(screen.getByRole("button", { name: /Why/ }));
  expect(heard.onrule).toHaveBeenCalledWith("duel.strike");
});
