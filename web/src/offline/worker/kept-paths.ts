/** Which answers of the server are kept, and in which cache. */

export const DATA = "empile-data";

/** Answers that are the same for everybody, and change with versions of the server only. */
const KEPT = /^\/api\/(games|games\/[a-z0-9-]+\/lessons|solo\/levels|offline\/(lessons|levels)\/[a-z0-9-]+)\/?$/;

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
