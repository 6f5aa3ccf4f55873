import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Talk from "./Talk.svelte";

const said = (number: number, text: string) => ({ kind: "said" as const, who: "Red", text, number });

test("what was said while one was not looking is counted and its last word shown, until one looks", async () => {
  const { rerender } = render(Talk, { chat: [], maySpeak: true, onsay: vi.fn() });
  expect(screen.queryByText(/new/)).toBeNull();
  await rerender({ chat: [said(1, "hello"), said(2, "are you there?")] });
  expect(screen.getByText("2 new")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("Red: are you there?");
  screen.getByRole("group").toggleAttribute("open", true);
  await fireEvent(screen.getByRole("group"), new Event("toggle"));
  expect(screen.queryByText(/new/)).toBeNull();
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
