/** What lies one question further: where a figure could go and whom it could attack, before the deed is chosen in a list. */

import { figureOf, isApart, type Offers } from "../lib/deeds";
import type { Odd, Option, Peeked, ShownChoose, ShownPickPoint } from "../lib/protocol";
import { keyOf, pathKey, type Planned } from "../lib/table.svelte";

/** An option that is taken together with the one that leads to it. */
export type PlannedOption = Option & { path?: Planned[] };

const MOST_PEEKS = 8;

/** The options that may lead to a question for a spot or a target: a figure does something, and to whom is not said. */
export function leadsOf(question: ShownChoose): Option[] {
  if ((question.most ?? 1) !== 1) return [];
  const open = question.options.filter((it) => it.deed?.figure && !it.deed.target && !isApart(it));
  return open.slice(0, MOST_PEEKS);
}

export interface Ground {
  lead: Option;
  rule: string;
  question: ShownPickPoint;
  /** Dice come before it: what they may do is in the odds of the option that leads there. */
  isRisky: boolean;
}

/** The ground that a figure can reach by one of these options. */
export function groundOf(leads: Option[], peeks: Record<string, Peeked>): Ground | undefined {
  for (const lead of leads) {
    const peeked = peeks[keyOf(lead.key)];
    if (peeked?.question?.kind === "PickPoint" && peeked.question.figure === lead.deed?.figure)
      return { lead, rule: peeked.rule ?? "", question: peeked.question, isRisky: peeked.first ?? false };
  }
  return undefined;
}

/** What can be done to others by one of these options, by the figure that it is done to. */
export function reachedBy(
  asked: string,
  leads: Option[],
  peeks: Record<string, Peeked>,
  odds: Record<string, Odd[]>,
  isFigure: (id: string) => boolean,
): Offers {
  const found: Offers = {};
  for (const lead of leads) {
    const peeked = peeks[keyOf(lead.key)];
    if (peeked?.question?.kind !== "Choose" || (peeked.question.most ?? 1) !== 1) continue;
    for (const option of peeked.question.options) {
      const figure = figureOf(option, isFigure);
      if (!figure || figure === lead.deed?.figure || isApart(option)) continue;
      const path = [
        { rule: asked, answer: lead.key },
        { rule: peeked.rule ?? "", answer: option.key },
      ];
      const key = pathKey(path.map((it) => it.answer));
      const planned: PlannedOption = { ...option, key, label: lead.label, path };
      (found[figure] ??= []).push({ option: planned, odds: odds[key] ?? [] });
    }
  }
  return found;
}

export function together(one: Offers, other: Offers): Offers {
  const all = { ...one };
  for (const [figure, offers] of Object.entries(other)) all[figure] = [...(all[figure] ?? []), ...offers];
  return all;
}
