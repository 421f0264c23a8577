/**
 * Games that are not part of the page's build: of packages that were installed with pip, and of folders in
 * `EMPILE_GAMES`. The server lists the files of each for the page: messages, pictures, and ES modules, if there are
 * any. Their addresses contain a hash of their content. Loaded on demand: most servers have none.
 */
import type { Catalogue } from "./message-format.ts";
import { listedFile, type Packages, setPackages } from "./package-files.ts";

const LIST = "/packages.json";

let asked: Promise<void> | null = null;

/** Loads the list, once. After a failure the next call tries again. */
function loadPackages(): Promise<void> {
  asked ??= fetch(LIST).then(async (answer) => {
    if (!answer.ok) throw new Error(`${LIST}: ${answer.status}`);
    setPackages(await answer.json() as Packages);
  }).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Returns the address of a game's file, or null if it has no such file. */
async function packagedFile(game: string, file: string): Promise<string | null> {
  await loadPackages();
  return listedFile(game, file);
}

/**
 * Loads a file of a game by `load`, and again if that fails because the server has another version of the package
 * since it was started again. Returns null if there is no such file.
 */
export async function loadPackagedFile<T>(game: string, file: string, load: (address: string) => Promise<T>): Promise<T | null> {
  const address = await packagedFile(game, file);
  if (address === null) return null;
  try {
    return await load(address);
  } catch (error) {
    asked = null;
    const newest = await packagedFile(game, file);
    if (newest === null || newest === address) throw error;
    return await load(newest);
  }
}

/** Loads the messages of a game, which the server completes; returns none if it does not know the game. */
export async function loadPackagedMessages(game: string, language: string): Promise<Catalogue> {
  const found = await loadPackagedFile(game, `locales/${language}.json`, async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return await answer.json() as Catalogue;
  });
  return found ?? {};
}
