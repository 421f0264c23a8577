/**
 * Groups modules into few chunks. By itself the bundler makes a chunk of every set of modules that the same
 * pages share: a table then takes 60 requests of 1 kB, which a phone feels and which compress badly.
 *
 * - `app`: what the first script imports, and so every page has.
 * - `board`: what a table shares with other pages.
 * - `model`: a game's model with all that it imports, for each game.
 * - `home`: what the home page loads once it can be used, by parts that other pages have too.
 * - `people`: what the pages of accounts share with that of friends, with the link to it in the header.
 * - `stage`: the stage with three.js, and what several games' pictures in 3D share.
 *
 * Other chunks are the pages that are loaded on demand, their own modules only.
 */
import type { Plugin } from "vite";

const MAIN = /\/web\/src\/shell\/main\.ts$/;
const TABLE = /\/web\/src\/table\/table-page\.ts$/;
const HOME = /\/web\/src\/home\/(home-board|daily-puzzle)\.ts$/;
const OFFLINE = /\/web\/src\/shell\/go-offline\.ts$/;
const FRIENDS = /\/web\/src\/friends\/contacts-page\.ts$/;
const PEOPLE = /\/web\/src\/(account|contacts)\//;
const STAGE = /\/web\/src\/stage\/index\.ts$/;
const MODEL = /\/games\/([^/]+)\/web\/model\/index\.ts$/;
const SCENE = /\/games\/[^/]+\/web\/scene\/index\.ts$/;

/** What the bundler knows of a module. */
interface Module {
  readonly importedIds: readonly string[];
  /** Modules that import it on demand. */
  readonly dynamicImporters: readonly string[];
}

/** Returns the names of the groups of modules; the others have none. */
export function chunkGroupsOf(modules: ReadonlyMap<string, Module>): Map<string, string> {
  const groups = new Map<string, string>();
  const put = (group: string, members: Iterable<string>): void => {
    for (const id of members) if (!groups.has(id)) groups.set(id, group);
  };
  /** The static imports of the modules with these names, direct and indirect, for each of them. */
  const closures = (wanted: RegExp): Set<string>[] =>
    [...modules.keys()].filter((id) => wanted.test(id)).map((id) => closure(modules, id));
  const shared = (by: readonly Set<string>[]): string[] =>
    [...modules.keys()].filter((id) => by.filter((one) => one.has(id)).length > 1);
  // Without the first script itself: it waits for the language, and what imports it would wait too.
  for (const [, ...inside] of closures(MAIN)) put("app", inside);
  const others = [...modules]
    .filter(([id, { dynamicImporters }]) => dynamicImporters.length > 0 && !TABLE.test(id))
    .map(([id]) => closure(modules, id));
  for (const inside of closures(TABLE)) {
    put("board", [...inside].filter((id) => others.some((other) => other.has(id))));
  }
  for (const inside of closures(FRIENDS)) {
    put("people", [...inside].filter((id) => PEOPLE.test(id) && others.filter((other) => other.has(id)).length > 1));
  }
  put("board", shared(closures(MODEL)));
  for (const inside of closures(HOME)) put("home", inside);
  // Without the script itself, which waits for a chunk of its own.
  for (const [, ...inside] of closures(OFFLINE)) put("home", inside);
  for (const inside of closures(MODEL)) {
    const [root = ""] = inside;
    put(`model-${MODEL.exec(root)?.[1]}`, inside);
  }
  for (const inside of closures(STAGE)) put("stage", inside);
  put("stage", shared(closures(SCENE)));
  return groups;
}

/** Returns a module and all that it imports, itself first. */
function closure(modules: ReadonlyMap<string, Module>, root: string): Set<string> {
  const met = new Set<string>();
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (met.has(id)) continue;
    met.add(id);
    waiting.push(...(modules.get(id)?.importedIds ?? []));
  }
  return met;
}

export function chunkGroups(): Plugin {
  let groups = new Map<string, string>();
  const ofKind = (kind: RegExp, priority: number) => ({
    priority,
    test: (id: string) => kind.test(groups.get(id) ?? ""),
    name: (id: string) => groups.get(id) ?? null,
  });
  return {
    name: "chunk-groups",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                ofKind(/^app$/, 5), ofKind(/^board$/, 4), ofKind(/^people$/, 3), ofKind(/^home$/, 3), ofKind(/^model-/, 2), ofKind(/^stage$/, 1),
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const known = [...this.getModuleIds()].flatMap((id) => {
        const found = this.getModuleInfo(id);
        if (!found) return [];
        return [[id, {
          importedIds: [...found.importedIds], dynamicImporters: [...found.dynamicImporters],
        }] as const];
      });
      groups = chunkGroupsOf(new Map(known));
    },
  };
}
