/** What the browser has kept for times without a connection: lessons and solo levels. */
import { ApiError, ask } from "../net/api.ts";
import type { OfflineLesson, OfflineLessons, OfflineLevel } from "../net/protocol.ts";

/** Tries the server first. Without it, returns what was kept; throws the server's error if nothing was. */
export async function orKept<T>(online: () => Promise<T>, kept: () => Promise<T | null>): Promise<T> {
  try {
    return await online();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "offline") throw error;
    const found = await kept();
    if (found === null) throw error;
    return found;
  }
}

const lessons = new Map<string, Promise<OfflineLessons | null>>();
const levels = new Map<string, Promise<OfflineLevel | null>>();

/** Returns a lesson with all its positions, or null if it was not kept. The service worker answers. */
export async function keptLesson(game: string, name: string): Promise<OfflineLesson | null> {
  const all = await once(lessons, game, `/offline/lessons/${encodeURIComponent(game)}`);
  return all?.lessons.find((lesson) => lesson.name === name) ?? null;
}

/** Returns a level with all its solutions, or null if it was not kept. The service worker answers. */
export function keptLevel(level: string): Promise<OfflineLevel | null> {
  return once(levels, level, `/offline/levels/${encodeURIComponent(level)}`);
}

/** Requests something once; what is not there is requested again the next time. */
function once<T>(known: Map<string, Promise<T | null>>, name: string, path: string): Promise<T | null> {
  const found = known.get(name) ?? ask<T>(path).catch(() => null).then((answer) => {
    if (answer === null) known.delete(name);
    return answer;
  });
  known.set(name, found);
  return found;
}
