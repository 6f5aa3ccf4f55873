/** Papers and maps: where their text is made, read and printed. The screens do not know what stands on them. */

import { at, call, sentence } from "./api";
import type { PaperCard, PaperShown } from "./protocol";

/** One kind of paper on the server. */
export interface Bench {
  example(name: string): Promise<PaperShown>;
  check(text: string): Promise<PaperShown>;
  make(wishes: Record<string, unknown>, seed?: number): Promise<PaperShown>;
  pdf(text: string): Promise<Blob>;
}

export const papersOf = (gameId: string): Promise<PaperCard[]> => call("GET", at("games", gameId, "papers"));
export const mapCard = (): Promise<PaperCard> => call("GET", at("maps"));

function benchAt(place: string): Bench {
  return {
    example: (name) => call("GET", `${place}/examples/${encodeURIComponent(name)}`),
    check: (text) => call("POST", `${place}/check`, { text }),
    make: (wishes, seed) => call("POST", `${place}/make`, seed === undefined ? { wishes } : { wishes, seed }),
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

/** A text that was changed and not yet put away, by the name of its paper; kept as long as the tab is open. */
export function draftOf(paper: string): string | null {
  return stored((storage) => storage.getItem(DRAFTS + paper)) ?? null;
}

/** Keeps a draft, or without a text drops it. */
export function keepDraft(paper: string, text?: string): void {
  stored((storage) =>
    text === undefined ? storage.removeItem(DRAFTS + paper) : storage.setItem(DRAFTS + paper, text),
  );
}

/** A full or forbidden storage costs the memory, not the paper. */
function stored<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

const CARRIED = "adjudge.carried";

interface Carried {
  game: string;
  option: string;
  value: unknown;
}

/** Takes a paper along to the set-up of a match. */
export function carry(game: string, option: string, value: unknown): void {
  stored((storage) => storage.setItem(CARRIED, JSON.stringify({ game, option, value } satisfies Carried)));
}

/** What was taken along for a game, once. */
export function carried(game: string): Carried | undefined {
  return stored((storage) => {
    const found = JSON.parse(storage.getItem(CARRIED) ?? "null") as Carried | null;
    if (found?.game !== game) return undefined;
    storage.removeItem(CARRIED);
    return found;
  });
}
