import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Talk from "./Talk.svelte";

const said = (number: number, text: string) => ({ kind: "said" as const, who: "Red", text, number });

test("what was said is read in its order", () => {
  render(Talk, { chat: [said(1, "hello"), said(2, "are you there?")], maySpeak: true, onsay: vi.fn() });
  expect(screen.getByRole("log").textContent).toMatch(/Red hello.*Red are you there\?/s);
});

test("those who watch read and do not speak", () => {
  render(Talk, { chat: [said(1, "hello")], maySpeak: false, onsay: vi.fn() });
  expect(screen.queryByLabelText("Say something")).toBeNull();
});

test("a word is sent without the blanks around it, and nothing is not sent", async () => {
  const onsay = vi.fn();
  render(Talk, { chat: [], maySpeak: true, onsay });
  const words = screen.getByLabelText("Say something");
  await fireEvent.input(words, { target: { value: "  well played  " } });
  await fireEvent.submit(words.closest("form")!);
  await fireEvent.submit(words.closest("form")!);
  expect(onsay.mock.calls).toEqual([["well played"]]);
});
