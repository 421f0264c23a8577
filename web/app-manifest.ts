/** Vite plugin that writes the web app manifest in each language, from the catalogues. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const CATALOGUES = fileURLToPath(new URL("./locales/", import.meta.url));
/** The language of the page before it knows the user's. */
const DEFAULT = "fr";
const SHORTCUTS = [
  { key: "tabs.puzzles", url: "/puzzles" },
  { key: "games.title", url: "/games" },
] as const;

export function manifest(language: string, words: Readonly<Record<string, unknown>>): string {
  const text = (key: string): string => {
    const found = words[key];
    if (typeof found !== "string") throw new Error(`the catalogue '${language}' has no text '${key}'`);
    return found;
  };
  const icon = (name: string, size: number, purpose: string) =>
    ({ src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: "image/png", purpose });
  return JSON.stringify({
    id: "/",
    start_url: "/",
    scope: "/",
    name: "Empile",
    short_name: "Empile",
    description: text("app.description"),
    lang: language,
    dir: "ltr",
    display: "standalone",
    background_color: "#f3ead9",
    theme_color: "#f3ead9",
    categories: ["games", "kids"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("app-192", 192, "any"),
      icon("app-512", 512, "any"),
      icon("maskable-192", 192, "maskable"),
      icon("maskable-512", 512, "maskable"),
    ],
    shortcuts: SHORTCUTS.map(({ key, url }) => ({ name: text(key), url })),
  });
}

export function appManifest(): Plugin {
  return {
    name: "app-manifest",
    apply: "build",
    generateBundle() {
      for (const file of globSync("*.json", { cwd: CATALOGUES })) {
        const language = basename(file, ".json");
        const words = JSON.parse(readFileSync(CATALOGUES + file, "utf-8")) as Record<string, unknown>;
        const source = manifest(language, words);
        this.emitFile({ type: "asset", fileName: `manifest.${language}.webmanifest`, source });
        if (language === DEFAULT) this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source });
      }
    },
  };
}
