/** The battles of a campaign, as this screen deals with them: opens their tables, fetches the form of a result. */

import { at, call } from "./api";
import { remember, type Seated } from "./memory";
import type { BattleCard, FightSeat, LeftToBots, Opened } from "./protocol";
import type { Schema } from "./schema";

export const battles = (campaign: string): Promise<BattleCard[]> => call("GET", at("matches", campaign, "battles"));

/** A battle as a question or a list names it. */
export interface Battle {
  key: string;
  game: string;
  name: string;
  title: string;
  seats?: FightSeat[];
}

/** What can be done about a battle that is to be fought. */
export interface BattleDesk {
  open: (battle: Battle) => Promise<string>;
  form: (battle: Battle) => Promise<Schema>;
  bots: (battle: Battle) => Promise<string>;
}

/** By the tokens of the campaign's seats that this screen holds; the host may open tables as well. */
export function deskOf(campaign: string, mine: () => Seated | undefined, seat: () => string): BattleDesk {
  const token = (battle: Battle) => {
    const seats = mine()?.seats ?? {};
    const fights = battle.seats?.map((it) => it.holder ?? "").find((it) => seats[it]);
    return seats[seat()] && battle.seats?.some((it) => it.holder === seat())
      ? seats[seat()]!
      : fights
        ? seats[fights]!
        : (mine()?.host ?? "");
  };
  const path = (battle: Battle, what: string) => at("matches", campaign, "battles", battle.key, what);
  return {
    async open(battle) {
      const opened = await call<Opened>("POST", path(battle, "table"), undefined, token(battle));
      remember(seatedAt(opened, battle, mine()));
      return opened.match;
    },
    form: (battle) => call("GET", path(battle, "form"), undefined, token(battle)),
    bots: async (battle) =>
      (await call<LeftToBots>("POST", path(battle, "bots"), undefined, token(battle))).waits_for ?? "",
  };
}

/** The battle's table as this browser remembers it: whoever holds a seat of the campaign holds theirs in the battle. */
export function seatedAt(opened: Opened, battle: Battle, mine: Seated | undefined): Seated {
  const held = battle.seats?.filter((it) => it.holder && mine?.seats[it.holder]) ?? [];
  return {
    id: opened.match,
    game: battle.game,
    title: battle.name || battle.title,
    host: mine?.host ?? "",
    seats: Object.fromEntries(held.map((it) => [it.id, mine!.seats[it.holder!]!])),
    away: held.filter((it) => mine?.away?.includes(it.holder!)).map((it) => it.id),
    when: Date.now(),
  };
}

export const HOW: Record<string, string> = {
  match: "at a table here",
  hand: "told by hand",
  bots: "by bots",
};
