/** The bodies of dice: corners, faces and which way each face looks. Pure geometry. */

export type Vector = [number, number, number];

export interface Face {
  corners: number[];
  normal: Vector;
  middle: Vector;
}

export interface Solid {
  corners: Vector[];
  faces: Face[];
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const SIGNS = [-1, 1];
const NEAR = 1e-3;

function spun([x, y, z]: Vector): Vector[] {
  return [
    [x, y, z],
    [z, x, y],
    [y, z, x],
  ];
}

const both = (...values: number[]): number[][] =>
  values.reduce<number[][]>(
    (all, value) => all.flatMap((it) => (value ? SIGNS : [1]).map((sign) => [...it, sign * value])),
    [[]],
  );

function trapezohedron(): Vector[] {
  const step = Math.PI / 5;
  const lift = (1 - Math.cos(step)) / (1 + Math.cos(step));
  const ring = Array.from({ length: 10 }, (_, at): Vector => [
    Math.cos(at * step),
    Math.sin(at * step),
    at % 2 ? -lift : lift,
  ]);
  return [...ring, [0, 0, 1], [0, 0, -1]];
}

const CORNERS: Record<number, () => Vector[]> = {
  4: () => [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
  6: () => both(1, 1, 1) as Vector[],
  8: () => SIGNS.flatMap((sign) => spun([sign, 0, 0])),
  10: trapezohedron,
  12: () => [...(both(1, 1, 1) as Vector[]), ...both(0, 1 / GOLDEN, GOLDEN).flatMap((it) => spun(it as Vector))],
  20: () => both(0, 1, GOLDEN).flatMap((it) => spun(it as Vector)),
};

const known = new Map<number, Solid>();

/** The body of a die with so many sides; nothing if there is none of that kind. */
export function solidOf(sides: number): Solid | undefined {
  const make = CORNERS[sides];
  if (!make) return undefined;
  if (!known.has(sides)) known.set(sides, built(make()));
  return known.get(sides);
}

function built(raw: Vector[]): Solid {
  const size = Math.max(...raw.map((it) => Math.hypot(...it)));
  const corners = raw.map((it): Vector => [it[0] / size, it[1] / size, it[2] / size]);
  return { corners, faces: facesOf(corners) };
}

/** Every plane through three corners with all others behind it is a face. */
function facesOf(corners: Vector[]): Face[] {
  const faces = new Map<string, Face>();
  for (let a = 0; a < corners.length; a++)
    for (let b = a + 1; b < corners.length; b++)
      for (let c = b + 1; c < corners.length; c++) {
        let normal = unit(cross(minus(corners[b]!, corners[a]!), minus(corners[c]!, corners[a]!)));
        if (dot(normal, corners[a]!) < 0) normal = [-normal[0], -normal[1], -normal[2]];
        const level = dot(normal, corners[a]!);
        if (level < NEAR || corners.some((it) => dot(normal, it) > level + NEAR)) continue;
        const on = corners.flatMap((it, index) => (dot(normal, it) > level - NEAR ? [index] : []));
        faces.set(on.join(), faceOf(on, normal, corners));
      }
  return [...faces.values()];
}

function faceOf(on: number[], normal: Vector, corners: Vector[]): Face {
  const middle = [0, 1, 2].map((axis) => on.reduce((sum, it) => sum + corners[it]![axis]!, 0) / on.length) as Vector;
  const across = unit(minus(corners[on[0]!]!, middle));
  const up = cross(normal, across);
  const turn = (it: number): number => {
    const from = minus(corners[it]!, middle);
    return Math.atan2(dot(from, up), dot(from, across));
  };
  return { corners: on.toSorted((a, b) => turn(a) - turn(b)), normal, middle };
}
