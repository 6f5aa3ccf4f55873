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

/** The first few outcomes, and the others; one alone is not set apart. */
export function firstFew(outcomes: Odd[], few: number): [Odd[], Odd[]] {
  const count = outcomes.length === few + 1 ? few + 1 : few;
  return [outcomes.slice(0, count), outcomes.slice(count)];
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

const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text holds every one of these words. */
export function holdsWords(text: string, words: string): boolean {
  return wordsIn(words).every((word) => text.toLowerCase().includes(word));
}

/** A text cut where words begin and end, each part with whether it is one of them. */
export function marked(text: string, words: string): Array<[string, boolean]> {
  const wanted = wordsIn(words).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [[text, false]];
  return text
    .split(new RegExp(`(${wanted.join("|")})`, "giu"))
    .map((part, index): [string, boolean] => [part, index % 2 === 1]);
}

/** What a rule is about: the last part of its id in words, with the part before it if that is one word only. */
export function ruleName(rule: string): string {
  const parts = rule.split(".");
  return nameOf(parts.slice(parts.at(-1)?.includes("-") ? -1 : -2).join(" "));
}

export function diceName(dice: number[]): string {
  const counts = new Map<number, number>();
  for (const sides of dice) counts.set(sides, (counts.get(sides) ?? 0) + 1);
  return [...counts].map(([sides, count]) => `${count}d${sides}`).join(" + ");
}

/** Faces in a row. Without gaps each digit is a face, unless a die has more sides than that. */
export function facesTyped(text: string, dice: number[] = []): number[] {
  const hasGaps = /[,\s]/.test(text) || dice.some((sides) => sides > 9);
  return text
    .split(/[^0-9]+/)
    .filter(Boolean)
    .flatMap((part) => (hasGaps ? [part] : [...part]))
    .map(Number);
}

/** Why dice cannot have shown these faces; nothing if they can. Faces may still be missing. */
export function faultOf(faces: Array<number | undefined>, dice: number[]): string {
  if (faces.length > dice.length)
    return `These are ${faces.length} faces for ${dice.length === 1 ? "1 die" : `${dice.length} dice`}.`;
  const wrong = faces.findIndex((face, index) => face !== undefined && (face < 1 || face > dice[index]!));
  return wrong < 0 ? "" : `Die ${wrong + 1} is a d${dice[wrong]}: it cannot show ${faces[wrong]}.`;
}
