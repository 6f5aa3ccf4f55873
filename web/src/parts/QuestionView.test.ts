import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Asks } from "../lib/protocol";
import QuestionView from "./QuestionView.svelte";

function ask(asks: Partial<Asks>, odds = {}, more = {}) {
  const heard = {
    onanswer: vi.fn(),
    onthrow: vi.fn(),
    onforesee: vi.fn(),
    onrule: vi.fn(),
    onhover: vi.fn(),
    onboard: vi.fn(),
  };
  render(QuestionView, { asks: { rule: "duel.strike", ...asks }, isBusy: false, odds, ...heard, ...more });
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

test("of several options of one figure only the one under the pointer is lit, but all when the figure is pointed at", async () => {
  const both = [...two.map((it) => ({ ...it, figure: "ann" })), { key: "stay", label: "Stay" }];
  const lit = () => document.querySelectorAll(".chosen").length;
  ask({ question: { kind: "Choose", prompt: "", options: both } }, {}, { chosen: "ann" });
  expect(lit()).toBe(2);
  await fireEvent.pointerEnter(screen.getByRole("button", { name: /Go left/ }));
  expect(lit()).toBe(1);
});

test("outcomes beyond the first few can be unfolded beside their option", () => {
  const outcomes = [1, 2, 3, 4, 5, 6].map((it) => ({ outcome: `wounds ${it}`, value: 1 / 6 }));
  ask({ question: { kind: "Choose", prompt: "", options: two, has_odds: true } }, { '"left"': outcomes });
  const others = screen.getByRole("group");
  expect(others.closest("button")).toBeNull();
  expect(others.textContent).toMatch(/More\s+outcomes: Go left.*wounds 5.*wounds 6/);
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

test("typed coordinates that are no spot, or one out of reach, are told and not sent", async () => {
  const region = {
    outline: [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    samples: [],
  };
  const heard = ask(
    { question: { kind: "PickPoint", prompt: "Where?", region } },
    {},
    { board: { width: 36, height: 24 } },
  );
  const field = screen.getByLabelText("Coordinates");
  expect(field.getAttribute("placeholder")).toBe("or type 18, 12");
  for (const [text, told] of [
    ["there", /two numbers/],
    ["3", /two numbers/],
    ["1 2 3", /two numbers/],
    ["30, 20", /out of reach/],
  ] as const) {
    await fireEvent.input(field, { target: { value: text } });
    await fireEvent.submit(field.closest("form")!);
    expect(screen.getByRole("alert").textContent).toMatch(told);
  }
  expect(heard.onanswer).not.toHaveBeenCalled();
});

test("a number is shared out only when it adds up, and no slot gets more than it may", async () => {
  const heard = ask({
    question: {
      kind: "Allocate",
      prompt: "",
      number: 3,
      most: 2,
      slots: [
        { key: "a", label: "Ann" },
        { key: "b", label: "Bob" },
      ],
    },
  });
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
  const heard = ask({
    question: { kind: "Write", prompt: "Why?", limit: 80, optional: true, suggestion: "no reason" },
  });
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

test("real dice tell what they are for and whose they are, and no label that only repeats them", () => {
  const nameOfSeat = (seat: string) => (seat === "p2" ? "Blue" : seat);
  ask(
    { rule: "shot.range-bands", question: null, dice: [6], label: "1d6", by: "p2", hand: "first of two hands" },
    {},
    { nameOfSeat },
  );
  expect(screen.getByRole("heading").textContent).toBe("Roll 1d6: range bands");
  expect(screen.getByText("Blue's dice, first of two hands.")).toBeTruthy();
});

test("the umpire's dice have a label where it says more", () => {
  ask({ question: null, dice: [6], label: "1d6, 5 or more" });
  expect(screen.getByText("the umpire's dice: 1d6, 5 or more.")).toBeTruthy();
});

test("a card that is drawn has a button for each kind", async () => {
  const heard = ask({
    question: null,
    dice: [15],
    draws: [
      ["red", 1],
      ["joker", 15],
    ],
  });
  await fireEvent.click(screen.getByRole("button", { name: "joker" }));
  expect(heard.onthrow).toHaveBeenCalledWith([15]);
});

test("a face that a die does not have is told and not sent", async () => {
  const heard = ask({ question: null, dice: [6, 6] });
  const field = screen.getByLabelText(/or type/);
  await fireEvent.input(field, { target: { value: "3 9" } });
  await fireEvent.submit(field.closest("form")!);
  expect(screen.getByRole("status").textContent).toContain("Die 2 is a d6");
  expect(heard.onthrow).not.toHaveBeenCalled();
});

test("the rule behind the question is one click away", async () => {
  const heard = ask({ question: { kind: "Choose", prompt: "", options: two } });
  await fireEvent.click(screen.getByRole("button", { name: /Why/ }));
  expect(heard.onrule).toHaveBeenCalledWith("duel.strike");
});

test("what cannot be made good stands apart and is asked for twice", async () => {
  const options = [
    { key: "go", label: "Go" },
    { key: "leave", label: "Leave the table", caution: "ask" },
  ];
  const heard = ask({ question: { kind: "Choose", prompt: "", options } as Asks["question"] });
  const apart = screen.getByRole("list", { name: "Apart from these" });
  await fireEvent.click(screen.getByRole("button", { name: /Leave the table/ }));
  expect(heard.onanswer).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "No" }));
  expect(screen.queryByRole("button", { name: /^Yes/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /Leave the table/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Yes: Leave the table" }));
  expect(heard.onanswer.mock.calls).toEqual([["leave"]]);
  expect(apart.textContent).not.toContain("Go");
});

test("what only gives something away stands apart and is taken at once", async () => {
  const options = [
    { key: "go", label: "Go" },
    { key: "hold", label: "Hold fire", caution: "apart" },
  ];
  const heard = ask({ question: { kind: "Choose", prompt: "", options } as Asks["question"] });
  await fireEvent.click(screen.getByRole("button", { name: /Hold fire/ }));
  expect(heard.onanswer.mock.calls).toEqual([["hold"]]);
});
