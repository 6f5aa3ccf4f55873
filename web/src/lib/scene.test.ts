import { expect, test } from "vitest";
import type { Scene } from "./protocol";
import { actingIn, figuresIn } from "./scene";

const scene: Scene = {
  headline: "Round 1",
  panels: [
    {
      type: "board",
      title: "Mill Road",
      width: 36,
      height: 24,
      unit: "inch",
      pieces: [{ id: "zed", x: 1, y: 1, label: "s" }],
    },
    { type: "cards", title: "Survivors", cards: [{ id: "marta", title: "Marta", mood: "active" }] },
    { type: "facts", title: "Standing", rows: [["out", "0"]] },
  ],
};

test("figures are what is drawn as a piece or a card", () => {
  expect([...figuresIn(scene)]).toEqual(["zed", "marta"]);
});

test("the one that acts is the one so marked, or nobody", () => {
  expect([actingIn(scene), actingIn({ headline: "" }), actingIn(undefined)]).toEqual(["marta", "", ""]);
});
