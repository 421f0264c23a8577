/** The position from which a puzzle begins, for a `small-board`. */
import type { PuzzleBoard, WholePuzzle } from "../net/protocol.ts";
import { puzzleApi } from "./puzzle-api.ts";

type Load = () => Promise<PuzzleBoard>;

const known = new Map<string, Load>();

/** Returns what loads the position; the same function for the same puzzle. */
export function puzzleBoard(game: string, puzzle: string): Load {
  // Without a connection, some whole puzzles are kept.
  return loadOf(puzzle, () => puzzleApi.board(game, puzzle).catch(async () => startOf(await puzzleApi.whole(game, puzzle))));
}

/** Returns the same for a puzzle that the server does not keep. */
export function ownBoard(whole: WholePuzzle): Load {
  return loadOf(whole.info.id, () => Promise.resolve(startOf(whole)));
}

function loadOf(puzzle: string, fresh: Load): Load {
  const load = known.get(puzzle) ?? fresh;
  known.set(puzzle, load);
  return load;
}

function startOf({ board_setup, seat, steps: [step] }: WholePuzzle): PuzzleBoard {
  return { board_setup, position: step?.position ?? {}, poses: step?.poses ?? {}, to_act: seat };
}
