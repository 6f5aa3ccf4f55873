import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Board as Panel } from "../lib/protocol";
import Board from "./Board.svelte";

vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });

const panel: Panel = {
  type: "board",
  title: "Mill Road",
  width: 20,
  height: 10,
  unit: "inch",
  terrain: [{ id: "bus", outline: [[8, 4], [12, 4], [12, 6], [8, 6]], label: "bus", traits: ["wreck"] }],
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

function wanting() {
  const onpoint = vi.fn();
  const region = { outline: [[1, 4], [5, 4], [5, 6], [1, 6]], samples: [[2, 5], [3, 5], [4, 5], [3, 6], [5, 5]] };
  return { onpoint, picking: { region, figure: "marta", odds: {}, onpoint, onforesee: vi.fn() } };
}

async function click(svg: Element, clientX: number, clientY: number, pointerType = "mouse") {
  for (const kind of ["pointermove", "pointerdown", "pointerup"]) await fireEvent(svg, Object.assign(new MouseEvent(kind, { bubbles: true, clientX, clientY }), { pointerType, pointerId: 1 }));
}

test("a click answers with the spot on the table, measured from its near left corner", async () => {
  const { onpoint, picking } = wanting();
  await click(lay({ picking }), 35, 45);
  expect(onpoint).toHaveBeenCalledWith(3.5, 5.5);
});

test("a spot out of reach is shown as such and cannot be picked, by click, button or key", async () => {
  const { onpoint, picking } = wanting();
  const svg = lay({ picking });
  await click(svg, 150, 20);
  await fireEvent.keyDown(svg, { key: "Enter" });
  expect(onpoint).not.toHaveBeenCalled();
  expect(document.querySelector(".tip")!.textContent).toContain("out of reach");
  expect(svg.querySelector(".ghost.out")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Pick this spot" })).toHaveProperty("disabled", true);
});

test("a region that a figure would hide is drawn above it, any other below", () => {
  const isAbove = (svg: Element) => Boolean(svg.querySelector(".piece")!.compareDocumentPosition(svg.querySelector(".region")!) & Node.DOCUMENT_POSITION_FOLLOWING);
  const { picking } = wanting();
  expect(isAbove(lay({ picking }))).toBe(false);
  const tiny = { outline: [[2, 5], [2.2, 5], [2.2, 5.2]], samples: [[2, 5]] };
  expect(isAbove(lay({ picking: { ...picking, region: tiny } }))).toBe(true);
});

test("a click on another figure means the offered spot beside it", async () => {
  const { onpoint, picking } = wanting();
  await click(lay({ picking }), 60, 50);
  expect(onpoint).toHaveBeenCalledWith(5, 5);
});

test("a finger first shows the spot and picks it with the button", async () => {
  const { onpoint, picking } = wanting();
  await click(lay({ picking }), 35, 45, "touch");
  expect(onpoint).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Pick this spot" }));
  expect(onpoint).toHaveBeenCalledWith(3.5, 5.5);
});

test("the arrows go from spot to spot, are told aloud, and enter picks", async () => {
  const { onpoint, picking } = wanting();
  const svg = lay({ picking });
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) await fireEvent.keyDown(svg, { key });
  expect(screen.getByRole("status").textContent).toContain("Spot 4 of 5: 3.0 across, 6.0 up, 1.4 inch from Marta");
  await fireEvent.keyDown(svg, { key: "Enter" });
  expect(onpoint).toHaveBeenCalledWith(3, 6);
});

test("a figure that stands for an option is chosen by a click, others are not", async () => {
  const onfigure = vi.fn();
  const svg = lay({ onfigure, targets: { zed: { label: "shambler", odds: [] } } });
  await click(svg, 20, 50);
  expect(onfigure).not.toHaveBeenCalled();
  await click(svg, 60, 50);
  expect(onfigure).toHaveBeenCalledWith("zed");
});

test("a target under the pointer shows its odds and how far it is", () => {
  lay({ chosen: "zed", acting: "marta", targets: { zed: { label: "shambler-1", odds: [{ outcome: "headshot", value: 1 / 6, p: "1/6" }] } } });
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

const sights = [{ viewer: "marta", target: "zed", by: "the bus", at: [4, 5] as [number, number], note: "4.0 inch", rule: "sight.line" }];

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
  const { picking } = wanting();
  const seen = { "[3,5]": [{ line: { viewer: "marta", target: "zed", note: "3.0 inch" }, outcomes: [{ outcome: "hit", value: 0.5 }] }] };
  const svg = lay({ picking: { ...picking, seen } });
  await fireEvent(svg, Object.assign(new MouseEvent("pointermove", { bubbles: true, clientX: 30, clientY: 50 }), { pointerType: "mouse", pointerId: 1 }));
  const line = svg.querySelector("line.sight.free")!;
  expect([line.getAttribute("x1"), line.getAttribute("x2")]).toEqual(["3", "6"]);
  expect(document.querySelector(".tip")!.textContent).toMatch(/shambler: 3.0 inch.*50 %/);
});
