/** Sets what lies in an element tighter, step by step, until all of it is seen without scrolling. */

/** From roomy to one short line for each option. */
export const TIGHTEST = 4;

export function fit(element: HTMLElement): void {
  for (let step = 0; step <= TIGHTEST; step++) {
    element.dataset["fit"] = String(step);
    if (element.scrollHeight <= element.clientHeight + 1) return;
  }
}
