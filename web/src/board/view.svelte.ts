/** Which part of a battlefield a frame on the screen shows. The board's y grows away from the viewer, the screen's down. */

import { detailOf, type Spot } from "../lib/board";
import type { Pinch } from "./hand";

const CLOSEST = 8;
const STEP = 0.15;
/** How wide a frame is taken to be before it has been measured. */
const USUAL_PIXELS = 800;
const NAME_PIXELS = 13;

/** How large a battlefield is. */
export interface Extent {
  width: number;
  height: number;
}

export class View {
  zoom = $state(1);
  /** The frame in pixels, once it is measured. */
  frame = $state<Spot>([0, 0]);
  #centre = $state<Spot | undefined>();
  #table: () => Extent;

  constructor(table: () => Extent) {
    this.#table = table;
  }

  /** The whole table fits the frame, and what room is left lies around it. */
  get #unit(): number {
    const [across, down] = this.frame;
    const { width, height } = this.#table();
    return across && down ? Math.max(width / across, height / down) : width / USUAL_PIXELS;
  }

  /** How much of the table one pixel covers. */
  get pixel(): number {
    return this.#unit / this.zoom;
  }

  get width(): number {
    return this.frame[0] && this.frame[1] ? this.frame[0] * this.pixel : this.#table().width / this.zoom;
  }

  get height(): number {
    return this.frame[0] && this.frame[1] ? this.frame[1] * this.pixel : this.#table().height / this.zoom;
  }

  get left(): number {
    return edge(this.#middle[0], this.width, this.#table().width);
  }

  get top(): number {
    return edge(this.#middle[1], this.height, this.#table().height);
  }

  get box(): string {
    return `${this.left} ${this.top} ${this.width} ${this.height}`;
  }

  get isWhole(): boolean {
    return this.zoom === 1;
  }

  /** Drawn details have a size of their own, whatever a table is measured in. */
  get detail(): number {
    return detailOf(this.#table().width);
  }

  get nameSize(): number {
    return Math.min(NAME_PIXELS * this.pixel, this.#table().width / 24);
  }

  get #middle(): Spot {
    return this.#centre ?? [this.#table().width / 2, this.#table().height / 2];
  }

  flip(y: number): number {
    return this.#table().height - y;
  }

  corners(points: Spot[]): string {
    return points.map(([x, y]) => `${x},${this.flip(y)}`).join(" ");
  }

  path(rings: Spot[][]): string {
    return rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${this.flip(y)}`).join("L")}Z`).join("");
  }

  /** The spot of the table at a place of the frame, given as shares of it. */
  at(across: number, down: number): Spot {
    return [round(this.left + across * this.width), round(this.flip(this.top + down * this.height))];
  }

  /** Where in the frame a spot is seen, as shares of it. */
  shareOf([x, y]: Spot): Spot {
    return [(x - this.left) / this.width, (this.flip(y) - this.top) / this.height];
  }

  /** The same in pixels. */
  pixelsOf(spot: Spot): Spot {
    const [across, down] = this.shareOf(spot);
    return [across * this.frame[0], down * this.frame[1]];
  }

  zoomBy(factor: number, around?: Spot): void {
    const next = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const share = this.zoom / next;
    const [x, y] = around ? [around[0], this.flip(around[1])] : this.#seen;
    const [cx, cy] = this.#seen;
    this.#centre = [x + (cx - x) * share, y + (cy - y) * share];
    this.zoom = next;
  }

  /** Two fingers take the table by a spot: it stays between them while they part, close up and wander. */
  pinch({ factor, across, down }: Pinch, around: Spot): void {
    this.zoomBy(factor, around);
    this.drag(this.grip, across, down);
  }

  /** By so many steps across and down. */
  pan(across: number, down: number): void {
    const [x, y] = this.#seen;
    this.#centre = [x + across * this.width * STEP, y + down * this.height * STEP];
  }

  /** From where it was when a drag began, by so many pixels. */
  drag(from: Spot, across: number, down: number): void {
    if (!this.isWhole) this.#centre = [from[0] - across * this.pixel, from[1] - down * this.pixel];
  }

  get grip(): Spot {
    return this.#seen;
  }

  whole(): void {
    this.zoom = 1;
    this.#centre = undefined;
  }

  /** Brings a spot to the middle; while the whole table is seen there is no need. */
  show([x, y]: Spot): void {
    if (!this.isWhole) this.#centre = [x, this.flip(y)];
  }

  get #seen(): Spot {
    return [this.left + this.width / 2, this.top + this.height / 2];
  }
}

/** Where the view begins so that it shows nothing beyond the table, or as much on either side if it must. */
function edge(middle: number, seen: number, whole: number): number {
  if (seen >= whole) return (whole - seen) / 2;
  return Math.min(Math.max(middle - seen / 2, 0), whole - seen);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
