/** Static data with which a page draws the board of a game. */
import { EngineError } from "./errors.ts";
import type { Game } from "./game.ts";
import { withBoards } from "./options.ts";
import { written } from "./setup.ts";

/** Data of the game's own. */
export type BoardSetup = Readonly<Record<string, unknown>>;

/**
 * Returns `board_setup` of a game, as a server sends it; `start` is the position object from which it begins, if it begins
 * from one.
 *
 * Example: `boardSetup(game)["columns"]`.
 */
export function boardSetup(game: Game, start: Readonly<Record<string, unknown>> | null = null): BoardSetup {
  const { at, facts, rules } = game;
  const { board_setup: constant, setup } = facts;
  if (constant !== null) return constant;
  if (!setup?.reads.includes("write_setup")) throw new EngineError(`the bundle of ${game.name} has no board`);
  const value = [withBoards(setup.offered, facts.options), start];
  return rules.borrow(() => JSON.parse(written(rules, setup, "write_setup", value, () => [at.params, 1]).text) as BoardSetup);
}
