/**
 * Vite plugin that splits catalogues into two parts. Of a game's catalogue, `fr.json?first` has the texts of
 * the home page and the table, `fr.json?more` the long texts of rules, lessons, editors and the score pad. Of
 * the page's catalogue, `?more` has the texts of pages that are loaded on demand and of tables with physics. It
 * also has the messages that games share, which are those of the engine.
 * Messages of link previews are in neither: the server says them, see `hatch_build.py`. Translators edit one file.
 * `fr.json?words` of the page has all first parts in French, which every visit needs, by game.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What is in the second part, and exceptions from it, mostly links to its pages. */
interface Split {
  more: RegExp;
  except: RegExp;
}

const GAME: Split = {
  more: /^(rules|tutorial|editor|fault|text|keeper|solo|puzzle)\./,
  except: /^(rules\.1\.title|solo\.card|editor\.[^.]+\.page\.link)$/,
};
const PAGE: Split = {
  more: /^(hand|judge|boards|analysis|replay|generic|start|learn|keeper|solo|news|games|transfer|account|profile|rating|leaderboard|meet|contacts|who|begins|messages|reports|acts|moderate|notices|controls|watch|terms|settings|offline|app|here|puzzles?|study)\.|^clock\.(own$|kind|real|turn|days\.)|^insecure/,
  // The last ones are used in a table's menu and log.
  except: /^((boards|keeper|news|account|profile|leaderboard|meet|offline|reports)\.link|games\.title|puzzles\.daily|learn\.by_playing|hand\.assist\.o(n|ff)|judge\.(stands|falls|falls-later))$/,
};

/** Messages that only the server uses. */
const PREVIEW = /^preview\./;

/** The folder of catalogues on the page and in each game. */
const FOLDER = "locales";
const PAGE_CATALOGUES = fileURLToPath(new URL(`./${FOLDER}/`, import.meta.url));
const GAMES = fileURLToPath(new URL("../src/empile/games/", import.meta.url));
const CATALOGUE = new RegExp(`^(.*/${FOLDER}/[^/]+\\.json)\\?(first|more|words)$`);

/** The messages that games share, by language. */
const SHARED = fileURLToPath(new URL("../src/empile/engine/locales/", import.meta.url));

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf-8")) as Record<string, unknown>;
}

/** Whether a message of the catalogue in `file` is in the second part. */
export function isMore(key: string, file: string): boolean {
  const { more, except } = file.startsWith(PAGE_CATALOGUES) ? PAGE : GAME;
  return more.test(key) && !except.test(key);
}

/** Returns a module with the first parts in the language of a catalogue of the page. */
function allWords(page: string): string {
  const files = globSync(join(GAMES, "*", FOLDER, basename(page))).sort();
  const name = (file: string) => basename(join(file, "../..")).replaceAll("_", "-");
  return [
    `export { default } from ${JSON.stringify(`${page}?first`)};`,
    ...files.map((file, number) => `import game${number} from ${JSON.stringify(`${file}?first`)};`),
    `export const games = {${files.map((file, number) => `${JSON.stringify(name(file))}: game${number}`).join(", ")}};`,
  ].join("\n");
}

export function wordParts(): Plugin {
  return {
    name: "word-parts",
    enforce: "pre",
    load(id) {
      const match = CATALOGUE.exec(id);
      if (match === null) return null;
      const file = match[1]!;
      if (match[2] === "words") return { code: allWords(file), moduleType: "js" };
      this.addWatchFile(file);
      const shared = file.startsWith(PAGE_CATALOGUES) ? read(join(SHARED, basename(file))) : {};
      const all = { ...shared, ...read(file) };
      const kept = Object.entries(all).filter(([key]) =>
        !PREVIEW.test(key) && isMore(key, file) === (match[2] === "more"));
      // JSON.parse is faster than an object literal.
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(kept)));
      return { code: `export default JSON.parse(${text});`, moduleType: "js" };
    },
  };
}
