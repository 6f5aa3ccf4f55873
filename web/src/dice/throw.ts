/** Dice that fly in, tumble and come to rest with the faces that were rolled. Drawn on a canvas, loaded when first needed. */

import { pips } from "../lib/words";
import { cross, dot, solidOf, unit, type Face, type Solid, type Vector } from "./solids";

export interface Thrown {
  sides: number;
  value: number;
}

type Turn = [Vector, Vector, Vector];

const DURATION = 850;
const LIGHT = unit([-0.45, 0.7, 0.85]);
/** A die lies a little askew, so that it is seen to be one. */
const LEAN = 0.42;
const SPIN = 9;

const times = (turn: Turn, it: Vector): Vector => [dot(turn[0], it), dot(turn[1], it), dot(turn[2], it)];

function about(axis: Vector, angle: number): Turn {
  const [x, y, z] = axis;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}

const after = (second: Turn, first: Turn): Turn => {
  const column = (at: number): Vector => times(second, [first[0][at]!, first[1][at]!, first[2][at]!]);
  const [a, b, c] = [column(0), column(1), column(2)];
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
};

/** The turn that brings a face to the viewer, its first corner or edge up. */
function towards(solid: Solid, face: Face, sides: number): Turn {
  const tip = solid.corners[face.corners[0]!]!;
  const next = solid.corners[face.corners[1]!]!;
  const top: Vector = sides === 6 ? [(tip[0] + next[0]) / 2, (tip[1] + next[1]) / 2, (tip[2] + next[2]) / 2] : tip;
  const up = unit([top[0] - face.middle[0], top[1] - face.middle[1], top[2] - face.middle[2]]);
  return [cross(up, face.normal), up, face.normal];
}

interface Body {
  thrown: Thrown;
  solid: Solid;
  rest: Turn;
  axis: Vector;
  values: number[];
  at: number;
}

function bodyOf(thrown: Thrown, index: number): Body | undefined {
  const solid = solidOf(thrown.sides);
  if (!solid) return undefined;
  const face = solid.faces[(thrown.value - 1) % solid.faces.length]!;
  const askew = after(about([0, 0, 1], ((index * 37) % 40) / 100 - 0.2), about(unit([1, 0.55, 0]), LEAN));
  const axis = unit([Math.sin(index * 2.4 + 1), Math.cos(index * 1.7), 0.4]);
  return {
    thrown,
    solid,
    rest: after(askew, towards(solid, face, thrown.sides)),
    axis,
    values: valuesOf(solid, thrown),
    at: index,
  };
}

/** What each face shows. Opposite faces of a cube add up to seven, as people expect. */
function valuesOf(solid: Solid, { sides, value }: Thrown): number[] {
  const up = (value - 1) % solid.faces.length;
  if (sides !== 6) return solid.faces.map((_, index) => index + 1).map((it) => (it === up + 1 ? value : it));
  const values = new Array<number>(6).fill(0);
  const left = [1, 2, 3].filter((it) => it !== value && it !== 7 - value);
  solid.faces.forEach((face, index) => {
    const facing = dot(face.normal, solid.faces[up]!.normal);
    if (facing > 0.9) values[index] = value;
    else if (facing < -0.9) values[index] = 7 - value;
    else if (!values[index]) {
      const one = left.shift()!;
      const other = solid.faces.findIndex((it) => dot(it.normal, face.normal) < -0.9);
      [values[index], values[other]] = [one, 7 - one];
    }
  });
  return values;
}

/** Starts a throw on a canvas and returns how to stop it. */
export function throwDice(canvas: HTMLCanvasElement, dice: Thrown[], size: number, isStill: boolean): () => void {
  const bodies = dice.map(bodyOf).filter((it) => it !== undefined);
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = dice.length * size * scale;
  canvas.height = size * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return () => undefined;
  const colour = getComputedStyle(canvas).color;
  const began = performance.now();
  let frame = 0;
  const draw = () => {
    const share = isStill ? 1 : Math.min(1, (performance.now() - began) / DURATION);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (const body of bodies) drawBody(pen, body, share, size, colour);
    if (share < 1) frame = requestAnimationFrame(draw);
  };
  draw();
  return () => cancelAnimationFrame(frame);
}

function drawBody(pen: CanvasRenderingContext2D, body: Body, share: number, size: number, colour: string): void {
  const late = Math.max(0, share * (1 + 0.05 * body.at) - 0.05 * body.at);
  const left = (1 - late) ** 2;
  const turn = after(about(body.axis, left * SPIN), body.rest);
  const hop = Math.abs(Math.cos(late * Math.PI * 1.5)) * (1 - late) * size * 0.5;
  const [x, y] = [size * (body.at + 0.5) - left * size * 0.6, size * 0.52 - hop];
  const radius = size * (body.thrown.sides === 6 ? 0.52 : 0.46);
  pen.save();
  pen.globalAlpha = Math.min(1, 0.2 + late * 4);
  shadow(pen, size * (body.at + 0.5) - left * size * 0.6, size * 0.9, radius * (0.9 - (hop / size) * 0.6));
  const seen = body.solid.faces
    .map((face, index) => ({ face, index, normal: times(turn, face.normal) }))
    .filter((it) => it.normal[2] > 0.02)
    .sort((a, b) => a.normal[2] - b.normal[2]);
  for (const { face, index, normal } of seen) {
    const points = face.corners
      .map((it) => times(turn, body.solid.corners[it]!))
      .map((it) => [x + it[0] * radius, y - it[1] * radius]);
    side(pen, points as Array<[number, number]>, colour, dot(normal, LIGHT), size);
    number(pen, body, face, index, turn, [x, y], radius);
  }
  pen.restore();
}

function shadow(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.fillStyle = "rgb(0 0 0 / 18%)";
  pen.beginPath();
  pen.ellipse(x, y, Math.max(1, radius * 0.8), Math.max(1, radius * 0.16), 0, 0, 2 * Math.PI);
  pen.fill();
}

function side(
  pen: CanvasRenderingContext2D,
  points: Array<[number, number]>,
  colour: string,
  light: number,
  size: number,
): void {
  pen.beginPath();
  points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.lineJoin = "round";
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  pen.lineWidth = size * 0.07;
  pen.stroke();
  pen.fill();
  const shade = light > 0.55 ? `rgb(255 255 255 / ${(light - 0.55) * 40}%)` : `rgb(0 0 0 / ${(0.55 - light) * 55}%)`;
  pen.fillStyle = pen.strokeStyle = shade;
  pen.fill();
  pen.strokeStyle = "rgb(255 255 255 / 22%)";
  pen.lineWidth = size * 0.02;
  pen.stroke();
}

/** Pips or a number, lying on its face. */
function number(
  pen: CanvasRenderingContext2D,
  { solid, thrown, values }: Body,
  face: Face,
  index: number,
  turn: Turn,
  [x, y]: [number, number],
  radius: number,
): void {
  const own = towards(solid, face, thrown.sides);
  const [across, up, middle] = [own[0], own[1], face.middle].map((it) => times(turn, it)) as [Vector, Vector, Vector];
  pen.save();
  pen.transform(across[0], -across[1], -up[0], up[1], x + middle[0] * radius, y - middle[1] * radius);
  pen.fillStyle = "#fff";
  const value = values[index]!;
  if (thrown.sides === 6) {
    const step = radius / 12;
    for (const [px, py] of pips(value)) {
      pen.beginPath();
      pen.arc((px - 10) * step, (py - 10) * step, radius * 0.125, 0, 2 * Math.PI);
      pen.fill();
    }
  } else {
    const inset = Math.min(
      ...face.corners.map((it) => Math.hypot(...solid.corners[it]!.map((c, axis) => c - face.middle[axis]!))),
    );
    pen.font = `700 ${Math.min(0.62, inset * 0.95) * radius}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(value), 0, radius * 0.03);
  }
  pen.restore();
}
