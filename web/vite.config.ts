import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { appManifest } from "./app-manifest.ts";
import { chunkGroups } from "./chunk-groups.ts";
import { serviceWorker } from "./service-worker-build.ts";
import { threeParts } from "./three-parts.ts";
import { wordParts } from "./word-parts.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Scenes are in their games' folders, which have no node_modules.
const three = here("./node_modules/three");

/** The address of the server for programs, in development; `scripts/dev.py` sets it. */
const server = process.env.EMPILE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  root: here("."),
  base: "/",
  plugins: [wordParts(), threeParts(), chunkGroups(), appManifest(), serviceWorker()],
  resolve: {
    alias: [
      { find: /^three\/addons\//, replacement: `${three}/examples/jsm/` },
      { find: /^three$/, replacement: `${three}/src/Three.js` },
    ],
    dedupe: ["three", "lit"],
  },
  // Workers load the parts of games on demand.
  worker: { format: "es" },
  build: {
    outDir: process.env.EMPILE_PAGES ?? here("../src/empile/server/pages"),
    emptyOutDir: true,
    manifest: "chunks.json", // import graph, used to measure the first load
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: {
      // With the Host header of the page, which the server compares with its origin.
      "^/(api|docs|engine|packages)/|^/(docs|health|metrics|packages\\.json)$": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
});
