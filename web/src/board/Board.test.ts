import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Board as Panel } from "../lib/protocol";
import Board from "./Board.svelte";
import { Picker } from "./picker.svelte";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const panel: Panel = {
  type: "board",
  title: "Mill Road",
  width: 20,
  height: 10,
  unit: "inch",
  terrain: [
    {
      id: "bus",
      outline: [
        [8, 4],
        [12, 4],
        [12, 6],
        [8, 6],
      ],
      label: "bus",
      traits: ["wreck"],
    },
  ],
  pieces: [
    { id: "marta", x: 2, y: 5, label: "Marta", radius: 0.5, seat: "p1" },
    { id: "zed", x: 6, y: 5, label: "s", radius: 0.5, mood: "bad", tags: ["shambler"] },
  ],
};
const seatColour = (seat: string) => (seat === "p1" ? "blue" : "var(--soft)");

function lay(more: Record<string, unknown> = {}) {
  const { container } = render(Board, { panel, seatColour, chosen: "", ...more });
  const svg = container.querySelector("svg")!;
  svg.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
  return svg;
}

const reach = {
  outline: [
    [1, 4],
    [5, 4],
    [5, 6],
    [1, 6],
  ],
  samples: [
    [2, 5],
    [3, 5],
    [4, 5],
    [3, 6],
    [5, 5],
  ],
};

function wanting(region: unknown = reach, seen = {}) {
  const onpoint = vi.fn();
  const wanted = { region, figure: "marta", panel: () => panel, seen: () => seen, onpoint, onforesee: vi.fn() };
  return { onpoint, picker: new Picker(wanted) };
}

async function click(svg: Element, clientX: number, clientY: number, pointerType = "mouse") {
  for (const kind of ["pointermove", "pointerdown", "pointerup"])
    await fireEvent(
      svg,
      Object.assign(new MouseEvent(kind, { bubbles: true, clientX, clientY }), { pointerType, pointerId: 1 }),
    );
}

test("a click answers with the spot on the table, measured from its near left corner", async () => {
  const { onpoint, picker } = wanting();
  await click(lay({ picker }), 35, 45);
  expect(onpoint).toHaveBeenCalledWith(3.5, 5.5);
});

test("a spot out of reach is shown as such and cannot be picked, by click or key", async () => {
  const { onpoint, picker } = wanting();
  const svg = lay({ picker });
  await click(svg, 150, 20);
  await fireEvent.keyDown(svg, { key: "Enter" });
  expect(onpoint).not.toHaveBeenCalled();
  expect(document.querySelector(".tip")!.textContent).toContain("out of reach");
  expect(svg.querySelector(".ghost.out")).toBeTruthy();
  expect(picker.isReady).toBe(false);
});

test("a region that a figure would hide is drawn above it, any other below", () => {
  const isAbove = (svg: Element) =>
    Boolean(
      svg.querySelector(".piece")!.compareDocumentPosition(svg.querySelector(".region")!) &
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  expect(isAbove(lay({ picker: wanting().picker }))).toBe(false);
  const tiny = {
    outline: [
      [2, 5],
      [2.2, 5],
      [2.2, 5.2],
    ],
    samples: [[2, 5]],
  };
  expect(isAbove(lay({ picker: wanting(tiny).picker }))).toBe(true);
});

test("a click on another figure means the offered spot beside it", async () => {
  const { onpoint, picker } = wanting();
  await click(lay({ picker }), 60, 50);
  expect(onpoint).toHaveBeenCalledWith(5, 5);
});

test("a finger first shows the spot, which is then confirmed", async () => {
  const { onpoint, picker } = wanting();
  await click(lay({ picker }), 35, 45, "touch");
  expect(onpoint).not.toHaveBeenCalled();
  picker.pick();
  expect(onpoint).toHaveBeenCalledWith(3.5, 5.5);
});

test("the arrows go from spot to spot, are told aloud, and enter picks", async () => {
  const { onpoint, picker } = wanting();
  const svg = lay({ picker });
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) await fireEvent.keyDown(svg, { key });
  expect(document.querySelector("figure > [aria-live]")!.textContent).toContain(
    "Spot 4 of 5: 3.0 across, 6.0 up, 1.4 inch from Marta",
  );
  await fireEvent.keyDown(svg, { key: "Enter" });
  expect(onpoint).toHaveBeenCalledWith(3, 6);
});

const shoot = { option: { key: "shoot", label: "Shoot it" }, odds: [{ outcome: "headshot", value: 1 / 6, p: "1/6" }] };
const aim = { option: { key: "aim", label: "Aim at it" }, odds: [] };

test("a click on a figure does the one thing that can be done with it, and nothing with others", async () => {
  const onchoose = vi.fn();
  const svg = lay({ onchoose, offers: { zed: [shoot] } });
  await click(svg, 20, 50);
  expect(onchoose).not.toHaveBeenCalled();
  await click(svg, 60, 50);
  expect(onchoose).toHaveBeenCalledWith(shoot.option);
});

test("of figures in a crowd the pointer tells of the one that a click means", async () => {
  const [onchoose, onhover] = [vi.fn(), vi.fn()];
  const crowd = ["a", "b", "c"].map((id, at) => ({ ...panel.pieces![1]!, id, x: 6 + at * 0.4 }));
  const offers = Object.fromEntries(crowd.map(({ id }) => [id, [{ ...shoot, option: { key: id, label: id } }]]));
  const svg = lay({ onchoose, onhover, offers, panel: { ...panel, pieces: crowd } });
  for (const [x, id] of [
    [59, "a"],
    [63, "b"],
    [69, "c"],
  ] as const) {
    await click(svg, x, 50);
    expect([onhover.mock.lastCall, onchoose.mock.lastCall![0].key]).toEqual([[id], id]);
  }
  await click(svg.querySelector("[data-figure=c] .base")!, 60, 50);
  expect([onhover.mock.lastCall, onchoose.mock.lastCall![0].key]).toEqual([["c"], "c"]);
});

test("a click on a figure with several options shows them beside it, with their odds", async () => {
  const onchoose = vi.fn();
  const svg = lay({ onchoose, offers: { zed: [shoot, aim] } });
  await click(svg, 60, 50);
  expect(onchoose).not.toHaveBeenCalled();
  expect(screen.getByRole("menu", { name: "shambler" }).textContent).toContain("17 %");
  await fireEvent.click(screen.getByRole("menuitem", { name: /Aim at it/ }));
  expect(onchoose).toHaveBeenCalledWith(aim.option);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("Escape closes the menu and the board has the focus again", async () => {
  const svg = lay({ offers: { zed: [shoot, aim] } });
  await click(svg, 60, 50);
  await fireEvent.keyDown(screen.getAllByRole("menuitem")[0]!, { key: "Escape" });
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(svg);
});

test("a finger sees what it would do before it does it", async () => {
  const onchoose = vi.fn();
  const svg = lay({ onchoose, offers: { zed: [shoot] } });
  await click(svg, 60, 50, "touch");
  expect(onchoose).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("menuitem", { name: /Shoot it/ }));
  expect(onchoose).toHaveBeenCalledWith(shoot.option);
});

test("page keys go through the figures that something can be done with, and enter opens their menu", async () => {
  const onhover = vi.fn();
  const offers = { zed: [shoot, aim], marta: [aim] };
  const svg = lay({ onhover, offers });
  await fireEvent.keyDown(svg, { key: "PageDown" });
  expect(onhover).toHaveBeenLastCalledWith("marta");
  await fireEvent.keyDown(svg, { key: "PageUp" });
  expect(onhover).toHaveBeenLastCalledWith("zed");
  const other = lay({ onhover, offers, chosen: "zed" });
  await fireEvent.keyDown(other, { key: "Enter" });
  expect(screen.getByRole("menu", { name: "shambler" })).toBeTruthy();
});

test("while the table is busy nothing is done by a click", async () => {
  const onchoose = vi.fn();
  await click(lay({ onchoose, offers: { zed: [shoot] }, isBusy: true }), 60, 50);
  expect(onchoose).not.toHaveBeenCalled();
});

test("a target under the pointer shows its odds and how far it is", () => {
  lay({ chosen: "zed", acting: "marta", offers: { zed: [shoot] } });
  expect(screen.getByText("3.0 inch between the bases")).toBeTruthy();
  expect(screen.getByText("17 %")).toBeTruthy();
});

test("keys zoom in and show the whole table again", async () => {
  const svg = lay();
  await fireEvent.keyDown(svg, { key: "+" });
  expect(Number(svg.getAttribute("viewBox")!.split(" ")[2])).toBeLessThan(20);
  await fireEvent.keyDown(svg, { key: "0" });
  expect(svg.getAttribute("viewBox")).toBe("0 0 20 10");
});

const sights = [
  {
    viewer: "marta",
    target: "zed",
    by: "the bus",
    at: [4, 5] as [number, number],
    note: "4.0 inch",
    rule: "sight.line",
  },
];

test("a line that is blocked is drawn up to what blocks it, and that is named", () => {
  const svg = lay({ panel: { ...panel, sights }, acting: "marta", chosen: "zed" });
  const [free, lost] = svg.querySelectorAll("line.sight");
  expect([free!.getAttribute("x2"), lost!.getAttribute("x1"), lost!.getAttribute("x2")]).toEqual(["4", "4", "6"]);
  expect(svg.querySelector(".stopper")!.textContent).toBe("the bus");
  expect(document.querySelector(".tip")!.textContent).toContain("the bus in the way");
});

test("lines of sight are read and followed without a pointer, each with its rule", async () => {
  const [onhover, onrule] = [vi.fn(), vi.fn()];
  lay({ panel: { ...panel, sights }, acting: "marta", onhover, onrule });
  await fireEvent.focus(screen.getByRole("button", { name: /the bus in the way/ }));
  expect(onhover).toHaveBeenCalledWith("zed");
  await fireEvent.click(screen.getByRole("button", { name: "Rule sight.line" }));
  expect(onrule).toHaveBeenCalledWith("sight.line");
});

test("from the spot that one points at, what is seen and with which odds", async () => {
  const seen = {
    "[3,5]": [
      { line: { viewer: "marta", target: "zed", note: "3.0 inch" }, outcomes: [{ outcome: "hit", value: 0.5 }] },
    ],
  };
  const svg = lay({ picker: wanting(reach, seen).picker });
  await fireEvent(
    svg,
    Object.assign(new MouseEvent("pointermove", { bubbles: true, clientX: 30, clientY: 50 }), {
      pointerType: "mouse",
      pointerId: 1,
    }),
  );
  const line = svg.querySelector("line.sight.free")!;
  expect([line.getAttribute("x1"), line.getAttribute("x2")]).toEqual(["3", "6"]);
  expect(document.querySelector(".tip")!.textContent).toMatch(/shambler hit 50 %/);
});
