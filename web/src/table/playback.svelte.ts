/** What happened since the last question, played out beat by beat on the table. It holds up nothing: who answers goes on. */

import { beatsOf, boardAt, type Beat } from "../lib/beats";
import { motion, pace } from "../lib/memory";
import type { Board } from "../lib/protocol";
import type { Happening } from "../lib/table.svelte";

/** Milliseconds that a beat stays, by what there is to see. */
const DICE = 1700;
const MARKED = 950;
const TOLD = 700;
const MOVED = 480;
/** The last one stays a while longer. */
const AFTERGLOW = 2600;
/** All of it together, however much happened. */
const LONGEST = 24_000;

export function lengthOf(beat: Beat): number {
  if (beat.rolls.some((it) => !it.is_card)) return DICE;
  if (beat.events.some((it) => it.mark && it.mark !== "move")) return MARKED;
  return beat.on.length && !beat.rolls.length ? MOVED : TOLD;
}

interface Scene {
  before: Board | undefined;
  after: Board | undefined;
  beats: Beat[];
}

export class Playback {
  /** The beat that is shown. */
  beat = $state.raw<Beat | undefined>();
  /** The board as it stands in the middle of it; nothing when it is over. */
  board = $state.raw<Board | undefined>();
  isPlaying = $state(false);
  hasLast = $state(false);
  onbeat: ((beat: Beat) => void) | undefined;
  #last: Scene | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  play(lines: Happening[], before: Board | undefined, after: Board | undefined): void {
    const beats = beatsOf(lines).filter((it) => it.rolls.length || it.events.some((event) => event.text));
    if (!beats.length) return;
    this.#last = { before, after, beats };
    this.hasLast = true;
    if (motion() && pace() > 0) this.#from(0);
    else this.#still(beats);
  }

  again(): void {
    if (this.#last) this.#from(0);
  }

  skip(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
    this.board = undefined;
    this.beat = undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Without motion: how it ended, with the dice that decided it. */
  #still(beats: Beat[]): void {
    this.skip();
    this.#show(beats.findLast((it) => it.rolls.length) ?? beats.at(-1)!);
    this.#timer = setTimeout(() => this.skip(), 2 * AFTERGLOW);
  }

  #show(beat: Beat): void {
    this.beat = beat;
    this.onbeat?.(beat);
  }

  #from(index: number): void {
    clearTimeout(this.#timer);
    const { before, after, beats } = this.#last!;
    const beat = beats[index];
    this.isPlaying = beat !== undefined;
    if (before && after)
      this.board = beat ? boardAt(before, after, beats, index + (beat.rolls.length ? 0 : 1)) : undefined;
    if (!beat) {
      this.#timer = setTimeout(() => this.skip(), AFTERGLOW);
      return;
    }
    this.#show(beat);
    const whole = beats.reduce((sum, it) => sum + lengthOf(it), 0);
    const length = (lengthOf(beat) * Math.min(1, LONGEST / whole)) / Math.max(pace(), 0.5);
    this.#timer = setTimeout(() => this.#settle(index, length), length * 0.6);
  }

  /** The dice have fallen: what came of it takes hold, then the next beat begins. */
  #settle(index: number, length: number): void {
    const { before, after, beats } = this.#last!;
    if (before && after) this.board = boardAt(before, after, beats, index + 1);
    this.#timer = setTimeout(() => this.#from(index + 1), length * 0.4);
  }
}
