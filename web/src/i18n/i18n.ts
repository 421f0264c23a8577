/**
 * Everything that is said, in the reader's language.
 *
 * The page's messages are `web/words/<language>.json`, a game's are in its folder's `words`. Both
 * are found by the build and loaded for the language in use alone, and of each only what is said at
 * first. A game's long texts (its rules, lessons and editors) and what the page says in rooms that few
 * enter come where they are needed: see `word-parts.ts`.
 */
import { renderAll } from "../ui/base-element.ts";
import { formatMessage, pickLanguage, type Args, type Catalogue } from "./message-format.ts";

type Loader = () => Promise<{ default: Catalogue }>;

const pages = import.meta.glob<{ default: Catalogue }>("../../words/*.json", { query: "?first" });
const rooms = import.meta.glob<{ default: Catalogue }>("../../words/*.json", { query: "?more" });
const first = import.meta.glob<{ default: Catalogue }>(
  "../../../src/empile/games/*/words/*.json", { query: "?first" },
);
const more = import.meta.glob<{ default: Catalogue }>(
  "../../../src/empile/games/*/words/*.json", { query: "?more" },
);

const KEY = "empile.language";
const FALLBACK = "en";

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.json$/g, "");
}

/** The languages there are, in the order of their codes. */
export const languages: string[] = Object.keys(pages).map(nameOf).sort();

/** A game's folder by its name: `block-ness` lives in `block_ness`. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

let language = FALLBACK;
let page: Catalogue = {};
/** Whether what the page says in its rooms is loaded too. */
let inRooms = false;
const ofGames = new Map<string, Catalogue>();
/** Games whose long texts are loaded too. */
const inFull = new Set<string>();

async function read(loader: Loader | undefined): Promise<Catalogue> {
  return loader === undefined ? {} : (await loader()).default;
}

async function readPage(code: string): Promise<Catalogue> {
  const path = Object.keys(pages).find((known) => nameOf(known) === code) ?? "";
  const parts = await Promise.all([read(pages[path]), read(inRooms ? rooms[path] : undefined)]);
  return { ...parts[0], ...parts[1] };
}

async function readGame(game: string, code: string): Promise<Catalogue> {
  const path = Object.keys(first).find((known) =>
    known.endsWith(`/${folderOf(game)}/words/${code}.json`),
  ) ?? "";
  const parts = await Promise.all([
    read(first[path]), read(inFull.has(game) ? more[path] : undefined),
  ]);
  return { ...parts[0], ...parts[1] };
}

/** Load the page's messages in the reader's language. */
export async function startI18n(): Promise<void> {
  const kept = remembered();
  await switchLanguage(pickLanguage([...kept, ...navigator.languages], languages, FALLBACK), false);
}

function remembered(): string[] {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? [] : [kept];
  } catch {
    return [];
  }
}

let switches = 0;

/**
 * Say everything in another language from now on, and remember it. What is said changes all at
 * once, when its catalogues are there; of several wishes the last one counts.
 */
export async function switchLanguage(wanted: string, remember = true): Promise<void> {
  const wish = ++switches;
  const known = [...ofGames.keys()];
  const entered = inRooms;
  const [said, ...told] = await Promise.all([
    readPage(wanted), ...known.map((game) => readGame(game, wanted)),
  ]);
  if (wish !== switches) return;
  language = wanted;
  page = said;
  known.forEach((game, index) => ofGames.set(game, told[index] ?? {}));
  const met = [...ofGames.keys()].filter((game) => !known.includes(game)); // in the meantime
  await Promise.all(met.map((game) => loadGameMessages(game)));
  if (inRooms !== entered) await loadLazyMessages();
  document.documentElement.lang = wanted;
  if (remember) {
    try {
      localStorage.setItem(KEY, wanted);
    } catch {
      // Not remembered; it is said in this language all the same.
    }
  }
  renderAll();
}

export function currentLanguage(): string {
  return language;
}

/** Load a game's messages, its long texts too if wanted; `sayer` knows them afterwards. */
export async function loadGameMessages(game: string, wanted: "first" | "all" = "first"): Promise<void> {
  if (wanted === "all") inFull.add(game);
  let code: string;
  let told: Catalogue;
  do {
    code = language;
    told = await readGame(game, code);
  } while (code !== language); // switched while they were on their way
  ofGames.set(game, told);
}

/** Load what the page says in its rooms; `say` knows it afterwards. */
export async function loadLazyMessages(): Promise<void> {
  inRooms = true;
  let code: string;
  let said: Catalogue;
  do {
    code = language;
    said = await readPage(code);
  } while (code !== language); // switched while they were on their way
  page = said;
}

/** Load a room together with what it says: it is not there before it can speak. */
export async function withLazyMessages<T>(room: () => Promise<T>): Promise<T> {
  const [, loaded] = await Promise.all([loadLazyMessages(), room()]);
  return loaded;
}

/** Say a message of the page. */
export function t(key: string, args?: Args): string {
  return formatMessage(page, language, key, args) ?? key;
}

/** What says the messages of a game; those it lacks are looked for among the page's. */
export function translator(game: string): (key: string, args?: Args) => string {
  return (key, args) =>
    formatMessage(ofGames.get(game) ?? {}, language, key, args) ?? formatMessage(page, language, key, args) ?? key;
}

/** Whether the game's catalogue (or the page's) has a message. */
export function has(game: string, key: string): boolean {
  return key in (ofGames.get(game) ?? {}) || key in page;
}

/** A game's name; without one in its catalogue, that of records and addresses. */
export function gameName(game: string): string {
  if (has(game, "name")) return translator(game)("name");
  return game.charAt(0).toUpperCase() + game.slice(1).replaceAll("-", " ");
}
