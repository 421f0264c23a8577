/**
 * Splits games' catalogues in two for the build: `fr.json?first` holds what is said at the table and
 * on the home page, `fr.json?more` the long texts that only a reader of rules, a learner or a maker
 * of boards meets, and who keeps score beside a box. One file stays one file for those who translate it.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const MORE = /^(rules|tutorial|editor|fault|text|keeper)\./;
/** Of those, what tells the home page that there is more. */
const SIGNS = /^(rules\.1\.title|editor\.[^.]+\.page\.link)$/;

function isMore(key: string): boolean {
  return MORE.test(key) && !SIGNS.test(key);
}

export function wordParts(): Plugin {
  return {
    name: "word-parts",
    enforce: "pre",
    load(id) {
      const match = /^(.*\/words\/[^/]+\.json)\?(first|more)$/.exec(id);
      if (match === null) return null;
      this.addWatchFile(match[1]!);
      const all = JSON.parse(readFileSync(match[1]!, "utf-8")) as Record<string, unknown>;
      const kept = Object.entries(all).filter(([key]) => isMore(key) === (match[2] === "more"));
      // A text that is parsed is read faster than an object that is written out.
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(kept)));
      return { code: `export default JSON.parse(${text});`, moduleType: "js" };
    },
  };
}
