/** The REST half of the protocol. Every refusal of the server is one sentence, thrown as an Error. */

import type {
  Agreed,
  Allowed,
  AnalysisShown,
  BriefingShown,
  Considered,
  Created,
  FigureCard,
  GameCard,
  Invited,
  KeptFor,
  NewMatch,
  NewStudy,
  OddsGiven,
  Paged,
  ProcedureCard,
  RuleEntry,
  Ruled,
  SeatSetting,
  Situation,
  StudyShown,
  TableRules,
  Thought,
  Wanted,
} from "./protocol";

/** The server said no, in a sentence; `isBusy`: it may say yes in a while. */
export class Refused extends Error {
  readonly isBusy: boolean;
  constructor(data: unknown, status: number) {
    super(sentence(data) ?? `the server answered ${status}`);
    this.isBusy = status === 503;
  }
}

export async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Adjudge-Token"] = token;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  const data: unknown = text ? JSON.parse(text) : undefined;
  if (!answer.ok) throw new Refused(data, answer.status);
  return data as T;
}

export function sentence(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { why, detail } = data as { why?: string; detail?: string };
  return why ?? detail;
}

export const at = (...steps: string[]): string => "/api/" + steps.map(encodeURIComponent).join("/");

let known: Promise<GameCard[]> | undefined;

export function games(): Promise<GameCard[]> {
  known ??= call<GameCard[]>("GET", at("games"));
  known.catch(() => (known = undefined));
  return known;
}

export async function game(id: string): Promise<GameCard> {
  const found = (await games()).find((card) => card.id === id);
  if (!found) throw new Error(`there is no game called ${id} here`);
  return found;
}

export const seats = (id: string, options: Record<string, unknown>): Promise<SeatSetting[]> =>
  call("POST", at("games", id, "seats"), options);
export const rules = (id: string, words: string): Promise<RuleEntry[]> =>
  call("GET", `${at("games", id, "rules")}?words=${encodeURIComponent(words)}`);
export const rule = (id: string, cited: string): Promise<RuleEntry> => call("GET", at("games", id, "rules", cited));
export const procedures = (id: string): Promise<ProcedureCard[]> => call("GET", at("games", id, "procedures"));
export const odds = (id: string, name: string, situation: Situation): Promise<OddsGiven | Wanted> =>
  call("POST", at("games", id, "procedures", name, "odds"), situation);
export const resolve = (id: string, name: string, situation: Situation): Promise<Ruled | Wanted> =>
  call("POST", at("games", id, "procedures", name, "resolve"), situation);
/** Who stands on these papers and on the game's examples, as a procedure takes them. */
export const figures = (id: string, name: string, papers: Record<string, string>): Promise<FigureCard[]> =>
  call("POST", at("games", id, "procedures", name, "figures"), { papers });
export const create = (wish: NewMatch): Promise<Created> => call("POST", at("matches"), wish);
export const tableRules = (id: string): Promise<TableRules> => call("GET", at("matches", id, "rules"));
export const briefing = (id: string): Promise<BriefingShown> => call("GET", at("matches", id, "briefing"));
export const invite = (id: string, seat: string, token: string): Promise<Invited> =>
  call("POST", at("matches", id, "seats", seat, "invitation"), undefined, token);
export const handOver = (id: string, token: string): Promise<Invited> =>
  call("POST", at("matches", id, "host"), undefined, token);
export const replace = (id: string, seat: string, bot: string, token: string): Promise<unknown> =>
  call("PUT", at("matches", id, "seats", seat), { bot }, token);
export const keptFor = (id: string): Promise<KeptFor> => call("GET", at("matches", id, "expiry"));
export const keepFor = (id: string, days: number, host: string): Promise<KeptFor> =>
  call("PUT", at("matches", id, "expiry"), { days }, host);
export const pause = (id: string, paused: boolean, token: string): Promise<unknown> =>
  call("PUT", at("matches", id, "paused"), paused, token);
/** The analysis of a match, or how far it has got: the server works on it as long as somebody asks. */
export const analysis = (id: string, token: string): Promise<AnalysisShown> =>
  call("GET", at("matches", id, "analysis"), undefined, token);
/** Who agrees to an analysis while the match goes on. */
export const agreed = (id: string): Promise<Agreed> => call("GET", at("matches", id, "analysis", "agreed"));
export const agree = (id: string, isAgreed: boolean, token: string): Promise<Agreed> =>
  call("PUT", at("matches", id, "analysis", "agreed"), isAgreed, token);
export const thoughts = (id: string): Promise<Thought[]> => call("GET", at("matches", id, "thoughts"));
export const hints = (id: string): Promise<Allowed> => call("GET", at("matches", id, "hints"));
export const allowHints = (id: string, allowed: boolean, token: string): Promise<Allowed> =>
  call("PUT", at("matches", id, "hints"), allowed, token);
export const hint = (id: string, token: string): Promise<Considered> =>
  call("POST", at("matches", id, "hint"), undefined, token);
export const beginStudy = (wish: NewStudy): Promise<StudyShown> => call("POST", at("studies"), wish);
/** A study, or how far it has got: the server plays as long as somebody asks. */
export const study = (id: string): Promise<StudyShown> => call("GET", at("studies", id));
export const studyPage = (id: string): Promise<Paged> => call("GET", at("studies", id, "page"));
export const endStudy = (id: string): Promise<StudyShown> => call("DELETE", at("studies", id));
export const end = (id: string, token: string): Promise<unknown> => call("DELETE", at("matches", id), undefined, token);
export const nextSession = (id: string, token: string): Promise<Created> =>
  call("POST", at("matches", id, "sequel"), undefined, token);
export const branch = (id: string, position: number, token: string): Promise<Created> =>
  call("POST", at("matches", id, "branches"), { position }, token);

/** A table for a match from a file, as the file's own text: its digest is of those very bytes. */
export const bringIn = async (text: string): Promise<Created> => {
  const answer = await fetch(at("imports"), { method: "POST", body: text });
  const data: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Error(sentence(data) ?? `the server answered ${answer.status}`);
  return data as Created;
};

/** The match as a file, handed to the browser to keep. */
export async function save(id: string, token: string): Promise<void> {
  const answer = await fetch(at("matches", id, "save"), { headers: token ? { "Adjudge-Token": token } : {} });
  if (!answer.ok)
    throw new Error(sentence(await answer.json().catch(() => undefined)) ?? `the server answered ${answer.status}`);
  const address = URL.createObjectURL(await answer.blob());
  const anchor = Object.assign(document.createElement("a"), { href: address, download: `adjudge-${id}.json` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
