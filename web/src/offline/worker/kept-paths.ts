/** Which answers of the server are kept, and in which cache. */
import { ENGINE_LIST, type EngineList, listedGame } from "../../net/engine-list.ts";

export const DATA = "empile-data";

/** Answers that are the same for everybody, and change with versions of the server only. */
const KEPT = /^\/packages\.json$|^\/engine\/index\.json$|^\/api\/(games|games\/[a-z0-9-]+\/lessons|solo\/levels|offline\/(lessons|levels)\/[a-z0-9-]+|puzzles\/[a-z0-9-]+(\/[0-9a-f]+)?)\/?$/;

export function isKept(path: string): boolean {
  return KEPT.test(path);
}

/** The cache of files of games that are not part of the build; their addresses change with their content. */
export const PACKAGES = "empile-packages";
/** The list of these files by game. */
export const PACKAGE_LIST = "/packages.json";

export function isPackaged(path: string): boolean {
  return path.startsWith("/packages/");
}

/** The cache of the rules of games that were played here; their addresses change with their content. */
export const ENGINE = "empile-engine";

/** Whether a path is of a module of rules, or of what it needs. */
export function isEngine(path: string): boolean {
  return path.startsWith("/engine/") && path !== ENGINE_LIST;
}

/** Returns the paths of the rules of some games, or of all. */
export function enginePaths(listed: EngineList, games: readonly string[] = Object.keys(listed.games)): string[] {
  const paths = games.flatMap((name) => {
    const { module, bundles = [] } = listedGame(listed, name) ?? {};
    return module === undefined ? [] : [module, ...bundles.flatMap(({ facts, data }) => [facts, data])];
  });
  return [...new Set(paths)];
}

export type Packages = Record<string, { base: string; files: string[] }>;

/** Returns the paths to keep for some games. */
export function packagedPaths(packages: Packages, games: readonly string[]): string[] {
  return games.flatMap((game) => {
    const found = Object.hasOwn(packages, game) ? packages[game] : undefined;
    return found ? found.files.map((file) => found.base + file) : [];
  });
}

/** Returns which of the kept paths belong to no package any more, or to another version of it. */
export function outdatedPaths(packages: Packages, kept: readonly string[]): string[] {
  const bases = Object.values(packages).map(({ base }) => base);
  return kept.filter((path) => !bases.some((base) => path.startsWith(base)));
}

/** What works without a connection. */
export interface KeptData {
  /** Games whose lessons are kept. */
  lessons: string[];
  /** The number of solo levels that are kept. */
  levels: number;
  /** Whether all is kept. */
  complete: boolean;
}

export const lessonsPath = (game: string): string => `/api/offline/lessons/${encodeURIComponent(game)}`;
export const levelPath = (level: string): string => `/api/offline/levels/${encodeURIComponent(level)}`;
export const puzzlesPath = (game: string): string => `/api/puzzles/${encodeURIComponent(game)}`;
export const puzzlePath = (game: string, puzzle: string): string => `${puzzlesPath(game)}/${encodeURIComponent(puzzle)}`;
/** `day`: such as `2026-11-26`. */
export const dailyPath = (day: string): string => `/api/puzzles/daily?day=${day}`;
