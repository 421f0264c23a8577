/** The lessons that this browser's person has been through. */
import { recall, remember } from "../ui/preferences.ts";

export function completedLessons(game: string): Set<string> {
  const kept = recall(`learnt.${game}`);
  return new Set(kept ? kept.split(" ") : []);
}

export function saveCompletedLesson(game: string, lesson: string): void {
  remember(`learnt.${game}`, [...completedLessons(game).add(lesson)].join(" "));
}
