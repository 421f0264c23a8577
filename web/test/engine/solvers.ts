/**
 * Compares exact values, expected returns, grades and solo levels with those of Python. `tests/long/engine/wasm` runs it.
 *
 * Usage: `node solvers.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  type BoardSetup, boardSetup, Budget, type BundleFacts, type ExactMove, exactMoves, exactValue, expectedReturns, type Game, graded, load, loadRules, newStream,
  soloOf, type SolveOptions, type State, TooLargeError,
} from "../../src/engine/index.ts";

interface Position {
  bundle: number;
  state: string;
  seed: number;
  seat: number;
  one_outcome: boolean;
  value: number | null;
  value_left: number;
  moves: [action: number, value: number, isExact: boolean][] | null;
  moves_left: number;
  observer?: number;
  returns?: number[];
}

interface Cases {
  nodes: number;
  margin: number;
  simulations: number;
  positions?: Position[];
  grades?: { bundle: number; pairs: [number, number][]; graded: unknown }[];
  solo?: { bundle: number; states: string[]; limits: SolveOptions; solved: unknown[]; solution: string[] | null; setup: BoardSetup; clues: unknown[] }[];
}

const MEGABYTES = 128;
const folder = process.argv[2] ?? ".";
const cases = JSON.parse(readFileSync(`${folder}/cases.json`, "utf8")) as Cases;
const rules = await loadRules(readFileSync(`${folder}/rules.wasm`), { megabytes: MEGABYTES });
const games = new Map<number, Game>();
const counts = { exact: 0, known: 0, returns: 0, graded: 0, solved: 0, clues: 0 };

function gameOf(number: number): Game {
  const facts = JSON.parse(readFileSync(`${folder}/bundle-${number}.json`, "utf8")) as BundleFacts;
  const game = games.get(number) ?? load(rules, { facts, data: readFileSync(`${folder}/bundle-${number}.bin`) });
  games.set(number, game);
  return game;
}

function same(what: string, own: unknown, theirs: unknown): void {
  assert.deepStrictEqual(own, theirs, `${what} differ: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}`);
}

function stateOf(game: Game, hex: string): State {
  return game.stateFromBytes(Uint8Array.from(Buffer.from(hex, "hex")));
}

/** Returns what `work` returns, null if the tree is too large. */
function unlessTooLarge<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooLargeError) return null;
    throw error;
  }
}

function compareExact(position: Position): void {
  const state = stateOf(gameOf(position.bundle), position.state);
  const { seat, one_outcome: oneOutcome } = position;
  const [budget, other] = [new Budget(cases.nodes), new Budget(cases.nodes)];
  same("values", unlessTooLarge(() => exactValue(state, { seat, oneOutcome, budget })), position.value);
  same("budgets after a value", budget.left, position.value_left);
  const moves = unlessTooLarge(() => exactMoves(state, { margin: cases.margin, oneOutcome, budget: other }));
  const asPython = ({ action, value, isExact }: ExactMove) => [action, value, isExact];
  same("exact moves", moves && moves.map(asPython), position.moves);
  same("budgets after moves", other.left, position.moves_left);
  counts.exact += 1;
  counts.known += moves === null ? 0 : 1;
  if (position.observer !== undefined) {
    const { params } = state.game.levels.at(-1) ?? assert.fail("a game has levels");
    const options = { stream: newStream(position.seed), simulations: cases.simulations, params };
    same("expected returns", expectedReturns(state, position.observer, options), position.returns);
    counts.returns += 1;
  }
}

for (const position of cases.positions ?? []) compareExact(position);

for (const { bundle, pairs, graded: theirs } of cases.grades ?? []) {
  same("grades", graded(gameOf(bundle), pairs), theirs);
  counts.graded += 1;
}

for (const { bundle, states, limits, solved: theirs, solution, setup, clues } of cases.solo ?? []) {
  const game = gameOf(bundle);
  const solo = soloOf(game) ?? assert.fail("the game has a solver");
  assert.throws(() => game.newState(), /begins from a position/);
  const [state, ...before] = states.map((hex) => stateOf(game, hex)).toReversed();
  assert.ok(state);
  before.reverse();
  same("solved levels", Object.values(solo.solve(state, { ...limits, before })), theirs);
  same("solutions", solo.solution(state), solution);
  same("boards", boardSetup(game, state.view(null) as Record<string, unknown>), setup);
  clues.forEach((clue, step) => {
    const { message, ...others } = solo.clue(state, before, step);
    same("clues", [message.key, message.args, ...Object.values(others)], clue);
    counts.clues += 1;
  });
  counts.solved += 1;
}
console.log(JSON.stringify(counts));
