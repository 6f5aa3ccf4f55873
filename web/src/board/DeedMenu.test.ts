import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import DeedMenu from "./DeedMenu.svelte";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

const offers = [
  { option: { key: "shoot", label: "Shoot Bill" }, odds: [{ outcome: "hit", value: 0.5, p: "1/2" }] },
  { option: { key: "aim", label: "Aim at Bill" }, odds: [] },
];

function open() {
  const [onchoose, onclose] = [vi.fn(), vi.fn()];
  render(DeedMenu, { title: "Bill", offers, at: [400, 300], frame: [800, 600], onchoose, onclose });
  return { onchoose, onclose };
}

test("each thing that can be done stands there with its odds, and the first has the focus", () => {
  open();
  const [first] = screen.getAllByRole("menuitem");
  expect(first!.textContent).toMatch(/Shoot Bill.*hit.*50 %/s);
  expect(document.activeElement).toBe(first);
});

test("arrows go round, and a click chooses", async () => {
  const { onchoose } = open();
  const [first, second] = screen.getAllByRole("menuitem");
  await fireEvent.keyDown(first!, { key: "ArrowUp" });
  expect(document.activeElement).toBe(second);
  await fireEvent.keyDown(second!, { key: "ArrowDown" });
  expect(document.activeElement).toBe(first);
  await fireEvent.click(second!);
  expect(onchoose).toHaveBeenCalledWith(offers[1]!.option);
});

test("Escape closes it and gives the focus back, a press elsewhere only closes it", async () => {
  const { onclose } = open();
  await fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  await fireEvent.pointerDown(document.body);
  expect(onclose.mock.calls).toEqual([[true], [false]]);
});

test("what cannot be made good is pressed twice, and a double click is once", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  const leave = { key: "leave", label: "Leave", caution: "ask" as const };
  const onchoose = vi.fn();
  render(DeedMenu, {
    title: "Ann",
    offers: [{ option: leave, odds: [] }],
    at: [0, 0],
    frame: [800, 600],
    onchoose,
    onclose: vi.fn(),
  });
  await fireEvent.click(screen.getByRole("menuitem", { name: "Leave" }));
  await fireEvent.click(screen.getByRole("menuitem", { name: "Sure? Leave" }));
  expect(onchoose).not.toHaveBeenCalled();
  clock.mockReturnValue(2000);
  await fireEvent.click(screen.getByRole("menuitem", { name: "Sure? Leave" }));
  expect(onchoose).toHaveBeenCalledWith(leave);
  clock.mockRestore();
});
