import { expect, test } from "vitest";
import type { Canvas } from "../lib/protocol";
import {
  bent,
  grown,
  itemsOf,
  moved,
  onGrid,
  opened,
  openingsOf,
  reshaped,
  sceneryOf,
  slid,
  straightened,
  turnedTo,
} from "./geometry";

const canvas: Canvas = {
  layers: [
    { place: "terrain", title: "Terrain", shapes: ["rect", "circle", "polygon", "line"], turns: true },
    { place: "zed", title: "Zeds", shapes: ["spots"], look: "figure", size: 1 },
  ],
};
const document = {
  terrain: [
    { kind: "building", rect: [2, 2, 8, 6] },
    { kind: "woods", circle: [20, 20, 3] },
    {
      kind: "wall",
      line: [
        [0, 0],
        [4, 0],
      ],
      thickness: 1,
    },
    {
      kind: "water",
      polygon: [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
    },
  ],
  zed: [
    {
      kind: "shambler",
      at: [
        [1, 1],
        [5, 5],
      ],
    },
  ],
};
const all = itemsOf(canvas, document);

test("every entry is an item, and one with several places is several", () => {
  expect(all.map((it) => it.path.join("/"))).toEqual([
    "terrain/0",
    "terrain/1",
    "terrain/2",
    "terrain/3",
    "zed/0/at/0",
    "zed/0/at/1",
  ]);
  expect(moved(all[5]!, 1, -1)["at"]).toEqual([
    [1, 1],
    [6, 4],
  ]);
});

test("doors hang in the walls, whatever becomes of the building", () => {
  const withDoor = opened(document.terrain[0]!, "door", false);
  expect(openingsOf(withDoor)[0]!.rect).toEqual([5, 2, 2, 1]);
  const item = { ...all[0]!, entry: withDoor };
  expect(openingsOf(moved(item, 3, 1))[0]!.rect).toEqual([8, 3, 2, 1]);
  expect(openingsOf(reshaped(item, 2, [7, 12], 1))[0]!.rect).toEqual([4, 2, 2, 1]);
  expect(openingsOf(slid(withDoor, 0, [10.2, 5.1], 1))[0]!.rect).toEqual([9, 4, 1, 2]);
  expect(openingsOf(opened(document.terrain[0]!, "window", true))[0]!.at).toEqual([5, 2]);
  expect(sceneryOf([item]).filter((it) => it.traits?.[0] === "wall")).toHaveLength(5);
});

test("a turned piece is reshaped from the corner that stays", () => {
  const entry = turnedTo({ kind: "wall", rect: [0, 0, 4, 2] }, 90);
  const item = { ...all[0]!, entry };
  const [x, y, width, depth] = reshaped(item, 2, [0, 5], 1)["rect"] as number[];
  expect([width, depth]).toEqual([6, 3]);
  expect([x! + width! / 2, y! + depth! / 2].map((it) => Math.round(it * 2) / 2)).toEqual([1.5, 2]);
  expect(turnedTo(entry, 360)).not.toHaveProperty("turn");
});

test("pieces come to lie on the grid, grow by steps, and get corners", () => {
  expect(onGrid(all[1]!, 0.3, 0.8, 1)).toEqual([0, 1]);
  expect(grown(all[1]!, 1, 0)["circle"]).toEqual([20, 20, 4]);
  expect(grown(all[0]!, -1, 0)["rect"]).toEqual([2, 2, 7, 6]);
  const more = bent(all[3]!, 0);
  expect(more["polygon"]).toEqual([
    [0, 0],
    [2, 0],
    [4, 0],
    [4, 4],
  ]);
  expect(straightened({ ...all[3]!, entry: more }, 1)!["polygon"]).toEqual(document.terrain[3]!.polygon);
  expect(straightened(all[3]!, 1)).toBeUndefined();
});
