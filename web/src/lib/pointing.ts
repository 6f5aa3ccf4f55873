/** Finds on the screen what somebody points at: a figure on the board or its card, a panel, a part of the table. */

import type { Spot } from "./protocol";

/** Something to point at, with what to call it. */
export interface Mark {
  spots: Spot[];
  label: string;
  /** An answer to the question: its option, or its spot on a board of that height. */
  answer?: unknown;
  height?: number;
}

const SPOT = 26;

const PARTS: Record<string, string> = {
  goal: "[data-part=goal]",
  question: ".question",
  log: "#drawer-log",
};

export function selectorOf(spot: Spot): string {
  if (spot.kind === "part") return PARTS[spot.id] ?? "[data-part=none]";
  const id = CSS.escape(spot.id);
  return spot.kind === "figure"
    ? `[data-figure="${id}"]`
    : `.stage :is(section[aria-label="${id}"], svg[aria-label^="${id}: "])`;
}

/** Those of the marks that can be seen now, with where they are in the window; the highest of a kind is named. */
export function seen(marks: Mark[], root: ParentNode = document): Array<{ box: DOMRect; label: string }> {
  return marks.flatMap((mark) => {
    const { spots, label } = mark;
    if (mark.answer !== undefined) return answered(mark, root).map((box) => ({ box, label }));
    const boxes = spots.flatMap((spot) => boxOf(spot, root) ?? []).sort((a, b) => a.y - b.y);
    const isTitled = spots.every((spot) => spot.kind === "panel"); // its name stands in it already
    return boxes.map((box, place) => ({ box, label: place || isTitled ? "" : label }));
  });
}

function boxOf(spot: Spot, root: ParentNode): DOMRect | undefined {
  for (const element of root.querySelectorAll(selectorOf(spot))) {
    const part = spot.kind === "figure" ? (element.querySelector(".base") ?? element) : element;
    const box = within(part.getBoundingClientRect(), element.closest(".panels")?.getBoundingClientRect());
    if (box.width > 0 && box.height > 0) return box;
  }
  return undefined;
}

/** What of a box is to be seen in the part of the page that scrolls. */
function within(box: DOMRect, frame: DOMRect | undefined): DOMRect {
  if (!frame) return box;
  const top = Math.max(box.top, frame.top);
  return new DOMRect(box.x, top, box.width, Math.min(box.bottom, frame.bottom) - top);
}

/** Brings the option of an answer into view. */
export function reveal(answer: unknown): void {
  const button = document.querySelector(`.options [data-key="${CSS.escape(JSON.stringify(answer))}"]`);
  button?.scrollIntoView({ block: "nearest" });
}

/** Where an answer is given: the button of an option, or a spot of the board. */
function answered({ answer, height }: Mark, root: ParentNode): DOMRect[] {
  const button = root.querySelector(`.options [data-key="${CSS.escape(JSON.stringify(answer))}"]`);
  if (button) {
    const box = within(button.getBoundingClientRect(), button.closest(".question")?.getBoundingClientRect());
    return box.height > 0 ? [box] : [];
  }
  const svg = root.querySelector<SVGSVGElement>("svg.picking");
  const onto = svg?.getScreenCTM?.();
  if (!Array.isArray(answer) || !onto || height === undefined) return [];
  const [x, y] = answer as [number, number];
  const at = new DOMPoint(x, height - y).matrixTransform(onto);
  return [new DOMRect(at.x - SPOT / 2, at.y - SPOT / 2, SPOT, SPOT)];
}
