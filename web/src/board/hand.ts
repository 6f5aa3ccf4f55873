/** What fingers or a mouse do on a board: point, drag, pinch, click. */

export interface Touch {
  pointerId: number;
  clientX: number;
  clientY: number;
}

interface Place {
  x: number;
  y: number;
}

/** Less than that is a hand that trembles, not a drag. */
const TREMBLE = 4;

export type Motion =
  { kind: "pinch"; factor: number } | { kind: "drag"; across: number; down: number } | { kind: "point" };

export class Hand {
  #fingers = new Map<number, Place>();
  #from: Place | undefined;
  #hasMoved = false;

  down({ pointerId, clientX, clientY }: Touch): void {
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    this.#from = { x: clientX, y: clientY };
    this.#hasMoved = this.#fingers.size > 1;
  }

  move(touch: Touch): Motion {
    const factor = this.#pinched(touch);
    if (factor) return { kind: "pinch", factor };
    if (!this.#from || !this.#fingers.has(touch.pointerId)) return { kind: "point" };
    const [across, down] = [touch.clientX - this.#from.x, touch.clientY - this.#from.y];
    if (Math.hypot(across, down) > TREMBLE) this.#hasMoved = true;
    return this.#hasMoved ? { kind: "drag", across, down } : { kind: "point" };
  }

  /** Whether it was a click. */
  up({ pointerId }: Touch): boolean {
    const isClick = this.#from !== undefined && !this.#hasMoved;
    this.#fingers.delete(pointerId);
    this.#from = undefined;
    return isClick;
  }

  /** The pointer was taken away, as by a scroll or a call. */
  drop({ pointerId }: Touch): void {
    this.#fingers.delete(pointerId);
    this.#from = undefined;
  }

  /** By how much two fingers went apart; nothing if there are not two. */
  #pinched({ pointerId, clientX, clientY }: Touch): number {
    const before = this.#spread();
    if (this.#fingers.has(pointerId)) this.#fingers.set(pointerId, { x: clientX, y: clientY });
    return this.#fingers.size === 2 && before ? this.#spread() / before : 0;
  }

  #spread(): number {
    const [a, b] = [...this.#fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
