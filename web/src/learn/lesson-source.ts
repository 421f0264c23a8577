/** Positions of lessons, from the server or from what the browser has kept. */
import { api } from "../net/api.ts";
import type { LessonAnswer, LessonStep, OfflineAnswer, OfflineLesson, OfflineStep } from "../net/protocol.ts";
import { keptLesson, orKept } from "../offline/kept.ts";

export const lessonSource = {
  begin: (game: string, name: string): Promise<LessonStep> =>
    orKept(() => api.lesson(game, name), async () => (await keptLesson(game, name))?.steps[0]?.step ?? null),
  answer: (game: string, name: string, moves: readonly string[]): Promise<LessonAnswer> =>
    orKept(() => api.answerMove(game, name, moves), async () => {
      const lesson = await keptLesson(game, name);
      return lesson && answerFrom(lesson, moves);
    }),
};

/** Returns the answer to the last move as the server gives it; null if the moves before it are not in the lesson. */
export function answerFrom(lesson: OfflineLesson, moves: readonly string[]): LessonAnswer | null {
  let at: number | null = 0;
  let answer: LessonAnswer | null = null;
  for (const move of moves) {
    const here: OfflineStep | undefined = at === null ? undefined : lesson.steps[at];
    if (!here || answer?.right === false) return null;
    const right: OfflineAnswer | undefined = here.right[move];
    if (right) {
      const { next, ...told }: OfflineAnswer = right;
      answer = { ...told, right: true, next: next === null ? null : (lesson.steps[next]?.step ?? null) };
      at = next;
    } else {
      answer = {
        right: false, message: here.step.hint, move_message: here.step.hint, frames: [], next: here.step,
      };
    }
  }
  return answer;
}
