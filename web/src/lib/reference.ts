/** The rules of a game as they are read: under the headings of the book, what was looked for first. */

import type { RuleEntry } from "./protocol";
import { holdsWords } from "./words";

export interface Section {
  title: string;
  entries: RuleEntry[];
}

/** Entries under their headings; a heading that holds the words comes first, then those with an id that does. */
export function sections(entries: RuleEntry[], words: string): Section[] {
  const found = new Map<string, RuleEntry[]>();
  for (const entry of entries) found.set(entry.title, [...(found.get(entry.title) ?? []), entry]);
  const all = [...found].map(([title, under]) => ({ title, entries: under }));
  return words.trim() ? all.sort((a, b) => distance(a, words) - distance(b, words)) : all;
}

function distance({ title, entries }: Section, words: string): number {
  if (holdsWords(title, words)) return 0;
  return entries.some((it) => holdsWords(it.id, words)) ? 1 : 2;
}
