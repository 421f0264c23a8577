/**
 * Games that are not part of the page's build: of packages that were installed with pip, and of folders in
 * `EMPILE_GAMES`. The server lists the files of each for the page: messages, pictures, and ES modules, if there are
 * any. Their addresses contain a hash of their content.
 */
import type { Catalogue } from "./message-format.ts";

interface GamePackage {
  /** The address of the files: `/packages/tic-tac-toe/3f8a90c1d2e4b567/`. */
  base: string;
  /** Paths below it: `model.js`, `scene.js`, `locales/fr.json`, `pictures/cover.svg`. */
  files: string[];
}

type Packages = Record<string, GamePackage>;

const LIST = "/packages.json";

let asked: Promise<Packages> | null = null;
let listed: Packages = {};

/** Loads the list, once. After a failure the next call tries again. */
function loadPackages(): Promise<Packages> {
  asked ??= fetch(LIST).then(async (answer) => {
    if (!answer.ok) throw new Error(`${LIST}: ${answer.status}`);
    listed = await answer.json() as Packages;
    return listed;
  }).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Returns the address of a file if the list is loaded and has it, or null. */
export function listedFile(game: string, file: string): string | null {
  const found = Object.hasOwn(listed, game) ? listed[game] : undefined;
  return found?.files.includes(file) ? found.base + file : null;
}

/** Returns the address of a game's file, or null if it has no such file. */
export async function packagedFile(game: string, file: string): Promise<string | null> {
  await loadPackages();
  return listedFile(game, file);
}

/** The language of games that have no catalogue in the user's. */
const FALLBACK = "en";

/** Loads the messages of a game, in English if it has no others; returns none if the server does not know the game. */
export async function loadPackagedMessages(game: string, language: string): Promise<Catalogue> {
  for (const isLast of [false, true]) {
    const address = await packagedFile(game, `locales/${language}.json`)
      ?? await packagedFile(game, `locales/${FALLBACK}.json`);
    if (address === null) return {};
    const answer = await fetch(address);
    if (answer.ok) return await answer.json() as Catalogue;
    if (isLast) throw new Error(`${address}: ${answer.status}`);
    asked = null; // the package has another version since the server was started again
  }
  return {};
}
