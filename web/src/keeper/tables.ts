/** What the keeper's page says of tables. */

import type { Awake, TableKept } from "../lib/protocol";

export interface Row extends TableKept {
  /** How many are connected; undefined while the table sleeps. */
  guests?: number;
}

export type Order = "updated" | "bytes" | "guests" | "created";

/** The tables with who is connected to them, as every process of the server tells. */
export function joined(tables: TableKept[], awake: Awake[]): Row[] {
  const guests = new Map(awake.flatMap((it) => Object.entries(it.guests)));
  return tables.map((table) => ({ ...table, guests: guests.get(table.id) }));
}

/** Those of which a word speaks: id, game, a seat; the largest, latest or busiest first. */
export function chosen(rows: Row[], word: string, order: Order): Row[] {
  const wanted = word.trim().toLowerCase();
  const found = rows.filter((it) => [it.id, it.game, ...it.seats].join(" ").toLowerCase().includes(wanted));
  const value = (it: Row) =>
    order === "bytes" ? it.bytes : order === "guests" ? (it.guests ?? -1) : Date.parse(it[order]);
  return found.sort((a, b) => value(b) - value(a));
}

export function inBytes(size: number): string {
  return size >= 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${Math.round(size / 1e3)} kB`;
}

export function ago(moment: string, now: number): string {
  const minutes = Math.max(0, (now - Date.parse(moment)) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 120) return `${Math.round(minutes)} minutes ago`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} hours ago` : `${Math.round(hours / 24)} days ago`;
}

export function standing(row: Row): string {
  if (row.goes) return `goes on ${day(row.goes)}`;
  if (row.is_kept) return "kept for ever";
  return row.outcome ? "over" : row.days ? `kept ${row.days} days` : "";
}

export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });
}
