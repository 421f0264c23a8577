/** The lessons completed in this browser. */
import { readPreference, savePreference } from "../ui/preferences.ts";

export function completedLessons(game: string): Set<string> {
  const kept = readPreference(`learnt.${game}`);
  return new Set(kept ? kept.split(" ") : []);
}

export function saveCompletedLesson(game: string, lesson: string): void {
  savePreference(`learnt.${game}`, [...completedLessons(game).add(lesson)].join(" "));
}
