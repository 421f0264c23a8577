/**
 * Repeats games that were played natively, and compares all that can be seen. `tests/long/engine/wasm` writes them.
 *
 * Usage: `node repeat.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  advise, type BoardSetup, boardSetup, type BundleFacts, type ChanceEvent, choose, EngineError, type Game, type GameEvent, type GameResult,
  load, loadRules, newStream, type Playouts, randomGames, resultOf, type RulesModule, search, type SearchParams, type State, type Stream,
} from "../../src/engine/index.ts";

/** What can be seen in a state; byte strings are digests. */
interface Seen {
  state: string;
  player: number;
  legal: number[];
  outcomes: [action: number, probability: number][];
  views: string[];
  moves: string;
  scores: number[];
}

interface Searched {
  simulations: number;
  params: SearchParams;
  first: number | null;
  maxBytes: number | null;
  total: number;
  moves: [action: number, visits: number, values: number[], scores: number[] | null, solved: boolean][];
  line: number[];
  next: number;
}

type Refusal = [error: string, message: string];

interface Step extends Seen {
  /** Of the event that comes next, for each seat and a spectator. */
  messages: string[];
  refusals?: [action: number, message: string][];
  /** The texts of the event that comes next, for each seat and a spectator. */
  seen: string[];
  /** The full text of a chance event, its outcomes, and what is read from other texts. */
  chance?: { text: string; actions: number[]; others: [text: string, read: number[] | Refusal][] };
  move?: { action: number; text: string; gain: number; resampled: string; rollout: number };
  searches?: Searched[];
  /** Of each level, with the next number of its stream. */
  chosen?: [level: number, action: number, next: number][];
  playouts?: Playouts;
  /** The answer to a hint, and the next number of its stream. */
  advice?: { simulations: number; message: unknown; next: number };
}

interface Line {
  bundle: number;
  seed: number;
  setup: BoardSetup;
  steps: Step[];
  end: Seen & { result: GameResult };
}

const BITS = 2 ** 31 - 1;
const MEGABYTES = 128;

const counts = { games: 0, states: 0, legal: 0, views: 0, messages: 0, refusals: 0, texts: 0, searches: 0, chosen: 0, playouts: 0, advice: 0, simulations: 0, visits: 0 };

function same(what: string, own: unknown, theirs: unknown): void {
  assert.deepStrictEqual(own, theirs, `${what} differ: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}`);
}

function digest(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 16);
}

function compare(state: State, seen: Seen): void {
  const seats = [...Array(state.game.numPlayers).keys(), null];
  same("states", digest(state.toBytes()), seen.state);
  same("players", state.currentPlayer(), seen.player);
  same("legal moves", state.legalActions(), seen.legal);
  same("outcomes", state.chanceOutcomes(), seen.outcomes);
  same("views", seats.map((seat) => digest(state.viewBytes(seat))), seen.views);
  same("moves", digest(state.movesBytes()), seen.moves);
  same("scores", state.scores(), seen.scores);
  counts.states += 1;
  counts.legal += seen.legal.length;
  counts.views += seats.length;
}

function compareMessages(state: State, { actions }: GameEvent, { messages, seen, refusals = [] }: Step): void {
  const seats = [...Array(state.game.numPlayers).keys(), null];
  same("messages", seats.map((seat) => digest(state.eventMessageBytes({ actions }, seat))), messages);
  same("redacted texts", seats.map((seat) => state.eventText({ actions }, seat)), seen);
  same("refusals", refusals.map(([action]) => [action, digest(state.refusalBytes(action))]), refusals);
  counts.messages += messages.length;
  counts.refusals += refusals.length;
}

function compareChance(state: State, event: ChanceEvent, { text, actions, others }: NonNullable<Step["chance"]>): void {
  same("texts of chance events", state.eventText(event), text);
  same("outcomes by text", state.readText(text).actions, actions);
  same("other texts", others.map(([other]) => [other, outcomesOrError(state, other)]), others);
  const again = state.clone();
  again.applyText(text);
  same("states after texts", digest(again.toBytes()), digest(event.state.toBytes()));
  counts.texts += 1 + others.length;
}

function outcomesOrError(state: State, text: string): readonly number[] | Refusal {
  try {
    return state.readText(text).actions;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [error.name, error.message];
  }
}

function compareMove(state: State, step: Step, stream: Stream, other: Stream): void {
  const { game } = state;
  const legal = state.legalActions();
  const action = legal[game.below(stream, legal.length)] ?? -1;
  same("actions", action, step.move?.action);
  same("texts of moves", state.actionToText(action), step.move?.text);
  same("gains", state.gain(action), step.move?.gain);
  same("resampled states", digest(state.resampled(state.currentPlayer(), other).toBytes()), step.move?.resampled);
  same("moves of the rollout policy", state.rolloutMove(game.below(other, BITS)), step.move?.rollout);
  same("legalities", [state.isLegal(action), state.isLegal(game.numDistinctActions)], [true, false]);
}

function compareSearch(state: State, seed: number, theirs: Searched): void {
  const stream = newStream(seed);
  const { simulations, params, first, maxBytes } = theirs;
  const more = { ...(first === null ? {} : { first }), ...(maxBytes === null ? {} : { maxBytes }) };
  const own = search(state, { stream, simulations, params, ...more });
  const moves = own.moves.map(({ action, visits, values, scores, solved }) => [action, visits, values, scores, solved]);
  same("simulations", own.simulations, theirs.total);
  same("searched moves", moves, theirs.moves);
  same("principal variations", own.principalVariation, theirs.line);
  same("streams after a search", state.game.below(stream, BITS), theirs.next);
  counts.searches += 1;
  counts.simulations += own.simulations;
  counts.visits += moves.length;
}

function compareChosen(state: State, seed: number, chosen: NonNullable<Step["chosen"]>): void {
  const { game } = state;
  const own = chosen.map(([number]) => {
    const stream = newStream(seed);
    const level = game.levels.find((level) => level.number === number);
    return level && [number, choose(state, level, stream), game.below(stream, BITS)];
  });
  same("moves of levels", own, chosen);
  counts.chosen += chosen.length;
}

function comparePlayouts(state: State, seed: number, theirs: Playouts): void {
  same("random games", randomGames(state.game, theirs.games, { stream: newStream(seed), start: state }), theirs);
  counts.playouts += theirs.games;
}

function compareAdvice(state: State, seed: number, { simulations, message, next }: NonNullable<Step["advice"]>): void {
  const stream = newStream(seed);
  const own = { type: "advice", seq: seed, ...advise(state, { stream, simulations }) };
  assert.deepStrictEqual(own, message, `advice differs: ${JSON.stringify(own)}, not ${JSON.stringify(message)}`);
  same("streams after advice", state.game.below(stream, BITS), next);
  counts.advice += 1;
}

function repeat(game: Game, { seed, setup, steps, end }: Line): void {
  same("boards", boardSetup(game), setup);
  const stream = newStream(seed);
  const other = newStream(seed + 1000);
  let state = game.newState();
  let moves = 0;
  for (const step of steps) {
    compare(state, step);
    same("results before the end", resultOf(state), null);
    if (step.move === undefined) {
      const event = state.afterChance(stream);
      compareMessages(state, event, step);
      if (step.chance) compareChance(state, event, step.chance);
      ({ state } = event);
      continue;
    }
    compareMove(state, step, stream, other);
    compareMessages(state, { actions: [step.move.action] }, step);
    for (const searched of step.searches ?? []) compareSearch(state, seed, searched);
    compareChosen(state, seed + moves, step.chosen ?? []);
    if (step.playouts) comparePlayouts(state, seed, step.playouts);
    if (step.advice) compareAdvice(state, seed, step.advice);
    moves += 1;
    same("moves by text", state.applyText(step.move.text).actions, [step.move.action]);
  }
  compare(state, end);
  same("results", resultOf(state), end.result);
  counts.games += 1;
}

function gameOf(rules: RulesModule, folder: string, number: number): Game {
  const facts = JSON.parse(readFileSync(`${folder}/bundle-${number}.json`, "utf8")) as BundleFacts;
  return load(rules, { facts, data: readFileSync(`${folder}/bundle-${number}.bin`) });
}

const folder = process.argv[2] ?? ".";
const rules = await loadRules(readFileSync(`${folder}/rules.wasm`), { megabytes: MEGABYTES });
const games = new Map<number, Game>();
for (const text of readFileSync(`${folder}/trace.ndjson`, "utf8").trim().split("\n")) {
  const line = JSON.parse(text) as Line;
  const game = games.get(line.bundle) ?? gameOf(rules, folder, line.bundle);
  games.set(line.bundle, game);
  repeat(game, line);
}
const megabytes = rules.memory.buffer.byteLength / 2 ** 20;
console.log(JSON.stringify({ ...counts, scratch: rules.call("scratch_used")(), megabytes }));
