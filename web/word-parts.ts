/**
 * Splits catalogues in two for the build. Of a game's, `fr.json?first` holds what is said at the table
 * and on the home page, `fr.json?more` the long texts that only a reader of rules, a learner or a maker
 * of boards meets, and who keeps score beside a box. Of the page's, `?more` is what is said in rooms
 * that are fetched when they are first entered, and at tables where real blocks are placed or a hand
 * is at work. One file stays one file for those who translate it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What is left for later, and what of that is said before: links that lead there, for the most. */
interface Parting {
  more: RegExp;
  signs: RegExp;
}

const GAME: Parting = {
  more: /^(rules|tutorial|editor|fault|text|keeper)\./,
  signs: /^(rules\.1\.title|editor\.[^.]+\.page\.link)$/,
};
const PAGE: Parting = {
  more: /^(hand|judge|boards|analysis|replay|learn|keeper)\./,
  // The last ones: what a table's menu offers, and what its log tells of a verdict.
  signs: /^((boards|keeper)\.link|learn\.by_playing|analysis\.begin|hand\.calm\.o(n|ff)|judge\.(stands|falls|falls-later))$/,
};

const PAGE_WORDS = fileURLToPath(new URL("./words/", import.meta.url));

/** Whether a message of the catalogue in `file` is in its second part. */
export function isMore(key: string, file: string): boolean {
  const { more, signs } = file.startsWith(PAGE_WORDS) ? PAGE : GAME;
  return more.test(key) && !signs.test(key);
}

export function wordParts(): Plugin {
  return {
    name: "word-parts",
    enforce: "pre",
    load(id) {
      const match = /^(.*\/words\/[^/]+\.json)\?(first|more)$/.exec(id);
      if (match === null) return null;
      const file = match[1]!;
      this.addWatchFile(file);
      const all = JSON.parse(readFileSync(file, "utf-8")) as Record<string, unknown>;
      const kept = Object.entries(all).filter(([key]) => isMore(key, file) === (match[2] === "more"));
      // A text that is parsed is read faster than an object that is written out.
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(kept)));
      return { code: `export default JSON.parse(${text});`, moduleType: "js" };
    },
  };
}
