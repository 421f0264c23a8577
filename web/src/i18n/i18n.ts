/**
 * Translations of the page and of the games.
 *
 * The page's messages are in `web/locales/<language>.json`, a game's in its folder `locales`. Only
 * the catalogues of the current language are loaded, and at first only their first parts, together. A game's long texts
 * (rules, lessons, editors) and the texts of rarely used pages are loaded when needed: see `word-parts.ts`. Games
 * that are not part of the build have all their messages in one file: see `packages.ts`.
 */
import { renderAll } from "../ui/base-element.ts";
import { localStore } from "../ui/storage.ts";
import { asUser, formatMessage, formatNumber, pickLanguage, type Args, type Catalogue } from "./message-format.ts";

type Loader = () => Promise<{ default: Catalogue }>;

/** The first parts of all catalogues in a language. */
interface Words {
  default: Catalogue;
  games: Readonly<Record<string, Catalogue>>;
}

const words = import.meta.glob<Words>("../../locales/*.json", { query: "?words" });
const rooms = import.meta.glob<{ default: Catalogue }>("../../locales/*.json", { query: "?more" });
const more = import.meta.glob<{ default: Catalogue }>(
  "../../../src/empile/games/*/locales/*.json", { query: "?more" },
);

const KEY = "empile.language";
/** In addresses that search engines list, one for each language. */
const PARAMETER = "lang";
const FALLBACK = "en";

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.json$/g, "");
}

/** Codes of the available languages, sorted. */
export const languages: string[] = Object.keys(words).map(nameOf).sort();

/** Returns the folder of a game: `block_ness` for `block-ness`. */
export function folderOf(game: string): string {
  return game.replaceAll("-", "_");
}

let language = FALLBACK;
let page: Catalogue = {};
/** Whether the lazy messages of the page are loaded. */
let inRooms = false;
const ofGames = new Map<string, Catalogue>();
/** Games whose long texts are loaded. */
const inFull = new Set<string>();

async function read(loader: Loader | undefined): Promise<Catalogue> {
  return loader === undefined ? {} : (await loader()).default;
}

/** Returns the file of a language. */
function fileOf<T>(files: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.entries(files).find(([path]) => nameOf(path) === code)?.[1];
}

async function readPage(code: string): Promise<Catalogue> {
  const parts = await Promise.all([read(fileOf(words, code)), read(inRooms ? fileOf(rooms, code) : undefined)]);
  return { ...parts[0], ...parts[1] };
}

/** Names of the games that are part of the page's build, sorted. */
export const builtGames: readonly string[] = [...new Set(Object.keys(more).map((path) =>
  path.replace(/^.*\/games\/|\/locales\/.*$/g, "").replaceAll("_", "-")))].sort();

/** Whether a game is part of the page's build. */
export function isBuilt(game: string): boolean {
  return builtGames.includes(game);
}

async function readGame(game: string, code: string): Promise<Catalogue> {
  if (!isBuilt(game)) return (await import("./packages.ts")).loadPackagedMessages(game, code);
  const path = Object.keys(more).find((known) => known.endsWith(`/${folderOf(game)}/locales/${code}.json`)) ?? "";
  const [all, long] = await Promise.all([
    fileOf(words, code)?.(), read(inFull.has(game) ? more[path] : undefined),
  ]);
  return { ...all?.games[game], ...long };
}

/** Loads the page's messages in the user's language, or in that of an address such as `/?lang=de`. */
export async function startI18n(): Promise<void> {
  const wishes = [new URLSearchParams(location.search).get(PARAMETER), localStore.getItem(KEY), ...navigator.languages];
  language = pickLanguage(wishes.filter((wish) => wish !== null), languages, FALLBACK);
  await switchLanguage(language, false);
}

/** Removes the language from the address: a choice of the user replaces it. */
function forgetParameter(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.delete(PARAMETER);
  history.replaceState(history.state, "", address);
}

let switches = 0;

/**
 * Switches to another language and remembers it. All texts change at once when the catalogues are loaded; of
 * several calls the last one wins.
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
  const met = [...ofGames.keys()].filter((game) => !known.includes(game)); // games that were loaded during the switch
  await Promise.all(met.map((game) => loadGameMessages(game)));
  if (inRooms !== entered) await loadLazyMessages();
  document.documentElement.lang = wanted;
  if (remember) {
    localStore.setItem(KEY, wanted);
    forgetParameter();
  }
  renderAll();
}

export function currentLanguage(): string {
  return language;
}

/** Loads a game's messages, with `"all"` its long texts too, for `translator`. */
export async function loadGameMessages(game: string, wanted: "first" | "all" = "first"): Promise<void> {
  if (wanted === "all") inFull.add(game);
  let code: string;
  let told: Catalogue;
  do {
    code = language;
    told = await readGame(game, code);
  } while (code !== language); // the language was switched during loading
  ofGames.set(game, told);
}

/** Loads the lazy messages of the page, for `t`. */
export async function loadLazyMessages(): Promise<void> {
  inRooms = true;
  let code: string;
  let said: Catalogue;
  do {
    code = language;
    said = await readPage(code);
  } while (code !== language); // the language was switched during loading
  page = said;
}

/** Loads a module together with the lazy messages that it uses. */
export async function withLazyMessages<T>(room: () => Promise<T>): Promise<T> {
  const [, loaded] = await Promise.all([loadLazyMessages(), room()]);
  return loaded;
}

/** Translates a message of the page; returns the key if it is missing. */
export function t(key: string, args?: Args): string {
  return formatMessage(page, language, key, args) ?? key;
}

/** Returns a number as it is written in the user's language. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return formatNumber(language, value, options);
}

/** Returns the name of the user's own seat: messages about it address the user. */
export function ownName(): string {
  return asUser(t("name.you"));
}

/** Returns a function that translates messages of a game, falling back to those of the page. */
export function translator(game: string): (key: string, args?: Args) => string {
  return (key, args) =>
    formatMessage(ofGames.get(game) ?? {}, language, key, args) ?? formatMessage(page, language, key, args) ?? key;
}

/** Whether the catalogue of the game or of the page has the message. */
export function has(game: string, key: string): boolean {
  return key in (ofGames.get(game) ?? {}) || key in page;
}

/** The messages of a game and, as defaults, those of the page. */
export interface GameWords {
  has(key: string): boolean;
  t(key: string, args?: Args): string;
}

export function wordsOf(game: string): GameWords {
  return { has: (key) => has(game, key), t: translator(game) };
}

/** Returns the name of a game, derived from its identifier if the catalogue has none. */
export function gameName(game: string): string {
  if (has(game, "name")) return translator(game)("name");
  return game.charAt(0).toUpperCase() + game.slice(1).replaceAll("-", " ");
}
