/** What befalls a figure, as it is written beside it. */

import type { Mark } from "./beats";

export const MARKS: Partial<Record<Mark, { word: string; mood: "good" | "bad" | "warn" | "" }>> = {
  hit: { word: "hit", mood: "bad" },
  miss: { word: "miss", mood: "" },
  safe: { word: "unharmed", mood: "" },
  wound: { word: "wounded", mood: "bad" },
  back: { word: "knocked back", mood: "warn" },
  down: { word: "down", mood: "warn" },
  dead: { word: "out", mood: "bad" },
  held: { word: "held", mood: "warn" },
  free: { word: "free", mood: "good" },
  flee: { word: "flees", mood: "warn" },
  heal: { word: "better", mood: "good" },
  appear: { word: "appears", mood: "warn" },
  won: { word: "succeeds", mood: "good" },
  lost: { word: "fails", mood: "bad" },
};
