/** The lessons completed in this browser, by each member of an account that is signed in. */
import { progressName } from "../account/account-state.ts";
import { keepProgress, syncProgress } from "../account/progress-sync.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";

export function completedLessons(game: string): Set<string> {
  const kept = readPreference(progressName(`learnt.${game}`));
  return new Set(kept ? kept.split(" ") : []);
}

/** Whether whoever plays has completed a lesson of any game. */
export function hasCompletedLessons(): boolean {
  const start = `empile.${progressName("learnt.")}`;
  return localStore.keys().some((key) => key.startsWith(start) && localStore.getItem(key));
}

export function saveCompletedLesson(game: string, lesson: string): void {
  addCompletedLesson(game, lesson);
  keepProgress([{ kind: "lesson", game, item: lesson, value: 1 }]);
}

/** Adds a lesson that the account knows. */
export function addCompletedLesson(game: string, lesson: string): void {
  savePreference(progressName(`learnt.${game}`), [...completedLessons(game).add(lesson)].join(" "));
}

/** Exchanges completed lessons with the account of whoever plays; returns whether the account knew more. */
export async function syncLessons(game: string): Promise<boolean> {
  const here = completedLessons(game);
  const known = await syncProgress([...here].map((item) => ({ kind: "lesson", game, item, value: 1 })));
  const more = known.filter((entry) => entry.kind === "lesson" && entry.game === game && !here.has(entry.item));
  for (const { item } of more) addCompletedLesson(game, item);
  return more.length > 0;
}
