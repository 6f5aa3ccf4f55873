/** Playing cards as a screen colours them: by suit, by a colour in the name, else by the name, so that equal ones look alike. */

const SUITS: Record<string, string> = { "♥": "red", "♦": "red", "♠": "black", "♣": "black" };
const COLOURS = ["red", "black", "green", "blue", "yellow", "white"];
/** So far apart are the hues of two names that follow one another: never near a hue that was had before. */
const GOLDEN = 137.5;

export function suitOf(name: string): string {
  const suit = [...name].map((sign) => SUITS[sign]).find(Boolean);
  const colour = suit ?? COLOURS.find((it) => name.toLowerCase().split(/\W+/).includes(it));
  if (colour === "black") return "var(--ink)";
  if (colour) return `var(--seat-${colour}, ${colour})`;
  const sum = [...name].reduce((total, sign) => (total * 31 + sign.codePointAt(0)!) % 9973, 7);
  const hue = Math.round((GOLDEN * sum) % 360);
  return `light-dark(hsl(${hue} 60% 32%), hsl(${hue} 60% 72%))`;
}
