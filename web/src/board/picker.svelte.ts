/** A spot is wanted: which one is pointed at, with a pointer or the arrow keys, and what is known of it. */

import {
  apart,
  detailOf,
  mayHold,
  nameOfPiece,
  nearest,
  neighbour,
  reachOf,
  regionOf,
  type Direction,
  type Region,
  type Spot,
} from "../lib/board";
import type { Board, Odd, Piece, Seen, ShownStake } from "../lib/protocol";
import { keyOf } from "../lib/table.svelte";
import type { Heat } from "./heat";

/** What a question for a spot gives to go by. */
export interface Wanted {
  region: unknown;
  figure: string;
  panel: () => Board;
  odds?: () => Record<string, Odd[]>;
  seen?: () => Record<string, Seen[]>;
  /** The name under which odds and views of a spot are kept. */
  keyFor?: (spot: Spot) => string;
  onpoint: (x: number, y: number) => void;
  onforesee?: (spot: Spot) => void;
  /** What is done first, with dice that decide whether one gets away. */
  before?: string;
  /** What the spots can be shaded by, what is known of that, and how it is asked for; nothing: none is wanted. */
  stakes?: ShownStake[];
  heat?: () => Heat | undefined;
  onshade?: (stake: string) => void;
}

const SNAP_PIXELS = 10;
/** Bases that touch still leave a hair between them. */
const HAIR = 0.1;
/** Of figures farther away than that one is not told. */
const NEARBY = 4;

export class Picker {
  readonly region: Region;
  readonly figure: string;
  #wanted: Wanted;
  #hover = $state<Spot | undefined>();
  cursor = $state(-1);

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.region = regionOf(wanted.region);
    this.figure = wanted.figure;
  }

  get spot(): Spot | undefined {
    return this.cursor >= 0 ? this.region.samples[this.cursor] : this.#hover;
  }

  get isOut(): boolean {
    return this.spot !== undefined && !mayHold(this.region, this.spot, this.#wanted.panel().width);
  }

  get isReady(): boolean {
    return this.spot !== undefined && !this.isOut;
  }

  get mover(): Piece | undefined {
    return this.#pieces.find((it) => it.id === this.figure);
  }

  get unit(): string {
    return this.#wanted.panel().unit;
  }

  nameOf(id: string): string {
    const found = this.#pieces.find((it) => it.id === id);
    return found ? nameOfPiece(found) : id;
  }

  get odds(): Odd[] {
    return (this.spot && this.#wanted.odds?.()[this.#key(this.spot)]) || [];
  }

  get seen(): Seen[] {
    return (this.spot && this.#wanted.seen?.()[this.#key(this.spot)]) || [];
  }

  /** Of what is seen from the spot: what could be attacked from it. */
  get inReach(): Seen[] {
    return this.seen.filter((it) => it.outcomes?.length);
  }

  /** What hides something from the spot, and how much. */
  get hiders(): Array<[string, number]> {
    const counts = new Map<string, number>();
    for (const { line } of this.seen) if (line.by) counts.set(line.by, (counts.get(line.by) ?? 0) + 1);
    return [...counts];
  }

  /** How far the figure would go. */
  get away(): number | undefined {
    return this.mover && this.spot ? apart([this.mover.x, this.mover.y], this.spot) : undefined;
  }

  /** The spot in words, for those who do not see it. */
  get said(): string {
    if (!this.spot) return "";
    const [x, y] = this.spot;
    const which = this.cursor >= 0 ? `Spot ${this.cursor + 1} of ${this.region.samples.length}` : "Spot";
    const away =
      this.away === undefined ? "" : `, ${this.away.toFixed(1)} ${this.#wanted.panel().unit} from ${this.mover!.label}`;
    const out = this.isOut ? ", out of reach" : "";
    return `${which}: ${x.toFixed(1)} across, ${y.toFixed(1)} up${away}${this.#nearby(this.spot)}${out}`;
  }

  /** A pointer is coarse: near an offered spot it means that one, on a figure the spot beside that figure. */
  hover(at: Spot, pixel: number): void {
    const under = this.#pieces.find((it) => it.id !== this.figure && apart([it.x, it.y], at) <= reachOf(it));
    const hair = HAIR * detailOf(this.#wanted.panel().width);
    const beside = under ? reachOf(under) + (this.mover ? reachOf(this.mover) : 0) + hair : 0;
    const reach = Math.max(SNAP_PIXELS * pixel, beside);
    const found = nearest(this.region.samples, under ? [under.x, under.y] : at, reach);
    this.#hover = this.region.samples[found] ?? at;
    this.cursor = -1;
  }

  leave(): void {
    this.#hover = undefined;
  }

  /** To the next offered spot that way; the first time to the one nearest to the figure. */
  step(direction: Direction): void {
    const { samples } = this.region;
    const start = this.mover ? nearest(samples, [this.mover.x, this.mover.y]) : 0;
    this.cursor = this.cursor < 0 ? start : neighbour(samples, this.cursor, direction);
  }

  /** On or back through all offered spots. */
  turn(by: 1 | -1): void {
    const count = this.region.samples.length;
    if (count) this.cursor = (Math.max(this.cursor, by > 0 ? -1 : 0) + by + count) % count;
  }

  pick(): void {
    if (this.spot && !this.isOut) this.#wanted.onpoint(...this.spot);
  }

  get hasOutlook(): boolean {
    return this.#wanted.onforesee !== undefined;
  }

  foresee(spot: Spot): void {
    this.#wanted.onforesee?.(spot);
  }

  get before(): string {
    return this.#wanted.before ?? "";
  }

  get stakes(): ShownStake[] {
    return this.#wanted.stakes ?? [];
  }

  heatOf(stake: ShownStake): Heat | undefined {
    const heat = this.#wanted.heat?.();
    return heat?.stake === stake.id ? heat : undefined;
  }

  shade(stake: string): void {
    this.#wanted.onshade?.(stake);
  }

  #key(spot: Spot): string {
    return this.#wanted.keyFor?.(spot) ?? keyOf(spot);
  }

  get #pieces(): Piece[] {
    return this.#wanted.panel().pieces ?? [];
  }

  #nearby(of: Spot): string {
    const others = this.#pieces.filter((it) => it.id !== this.figure);
    const spots = others.map((it): Spot => [it.x, it.y]);
    const closest = others[nearest(spots, of, NEARBY * detailOf(this.#wanted.panel().width))];
    return closest ? `, near ${nameOfPiece(closest)}` : "";
  }
}
