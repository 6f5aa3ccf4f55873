/** What can be done with or to a figure: the options of a question, gathered by the figure that they concern. */

import type { Odd, Option, ShownChoose } from "./protocol";
import { keyOf } from "./table.svelte";

/** An option with what may come of it. */
export interface Offer {
  option: Option;
  odds: Odd[];
}

export type Offers = Record<string, Offer[]>;

/** By figure; one with which one could only give something away is left out. Where several options are to be chosen at once, they are chosen in the list. */
export function offersOf(
  question: ShownChoose,
  odds: Record<string, Odd[]>,
  isFigure: (id: string) => boolean,
): Offers {
  const found: Offers = {};
  if ((question.most ?? 1) !== 1) return found;
  for (const option of question.options) {
    const figure = figureOf(option, isFigure);
    if (figure) (found[figure] ??= []).push({ option, odds: odds[keyOf(option.key)] ?? [] });
  }
  return Object.fromEntries(Object.entries(found).filter(([, offers]) => !offers.every((it) => isApart(it.option))));
}

/** The figure that an option is about: whom it is done to, else whom the game names, else who does it. */
export function figureOf(option: Option, isFigure: (id: string) => boolean): string {
  const { deed, figure } = option;
  return [deed?.target, figure, deed?.figure].find((it) => it && isFigure(it)) ?? "";
}

/** Whether an option stands apart from what one wants: nobody should take it by chance. */
export function isApart(option: Option): boolean {
  return Boolean(option.caution);
}

/** Whether an option cannot be made good, so that it is asked for twice. */
export function isForGood(option: Option): boolean {
  return option.caution === "ask";
}
