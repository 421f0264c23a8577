/**
 * Reads options and positions that Python has read, and compares what comes of them. `tests/long/engine/wasm` writes them.
 *
 * Usage: `node read.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type BundleFacts, type Game, gameOf, loadRules, type Options, OptionError, PositionError, type Reason,
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
}

const MEGABYTES = 64;
const folder = process.argv[2] ?? ".";
const facts = JSON.parse(readFileSync(`${folder}/bundle-0.json`, "utf8")) as BundleFacts;
const bundle = { facts, data: readFileSync(`${folder}/bundle-0.bin`) };
const wasm = await WebAssembly.compile(readFileSync(`${folder}/rules.wasm`));
const counts = { positions: 0, options: 0, refusals: 0 };

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
    else same("states", digest(game.stateFromPosition(position).toBytes()), line.state, line);
  } else {
    counts.options += 1;
    if (line.error !== undefined) compareRefusal(line, () => gameOf(rules, bundle, options));
    else compareGame(gameOf(rules, bundle, options), line);
  }
}
console.log(JSON.stringify(counts));
