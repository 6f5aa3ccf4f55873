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

/** Two fingers part by a factor, around the place between them, which wanders since they moved last. */
export interface Pinch {
  kind: "pinch";
  factor: number;
  around: { clientX: number; clientY: number };
  across: number;
  down: number;
}

export type Motion = Pinch | { kind: "drag"; across: number; down: number } | { kind: "point" };

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
    const pinch = this.#pinched(touch);
    if (pinch) return pinch;
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

  /** Whether more than one finger is down. */
  get isPinching(): boolean {
    return this.#fingers.size > 1;
  }

  /** What two fingers do; nothing if there are not two. */
  #pinched({ pointerId, clientX, clientY }: Touch): Pinch | undefined {
    const before = this.#spread();
    if (this.#fingers.has(pointerId)) this.#fingers.set(pointerId, { x: clientX, y: clientY });
    const after = this.#spread();
    if (this.#fingers.size !== 2 || !before?.wide || !after) return undefined;
    const around = { clientX: after.x, clientY: after.y };
    return {
      kind: "pinch",
      factor: after.wide / before.wide,
      around,
      across: after.x - before.x,
      down: after.y - before.y,
    };
  }

  /** The place between two fingers, and how far apart they are. */
  #spread(): (Place & { wide: number }) | undefined {
    const [a, b] = [...this.#fingers.values()];
    return a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
  }
}
