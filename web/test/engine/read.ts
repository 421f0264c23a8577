/**
 * Reads options and positions that Python has read, and compares what comes of them. `tests/long/engine/wasm` writes them.
 *
 * Usage: `node read.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type BoardSetup, boardSetup, type BundleFacts, type Game, gameOf, loadRules, newStream, type Options, OptionError, PositionError,
  type Reason,
} from "../../src/engine/index.ts";

/** Options, and perhaps a position; then either what was read or why it was refused. */
interface Line {
  options: Options;
  position?: unknown;
  error?: string;
  reasons?: (Reason | null)[];
  state?: string | null;
  kept?: Options;
  params?: string;
  teams?: number[];
  setup?: BoardSetup;
  /** Digests of what is written before each of the first events of a game. */
  seen?: string[][];
}

const MEGABYTES = 64;
const folder = process.argv[2] ?? ".";
const facts = JSON.parse(readFileSync(`${folder}/bundle-0.json`, "utf8")) as BundleFacts;
const bundle = { facts, data: readFileSync(`${folder}/bundle-0.bin`) };
const wasm = await WebAssembly.compile(readFileSync(`${folder}/rules.wasm`));
const counts = { positions: 0, options: 0, refusals: 0, seen: 0 };

function same(what: string, own: unknown, theirs: unknown, line: Line): void {
  assert.deepStrictEqual(own, theirs, `${what} differ: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}, of ${JSON.stringify(line)}`);
}

function digest(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 16);
}

function compareRefusal(line: Line, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof PositionError)) throw error;
    same("texts", error.message, line.error, line);
    same("reasons", error instanceof OptionError ? error.reasons : [error.reason], line.reasons, line);
    counts.refusals += 1;
    return;
  }
  assert.fail(`${JSON.stringify(line)} was not refused`);
}

function compareGame(game: Game, line: Line): void {
  const { at, rules } = game;
  const [, length] = facts.binary.constants ?? [0, 0];
  same("kept options", JSON.stringify(game.facts.options), JSON.stringify(line.kept), line);
  same("parameters", digest(rules.bytes(at.params, length)), line.params, line);
  same("teams", game.facts.teams, line.teams, line);
  if (line.state === null) assert.throws(() => game.newState(), OptionError);
  else same("first states", digest(game.newState().toBytes()), line.state, line);
  same("boards", boardSetup(game), line.setup, line);
  same("texts of a game", seenOf(game, line.seen?.length ?? 0), line.seen, line);
  counts.seen += line.seen?.length ?? 0;
}

function comparePosition(game: Game, position: Record<string, unknown>, line: Line): void {
  same("states", digest(game.stateFromPosition(position).toBytes()), line.state, line);
  same("boards", boardSetup(game, position), line.setup, line);
}

/** Returns what is written before each of the first events of a random game. */
function seenOf(game: Game, events: number): string[][] {
  const stream = newStream(0);
  const viewers = [...Array(game.numPlayers).keys(), null];
  let state = events ? game.newState() : null;
  const seen: string[][] = [];
  while (state && seen.length < events) {
    const before = state.clone();
    const texts = [digest(state.viewBytes(null)), digest(state.movesBytes())];
    let actions: number[];
    if (state.isChanceNode()) {
      ({ actions, state } = state.afterChance(stream));
    } else {
      const legal = state.legalActions();
      actions = [legal[game.below(stream, legal.length)] ?? -1];
      for (const action of actions) state.apply(action);
    }
    seen.push([...texts, ...viewers.map((seat) => digest(before.eventMessageBytes({ actions }, seat)))]);
  }
  return seen;
}

let rules = await loadRules(wasm, { megabytes: MEGABYTES });
let last: { options: string; game: Game } | undefined;
for (const text of readFileSync(`${folder}/read.ndjson`, "utf8").trim().split("\n")) {
  const line = JSON.parse(text) as Line;
  const { options, position } = line;
  if (rules.left < MEGABYTES * 2 ** 19) rules = await loadRules(wasm, { megabytes: MEGABYTES }); // games stay in its memory
  if ("position" in line) {
    const key = JSON.stringify(options);
    if (last?.options !== key) last = { options: key, game: gameOf(rules, bundle, options) };
    const { game } = last;
    counts.positions += 1;
    if (line.error !== undefined) compareRefusal(line, () => game.stateFromPosition(position));
    else comparePosition(game, position as Record<string, unknown>, line);
  } else {
    counts.options += 1;
    if (line.error !== undefined) compareRefusal(line, () => gameOf(rules, bundle, options));
    else compareGame(gameOf(rules, bundle, options), line);
  }
}
console.log(JSON.stringify(counts));
