/** The papers that this browser keeps for the desk, by game: a party is brought once and is there all evening. */

import { draftOf } from "../lib/papers";
import { recall, store } from "../lib/memory";

const MOST = 6;

const shelfOf = (gameId: string): string => `adjudge.shelf.${gameId}`;

/** The texts on the shelf by their names, with what is being written on the papers page. */
export function shelved(gameId: string, kinds: string[]): Record<string, string> {
  const kept = recall(shelfOf(gameId)).flatMap((line): Array<[string, string]> => {
    try {
      const pair: unknown = JSON.parse(line);
      return Array.isArray(pair) && pair.every((it) => typeof it === "string") ? [pair as [string, string]] : [];
    } catch {
      return [];
    }
  });
  const drafts = kinds.flatMap((kind): Array<[string, string]> => {
    const text = draftOf(`${gameId}/${kind}`);
    return text ? [["on the papers page", text]] : [];
  });
  return Object.fromEntries([...drafts, ...kept]);
}

function put(gameId: string, papers: Array<[string, string]>): void {
  store(
    shelfOf(gameId),
    papers.slice(0, MOST).map((it) => JSON.stringify(it)),
  );
}

const kept = (gameId: string): Array<[string, string]> => Object.entries(shelved(gameId, []));

export function shelve(gameId: string, name: string, text: string): void {
  put(gameId, [[name, text], ...kept(gameId).filter(([other]) => other !== name)]);
}

export function unshelve(gameId: string, name: string): void {
  put(
    gameId,
    kept(gameId).filter(([other]) => other !== name),
  );
}
