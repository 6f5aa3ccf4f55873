import { icons as drawings } from "@iconify-json/game-icons";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import wanted from "./src/lib/icons.json" with { type: "json" };
import pictures from "./src/lib/pictures.json" with { type: "json" };

const SILHOUETTES = "virtual:silhouettes";

/** Of the thousands of drawings in game-icons only those that src/lib/icons.json names go into the page. */
function silhouettes(): Plugin {
  return {
    name: "silhouettes",
    resolveId: (id) => (id === SILHOUETTES ? `\0${SILHOUETTES}` : undefined),
    load(id) {
      if (id !== `\0${SILHOUETTES}`) return undefined;
      const drawn = Object.entries(wanted).map(([name, icon]) => [name, outlineOf(icon, drawings.icons[icon]?.body)]);
      return `export default ${JSON.stringify(Object.fromEntries(drawn))}`;
    },
    /** Pictures of cards lie beside the page: it fetches them when it shows one, and printed sheets have them too. */
    generateBundle() {
      const drawn = pictures.map((icon) => [icon, outlineOf(icon, drawings.icons[icon]?.body)]);
      this.emitFile({ type: "asset", fileName: "pictures.json", source: JSON.stringify(Object.fromEntries(drawn)) });
    },
  };
}

function outlineOf(icon: string, body: string | undefined): string {
  if (!body) throw new Error(`src/lib/icons.json: game-icons has no ${icon}`);
  return [...body.matchAll(/\bd="([^"]+)"/g)].map(([, path]) => path).join("");
}

export default defineConfig({
  plugins: [silhouettes(), svelte(), svelteTesting()],
  base: "/",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: ["index.html", "admin.html"] },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
});
