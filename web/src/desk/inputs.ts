/** What the desk wants to know of a procedure's inputs: which are named, which matter, which are seldom said. */

import { plain, type Schema } from "../lib/schema";
import type { FigureCard, Hand } from "../lib/protocol";
import { diceName, title } from "../lib/words";

export type Values = Record<string, unknown>;

/** A name that can be picked, as people say it. */
export interface Choice {
  value: string;
  label: string;
  /** What stands beside it: where it comes from, what it does. */
  about?: string;
}

/** The names a field takes, with their titles. */
export function choicesOf(schema: Schema): Choice[] {
  const titles = (schema as Schema & { "x-titles"?: string[] })["x-titles"];
  return (schema.enum ?? []).map((it, at) => ({ value: String(it), label: titles?.[at] ?? title(String(it)) }));
}

/** Those that hold every word, whatever the case and the hyphens. */
export function matching(choices: Choice[], words: string): Choice[] {
  const plainly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  const wanted = plainly(words).split(" ").filter(Boolean);
  return choices.filter((it) => {
    const text = plainly(`${it.label} ${it.value} ${it.about ?? ""}`);
    return wanted.every((word) => text.includes(word));
  });
}

export type Kind = "group" | "groups" | "names" | "name" | "flag" | "number" | "other";

export function kindOf(field: Schema, root: Schema): Kind {
  const found = plain(field, root);
  if (found.properties) return "group";
  const item = found.type === "array" && found.items ? plain(found.items, root) : undefined;
  if (item?.enum) return "names";
  if (item?.properties) return "groups";
  if (found.enum) return "name";
  if (found.type === "boolean") return "flag";
  return found.type === "integer" || found.type === "number" ? "number" : "other";
}

const MOST_PLAIN = 6;

/** House rules, files and the size of miniatures stay as they are for an evening. */
function isSettled(key: string, field: Schema, root: Schema): boolean {
  return key === "rulings" || key === "scale" || plain(field, root).format === "text-file";
}

/** A number that says how many of something there are besides, and usually there are none. */
function isUsuallyNone(field: Schema, root: Schema): boolean {
  const found = plain(field, root);
  if (found.isOptional) return true;
  return kindOf(field, root) === "number" && found.default === 0 && (found.minimum ?? 0) >= 0;
}

/** The fields that are shown at once, groups last; and those that are folded away. */
export function sorted(schema: Schema, root: Schema): [Array<[string, Schema]>, Array<[string, Schema]>] {
  const all = Object.entries(plain(schema, root).properties ?? {});
  const near = all.filter(([key, field]) => !isSettled(key, field, root));
  const count = near.filter(([, field]) => !kindOf(field, root).startsWith("group")).length;
  const isRare = ([key, field]: [string, Schema]) =>
    isSettled(key, field, root) || (count > MOST_PLAIN && isUsuallyNone(field, root));
  const isGroup = ([, field]: [string, Schema]) => Number(kindOf(field, root).startsWith("group"));
  const flags = ([, field]: [string, Schema]) => Number(kindOf(field, root) === "flag");
  const shown = all.filter((it) => !isRare(it)).sort((a, b) => isGroup(a) - isGroup(b) || flags(a) - flags(b));
  return [shown, all.filter(isRare)];
}

/** A situation after somebody on a paper was put into one of its groups. */
export function withFigure(params: Values, card: FigureCard, index?: number): Values {
  const result = { ...params, ...card.beside };
  if (!card.field) return { ...result, ...card.inputs };
  const old = params[card.field];
  if (!Array.isArray(old)) return { ...result, [card.field]: { ...(old as Values), ...card.inputs } };
  const at = index ?? old.length;
  return { ...result, [card.field]: [...old.slice(0, at), { ...old[at], ...card.inputs }, ...old.slice(at + 1)] };
}

const COLOURS = ["white", "coloured", "a third colour"];

/** What to throw, so that all hands can be thrown at once: `1d6 white for the shooter and 1d6 coloured for the target`. */
export function diceToRoll(hands: Hand[]): string {
  const isOne = hands.length < 2;
  return hands
    .map(({ dice, by }, at) => {
      const colour = isOne ? "" : ` ${COLOURS[at] ?? `of colour ${at + 1}`}`;
      return `${diceName([...dice])}${colour}${by ? ` for the ${by}` : ""}`;
    })
    .join(" and ");
}
