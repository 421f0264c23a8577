/** Requests of the puzzle pages. Lists and puzzles are requested once. */
import { ask } from "../net/api.ts";
import type {
  OwnPuzzleMoves, PuzzleBoard, PuzzleInfo, PuzzleList, PuzzleOfDay, PuzzlesMissed, PuzzleStep, PuzzleTried, WholePuzzle,
} from "../net/protocol.ts";
import type { GameRecord } from "../net/record.ts";

const known = new Map<string, Promise<unknown>>();

/** After a failure the next call tries again. */
function once<Answer>(path: string): Promise<Answer> {
  let found = known.get(path) as Promise<Answer> | undefined;
  if (!found) {
    found = ask<Answer>(path).catch((error: unknown) => {
      known.delete(path);
      throw error;
    });
    known.set(path, found);
  }
  return found;
}

const pathOf = (game: string, puzzle: string) => `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(puzzle)}`;

/** Returns the events of the solution. */
export function lineOf(steps: readonly PuzzleStep[]): string[] {
  return steps.flatMap(({ frames }) => frames.map(({ event }) => event?.text ?? ""));
}

export const puzzleApi = {
  /** `day`: such as `2026-11-26`. */
  daily: (day: string): Promise<PuzzleOfDay> => once(`/puzzles/daily?day=${day}`),
  list: (game: string): Promise<readonly PuzzleInfo[]> =>
    once<PuzzleList>(`/puzzles/${encodeURIComponent(game)}`).then(({ puzzles }) => puzzles),
  whole: (game: string, puzzle: string): Promise<WholePuzzle> => once(pathOf(game, puzzle)),
  /** The position from which a puzzle begins. */
  board: (game: string, puzzle: string): Promise<PuzzleBoard> => once(`${pathOf(game, puzzle)}/board`),
  attempt: (game: string, puzzle: string, moves: readonly string[]): Promise<PuzzleTried> =>
    ask(`${pathOf(game, puzzle)}/try`, null, { moves }),
  /** Like `attempt`, for a puzzle that the server does not keep. */
  attemptOwn: ({ info, options, rules, start, steps }: WholePuzzle, moves: readonly string[]): Promise<PuzzleTried> =>
    ask("/puzzles/try", null, {
      game: info.game, options, rules, kind: info.kind, start, line: lineOf(steps), moves: [...moves],
    } satisfies OwnPuzzleMoves),
  /** Returns moments of a finished game in which a seat missed the only good move. */
  missed: (record: GameRecord, seat: number): Promise<readonly WholePuzzle[]> =>
    ask<PuzzlesMissed>(`/puzzles/missed?seat=${seat}`, null, record).then(({ puzzles }) => puzzles),
};
