/** Files of games that are not part of the page's build, once `packages.ts` has loaded the list of them. */

export interface GamePackage {
  /** The address of the files: `/packages/tic-tac-toe/3f8a90c1d2e4b567/`. */
  base: string;
  /** Paths below it: `model.js`, `scene.js`, `locales/fr.json`, `pictures/cover.svg`. */
  files: string[];
}

export type Packages = Record<string, GamePackage>;

let listed: Packages = {};

export function setPackages(packages: Packages): void {
  listed = packages;
}

/** Returns the address of a file if the list is loaded and has it, or null. */
export function listedFile(game: string, file: string): string | null {
  const found = Object.hasOwn(listed, game) ? listed[game] : undefined;
  return found?.files.includes(file) ? found.base + file : null;
}
