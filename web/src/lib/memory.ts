/** What this browser remembers: the tables you sit at with their tokens, and how you like things to look. */

export interface Seated {
  id: string;
  game: string;
  title: string;
  host: string;
  seats: Record<string, string>;
  /** Seats whose links were sent on: known here, but not played on this screen. */
  away?: string[];
  /** What to know of a table that began at another one. */
  note?: string;
  when: number;
}

const TABLES = "adjudge.tables";
const MOST_TABLES = 50;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage costs the memory, not the game
  }
}

/** A list of words that this browser has put away under a name. */
export function recall(name: string): string[] {
  const kept = read<unknown>(name, []);
  return Array.isArray(kept) ? kept.filter((it) => typeof it === "string") : [];
}

export function store(name: string, words: string[]): void {
  write(name, words);
}

export function tables(): Seated[] {
  return read<Seated[]>(TABLES, []).sort((a, b) => b.when - a.when);
}

export function tableOf(id: string): Seated | undefined {
  return tables().find((table) => table.id === id);
}

export function remember(table: Seated): void {
  const others = tables().filter((other) => other.id !== table.id);
  write(TABLES, [table, ...others].slice(0, MOST_TABLES));
}

/** The tokens of the seats that are played on this screen. */
export function heldBy(table: Seated | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(table?.seats ?? {}).filter(([seat]) => !table?.away?.includes(seat)));
}

/** The same table without a seat. */
export function without(table: Seated, seat: string): Seated {
  const { [seat]: _, ...seats } = table.seats;
  return { ...table, seats, away: table.away?.filter((it) => it !== seat) };
}

export function forget(id: string): void {
  write(
    TABLES,
    tables().filter((table) => table.id !== id),
  );
  try {
    localStorage.removeItem(`adjudge.numbers.${id}`);
  } catch {
    // nothing was put away then
  }
}

export type Look = "auto" | "light" | "dark";

export function look(): Look {
  return read<Look>("adjudge.look", "auto");
}

export function setLook(chosen: Look): void {
  write("adjudge.look", chosen);
  applyLook(chosen);
}

export function applyLook(chosen: Look): void {
  if (chosen === "auto") delete document.documentElement.dataset["look"];
  else document.documentElement.dataset["look"] = chosen;
}

export function calm(): boolean {
  return read<boolean>("adjudge.calm", false);
}

export function setCalm(chosen: boolean): void {
  write("adjudge.calm", chosen);
  document.documentElement.classList.toggle("calm", chosen);
}

/** How fast what happened is played out: 0 not at all, 1 as usual. */
export function pace(): number {
  return read<number>("adjudge.pace", 1);
}

export function setPace(chosen: number): void {
  write("adjudge.pace", chosen);
}

/** Whether dice roll in three dimensions. */
export function realDice(): boolean {
  return read<boolean>("adjudge.dice", true);
}

export function setRealDice(chosen: boolean): void {
  write("adjudge.dice", chosen);
}

/** Whether anything may move on the screen. */
export function motion(): boolean {
  if (calm()) return false;
  return typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const BRIEFED = "adjudge.briefed";

/** Whether the briefing of a game has been read here. */
export function isBriefed(game: string): boolean {
  return read<string[]>(BRIEFED, []).includes(game);
}

export function setBriefed(game: string): void {
  const others = read<string[]>(BRIEFED, []).filter((it) => it !== game);
  write(BRIEFED, [...others, game].slice(-100));
}

/** Whether anything is heard. */
export function hasSound(): boolean {
  return read<boolean>("adjudge.sound", false);
}

export function setSound(chosen: boolean): void {
  write("adjudge.sound", chosen);
}

/** Whether the browser tells you that it is your move while you look elsewhere. */
export function calls(): boolean {
  return read<boolean>("adjudge.calls", false);
}

export function setCalls(chosen: boolean): void {
  write("adjudge.calls", chosen);
}
