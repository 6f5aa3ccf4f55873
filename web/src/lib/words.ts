/** Numbers and names as people read them. */

import type { Odd } from "./protocol";

/** Where the pips of a die lie, on a square of twenty. */
export function pips(value: number): Array<[number, number]> {
  const [low, middle, high] = [5.4, 10, 14.6];
  const all: Array<[number, number]> = [];
  if (value % 2) all.push([middle, middle]);
  if (value > 1) all.push([low, low], [high, high]);
  if (value > 3) all.push([high, low], [low, high]);
  if (value === 6) all.push([low, middle], [high, middle]);
  return all;
}

export function percent(value: number): string {
  if (value > 0 && value < 0.001) return "<0.1 %";
  if (value < 1 && value > 0.999) return ">99.9 %";
  return `${(value * 100).toFixed(value * 100 >= 10 ? 0 : 1).replace(/\.0$/, "")} %`;
}

export function outcomeName(odd: Odd): string {
  return nameOf(odd.outcome);
}

export function nameOf(value: unknown): string {
  if (typeof value === "string") return value.replaceAll("-", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(nameOf).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${title(key)} ${nameOf(inner)}`)
      .join(", ");
  return String(value);
}

export function title(key: string): string {
  const words = key.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function diceName(dice: number[]): string {
  const counts = new Map<number, number>();
  for (const sides of dice) counts.set(sides, (counts.get(sides) ?? 0) + 1);
  return [...counts].map(([sides, count]) => `${count}d${sides}`).join(" + ");
}

export function facesTyped(text: string): number[] {
  return text
    .split(/[^0-9]+/)
    .filter(Boolean)
    .flatMap((part) => (part.length > 1 && !text.match(/[,\s]/) ? [...part] : [part]))
    .map(Number);
}
