/** Papers and maps: where their text is made, read and printed. The screens do not know what stands on them. */

import { at, call, sentence } from "./api";
import type { PaperCard, PaperForm, PaperShown } from "./protocol";

/** One kind of paper on the server. */
export interface Bench {
  example(name: string): Promise<PaperShown>;
  check(text: string): Promise<PaperShown>;
  make(wishes: Record<string, unknown>, seed?: number): Promise<PaperShown>;
  form(): Promise<PaperForm>;
  /** A document as a text; the text before keeps the comment at its head. */
  fill(document: Record<string, unknown>, text: string): Promise<PaperShown>;
  pdf(text: string): Promise<Blob>;
}

export const papersOf = (gameId: string): Promise<PaperCard[]> => call("GET", at("games", gameId, "papers"));
export const mapCard = (): Promise<PaperCard> => call("GET", at("maps"));

function benchAt(place: string): Bench {
  return {
    example: (name) => call("GET", `${place}/examples/${encodeURIComponent(name)}`),
    check: (text) => call("POST", `${place}/check`, { text }),
    make: (wishes, seed) => call("POST", `${place}/make`, seed === undefined ? { wishes } : { wishes, seed }),
    form: () => call("GET", `${place}/form`),
    fill: (document, text) => call("POST", `${place}/fill`, { document, text }),
    pdf: async (text) => {
      const answer = await fetch(`${place}/pdf`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text }),
      });
      if (!answer.ok)
        throw new Error(sentence(await answer.json().catch(() => undefined)) ?? `the server answered ${answer.status}`);
      return answer.blob();
    },
  };
}

export const paperBench = (gameId: string, name: string): Bench => benchAt(at("games", gameId, "papers", name));
export const mapBench: Bench = benchAt(at("maps"));

/** A drawing as an image that can hold no script. */
export const asImage = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Hands something to the browser to keep. */
export function keep(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for a file, from what stands at the top of the paper. */
export function fileName(headline: string, otherwise: string): string {
  const plain = headline
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return plain || otherwise;
}

const DRAFTS = "adjudge.draft.";

/** A text that was changed and not yet put away, by the name of its paper; kept in this browser. */
export function draftOf(paper: string): string | null {
  return stored(localStorage, (storage) => storage.getItem(DRAFTS + paper)) ?? null;
}

/** Keeps a draft, or without a text drops it. */
export function keepDraft(paper: string, text?: string): void {
  stored(localStorage, (storage) =>
    text === undefined ? storage.removeItem(DRAFTS + paper) : storage.setItem(DRAFTS + paper, text),
  );
}

/** A full or forbidden storage costs the memory, not the paper. */
function stored<T>(storage: Storage, work: (storage: Storage) => T): T | undefined {
  try {
    return work(storage);
  } catch {
    return undefined;
  }
}

/** Something that was saved in this browser under its name. `value` is what an option takes instead of the text. */
export interface Kept {
  game: string;
  paper: string;
  name: string;
  text: string;
  value?: unknown;
}

const SHELF = "adjudge.shelf";
const MOST_KEPT = 80;

/** What was saved, of one kind of paper or of all; maps that belong to no game fit every game that takes maps. */
export function shelf(game?: string, paper?: string): Kept[] {
  const all = stored(localStorage, (it) => JSON.parse(it.getItem(SHELF) ?? "[]") as Kept[]) ?? [];
  return all.filter((it) => (!paper || it.paper === paper) && (game === undefined || it.game === game || !it.game));
}

/** Saves a paper; one of the same kind and name is replaced. Tells whether there was room. */
export function putOnShelf(kept: Kept): boolean {
  const all = [kept, ...shelf().filter((it) => !isSame(it, kept))].slice(0, MOST_KEPT);
  return stored(localStorage, (it) => (it.setItem(SHELF, JSON.stringify(all)), true)) ?? false;
}

export function takeOffShelf(kept: Kept): void {
  const left = shelf().filter((it) => !isSame(it, kept));
  stored(localStorage, (it) => it.setItem(SHELF, JSON.stringify(left)));
}

const isSame = (one: Kept, other: Kept): boolean =>
  one.game === other.game && one.paper === other.paper && one.name === other.name;

const SETUPS = "adjudge.setup.";

/** The set-up of a match as far as it has been chosen: it waits while somebody draws a map for it. */
export interface Setup {
  options: Record<string, unknown>;
  seats: Record<string, unknown>;
  /** Papers that were taken along since, by the option that takes them. */
  carried: Record<string, unknown>;
}

export function setupOf(game: string): Setup {
  const found = stored(sessionStorage, (it) => JSON.parse(it.getItem(SETUPS + game) ?? "null") as Setup | null);
  return { options: {}, seats: {}, carried: {}, ...found };
}

/** Keeps a set-up, or without one drops it. */
export function keepSetup(game: string, setup?: Setup): void {
  stored(sessionStorage, (it) =>
    setup === undefined ? it.removeItem(SETUPS + game) : it.setItem(SETUPS + game, JSON.stringify(setup)),
  );
}

/** Takes a paper along to the set-up of a match, where everything else stays as it was. */
export function carry(game: string, option: string, value: unknown): void {
  const setup = setupOf(game);
  keepSetup(game, { ...setup, carried: { ...setup.carried, [option]: value } });
}
