/** The lessons that this browser's person has been through. */
import { recall, remember } from "../app/kept.ts";

export function learntLessons(game: string): Set<string> {
  const kept = recall(`learnt.${game}`);
  return new Set(kept ? kept.split(" ") : []);
}

export function keepLearnt(game: string, lesson: string): void {
  remember(`learnt.${game}`, [...learntLessons(game).add(lesson)].join(" "));
}
