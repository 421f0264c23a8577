/**
 * Vite plugin that builds the service worker as one classic script, `/sw.js`, with the list of files that it
 * keeps. The build has an ID, which the page and the worker both know, so that a page can tell whether a waiting
 * worker is newer than itself.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

const ENTRY = fileURLToPath(new URL("./src/offline/worker/service-worker.ts", import.meta.url));
const PUBLIC = fileURLToPath(new URL("./public/", import.meta.url));
/** Sounds wait for the first touch; the browser keeps them then, as all that never changes. */
const LATER = /\.(map|flac)$/;
/** Public files that only other sites request. */
const NOT_KEPT = /^share\//;
const PLACE = '<meta name="empile-build" content="" />';

/** A file to keep; the revision is null if the name has a hash of the content. */
export interface Kept {
  url: string;
  revision: string | null;
}

/** Returns what the worker keeps: the page, its assets and public files, by their names in the output. */
export function keptFiles(assets: readonly string[], shared: ReadonlyMap<string, string>, id: string): Kept[] {
  return [
    { url: "/", revision: id },
    ...assets.filter((name) => name.startsWith("assets/") && !LATER.test(name)).sort()
      .map((name) => ({ url: `/${name}`, revision: null })),
    ...[...shared].sort().map(([name, revision]) => ({ url: `/${name}`, revision })),
  ];
}

const hash = (...parts: readonly (string | Uint8Array)[]): string => {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex").slice(0, 16);
};

function publicFiles(): Map<string, string> {
  const names = globSync("**/*.*", { cwd: PUBLIC }).map((name) => name.replaceAll("\\", "/"));
  return new Map(names.filter((name) => !NOT_KEPT.test(name)).map((name) => [name, hash(readFileSync(PUBLIC + name))]));
}

/** Returns the worker's code. */
async function bundled(kept: readonly Kept[], id: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      __KEPT__: JSON.stringify(kept),
      __BUILD__: JSON.stringify(id),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: ENTRY, formats: ["iife"], name: "empileWorker", fileName: () => "sw.js" },
    },
  }) as Rolldown.RolldownOutput[];
  const code = output[0]?.output.find((chunk) => chunk.type === "chunk")?.code;
  if (code === undefined) throw new Error("the service worker was not built");
  return code;
}

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the page is not in the output");
        const text = String(page.source);
        if (!text.includes(PLACE)) throw new Error(`index.html must contain ${PLACE}`);
        const shared = publicFiles();
        // The worker's own code is part of it, since another one is another version for the browser.
        const id = hash(text, ...Object.keys(bundle).sort(), JSON.stringify([...shared].sort()), readFileSync(ENTRY));
        page.source = text.replace(PLACE, PLACE.replace('""', `"${id}"`));
        const source = await bundled(keptFiles(Object.keys(bundle), shared, id), id);
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
