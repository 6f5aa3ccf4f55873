/** Finds on the screen what somebody points at: a figure on the board or its card, a panel, a part of the table. */

import type { Spot } from "./protocol";

/** Something to point at, with what to call it. */
export interface Mark {
  spots: Spot[];
  label: string;
}

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
  return marks.flatMap(({ spots, label }) => {
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
