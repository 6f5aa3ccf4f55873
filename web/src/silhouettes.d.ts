/** Outlines on a square of 512, by the names in src/lib/icons.json (see vite.config.ts). */
declare module "virtual:silhouettes" {
  const outlines: Record<string, string>;
  export default outlines;
}
