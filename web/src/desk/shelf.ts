/** The papers that the desk takes figures from: those saved in this browser, here or on the papers page. */

import { draftOf, paperBench, putOnShelf, shelf, takeOffShelf } from "../lib/papers";

/** The server reads no more of them at once. */
const MOST = 8;
const DRAFT = "on the papers page";

/** Their texts by their names, the newest first, with what is being written on the papers page. */
export function shelved(gameId: string, kinds: string[]): Record<string, string> {
  const drafts = kinds.flatMap((kind): Array<[string, string]> => {
    const text = draftOf(`${gameId}/${kind}`);
    return text ? [[DRAFT, text]] : [];
  });
  const saved = shelf(gameId)
    .filter((it) => it.game === gameId && kinds.includes(it.paper))
    .map((it): [string, string] => [it.name, it.text]);
  return Object.fromEntries([...drafts, ...saved].slice(0, MOST));
}

/** Saves a file that was brought, as the kind of paper that it is. */
export async function shelve(gameId: string, kinds: string[], name: string, text: string): Promise<void> {
  for (const paper of kinds) {
    const { findings, value } = await paperBench(gameId, paper).check(text);
    if (findings.some((it) => it.grade === "illegal") && paper !== kinds.at(-1)) continue;
    putOnShelf({ game: gameId, paper, name, text, ...(value == null ? {} : { value }) });
    return;
  }
}

export function unshelve(gameId: string, name: string): void {
  shelf(gameId)
    .filter((it) => it.game === gameId && it.name === name)
    .forEach(takeOffShelf);
}
