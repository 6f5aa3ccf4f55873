/** What every field of a form has at hand: the form, the document, what is wrong where, and how to change something. */

import { getContext, setContext } from "svelte";
import type { Finding, PaperForm, Pick, Tally } from "../lib/protocol";
import { follow, plain, type Schema } from "../lib/schema";
import { isEqual, isWithin, pathText, placeOf, valueAt, type Document, type Path } from "./document";

export interface Desk {
  readonly form: PaperForm;
  readonly root: Schema;
  readonly gameId: string | undefined;
  readonly document: Document;
  readonly findings: Finding[];
  readonly tallies: Tally[];
  change(path: Path, value: unknown): void;
  cite(rule: string): void;
}

const KEY = Symbol("form");
export const layOut = (desk: Desk): Desk => setContext(KEY, desk);
export const theDesk = (): Desk => getContext<Desk>(KEY);

export function rootOf(form: PaperForm): Schema {
  const schema = form.schema as Schema;
  return { ...schema, ...follow(schema, schema), $defs: schema.$defs ?? {} };
}

/** What is said about just this place; of a list that is drawn as one field also about its entries. */
export function remarksAt(desk: Desk, path: Path, deep = false): Finding[] {
  const here = pathText(path);
  return desk.findings.filter(({ path: at = "" }) => (deep ? isWithin(at, here) : at === here));
}

export const picksAt = (desk: Desk, path: Path): Pick[] | undefined => desk.form.picks[placeOf(path)];
export const ruleAt = (desk: Desk, path: Path): string => desk.form.rules[placeOf(path)] ?? "";
export const isSeldom = (desk: Desk, path: Path): boolean => desk.form.seldom.includes(placeOf(path));

/** Whether a pick goes with the fields beside it, as they are now or by default. */
export function fits(desk: Desk, pick: Pick, beside: Path): boolean {
  return Object.entries(pick.only ?? {}).every(([field, allowed]) =>
    allowed.includes(String(valueAt(desk.document, [...beside, field]) ?? "")),
  );
}

/** What a field becomes: a value that goes without saying is left out of the file. */
export function tidy(value: unknown, schema: Schema, isRequired: boolean): unknown {
  return !isRequired && (value === "" || isEqual(value, schema.default)) ? undefined : value;
}

/** A pick by what stands in the file, which may be a name with the pick in brackets. */
export function pickOf(picks: Pick[], value: unknown): Pick | undefined {
  const inner = typeof value === "string" ? /\(([^()]*)\)$/.exec(value)?.[1] : undefined;
  return picks.find((it) => isEqual(it.value, value)) ?? picks.find((it) => it.named && it.value === inner);
}

export function calledBy(picks: Pick[], value: unknown): string {
  const found = pickOf(picks, value);
  return found && isEqual(found.value, value) ? found.title || String(value) : String(value);
}

/** Picks of an enumeration, where a game has said nothing more about them. */
export function plainPicks(schema: Schema, root: Schema): Pick[] | undefined {
  const items = schema.items ? plain(schema.items, root) : schema;
  return items.enum?.map((value) => ({ value, title: worded(String(value)) }));
}

export const worded = (text: string): string => {
  const words = text.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
