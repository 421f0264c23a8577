/** Which answers of the server are kept, and in which cache. */

export const DATA = "empile-data";

/** Answers that are the same for everybody, and change with versions of the server only. */
const KEPT = /^\/api\/(games|games\/[a-z0-9-]+\/lessons|solo\/levels|offline\/(lessons|levels)\/[a-z0-9-]+|puzzles\/[a-z0-9-]+(\/[0-9a-f]+)?)\/?$/;

export function isKept(path: string): boolean {
  return KEPT.test(path);
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
