/**
 * What the runtime refuses, and what it does without memory, with the module and the bundle in a folder.
 *
 * Usage: `node limits.ts FOLDER`. Exits with 1 if something is otherwise. `tests/long/engine/wasm` runs it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  ArgumentError, type BundleFacts, EngineError, IllegalActionError, load, loadRules, MemoryError, newStream, NotationError, randomGames,
  search, type State,
} from "../../src/engine/index.ts";

const folder = process.argv[2] ?? ".";
const wasm = readFileSync(`${folder}/rules.wasm`);
const facts = JSON.parse(readFileSync(`${folder}/bundle-0.json`, "utf8")) as BundleFacts;
const data = readFileSync(`${folder}/bundle-0.bin`);

/** Returns a state in which a seat acts, in rules with few MB. */
async function tightState(megabytes: number): Promise<State> {
  const small = load(await loadRules(wasm, { megabytes }), { facts, data });
  return small.stateFromBytes(state.toBytes());
}

const rules = await loadRules(wasm, { megabytes: 64 });
const game = load(rules, { facts, data });
let state = game.newState();
while (state.isChanceNode()) ({ state } = state.afterChance(newStream(1)));
const params = game.levels.at(-1)?.params;
assert.ok(params);
const simulations = 50;

// Wrong arguments leave the state as it is.
const before = state.toBytes();
const illegal = [...Array(game.numDistinctActions).keys()].find((action) => !state.isLegal(action));
for (const action of [-1, game.numDistinctActions, 0.5, NaN, illegal ?? -2]) {
  assert.throws(() => state.apply(action), IllegalActionError);
  assert.throws(() => state.gain(action), IllegalActionError);
  assert.throws(() => search(state, { stream: newStream(1), simulations, params, first: action }), ArgumentError);
}
assert.ok(illegal !== undefined);
const { key } = state.refusal(illegal);
assert.match(key, /^illegal\./);
assert.throws(() => state.apply(illegal), ({ reason }: IllegalActionError) => reason?.key === key);
const [legal] = state.legalActions();
assert.ok(legal !== undefined);
for (const action of [-1, game.numDistinctActions, 0.5, legal]) assert.throws(() => state.refusal(action), ArgumentError);
for (const actions of [[], [illegal], [legal, legal], [0.5]]) {
  assert.throws(() => state.eventMessage({ actions }, null), ArgumentError);
}
const start = game.newState();
assert.throws(() => start.eventMessage({ actions: [-1] }, null), ArgumentError);
assert.throws(() => start.eventText({ actions: [-1] }), ArgumentError);
const drawn = start.eventText(start.afterChance(newStream(1)));
for (const wrong of ["", "~", "?", ` ${drawn}`, `${drawn} `, `${drawn}\ud800`]) assert.throws(() => start.applyText(wrong), NotationError);
assert.deepEqual(start.toBytes(), game.newState().toBytes());
const text = state.actionToText(legal);
assert.ok(state.legalTexts().includes(text));
for (const wrong of ["", `${text} `, text.slice(1), "?"]) {
  assert.throws(() => state.applyText(wrong), new IllegalActionError(`no move is written '${wrong}' in the list of legal moves`));
}
assert.throws(() => state.actionToText(illegal), IllegalActionError);
for (const games of [0, 1.5, -1]) assert.throws(() => randomGames(game, games, { stream: newStream(1) }), ArgumentError);
for (const seat of [-1, game.numPlayers, 0.5]) {
  assert.throws(() => state.eventMessage({ actions: [legal] }, seat), ArgumentError);
  assert.throws(() => state.eventText({ actions: [legal] }, seat), ArgumentError);
  assert.throws(() => state.view(seat), ArgumentError);
  assert.throws(() => state.resampled(seat, newStream(1)), ArgumentError);
}
for (const count of [0, -1, 1.5, Infinity]) {
  assert.throws(() => search(state, { stream: newStream(1), simulations: count, params }), ArgumentError);
}
assert.throws(() => state.afterChance(newStream(1)), ArgumentError);
assert.throws(() => game.stateFromBytes(before.subarray(1)), ArgumentError);
assert.throws(() => game.call("step.missing"), EngineError);
assert.throws(() => load(game.rules, { facts, data: data.subarray(0, 9) }), EngineError);
assert.deepEqual(state.toBytes(), before);
assert.deepEqual(game.stateFromBytes(before).legalActions(), state.legalActions());

// Copies are independent, and all of a view can be read.
const copy = state.clone();
const [action] = copy.legalActions();
assert.ok(action !== undefined);
copy.apply(action);
assert.notDeepEqual(copy.toBytes(), before);
assert.deepEqual(state.toBytes(), before);
assert.equal(typeof state.view(null), "object");
assert.equal((state.moves() as unknown[]).length, state.legalActions().length);
assert.equal(state.reason(), null);

// A search can be stopped, and leaves no memory behind.
const { top } = game.rules;
const stopped = search(state, { stream: newStream(1), simulations: 100_000, params, stop: () => true });
assert.ok(stopped.simulations < 100_000);
assert.equal(game.rules.top, top);

// While it waits it may look and search, which does not disturb it, but load no game.
const alone = search(state, { stream: newStream(3), simulations: 300, params });
const disturb = () => {
  search(state, { stream: newStream(4), simulations: 20, params });
  assert.throws(() => load(game.rules, { facts, data }), EngineError);
  return typeof state.clone().view(null) !== "object";
};
assert.deepEqual(search(state, { stream: newStream(3), simulations: 300, params, stop: disturb }).moves, alone.moves);

// The memory is bounded: rules that do not fit are refused.
await assert.rejects(loadRules(wasm, { megabytes: 1 }), MemoryError);
await assert.rejects(loadRules(wasm, { megabytes: NaN }), MemoryError);

// A tree that fills its memory grows no further, and simulations go on; one that does not fit is refused.
const tight = await tightState(6);
const budget = { stream: newStream(1), simulations: 2_000, params: { ...params, solver: false } };
const full = search(tight, { ...budget, maxBytes: 2 ** 19 });
assert.equal(full.simulations, budget.simulations);
assert.ok(full.bytes < 2 ** 20);
assert.throws(() => search(tight, { ...budget, maxBytes: 50 }), MemoryError);
assert.throws(() => search(tight, { ...budget, simulations: 1_000_000, maxBytes: 2 ** 26 }), MemoryError);
assert.equal(search(tight, budget).simulations, budget.simulations);
assert.equal(tight.game.rules.treeBytes, 3 * 2 ** 20);
for (const maxBytes of [-1, 0.5, NaN]) assert.throws(() => search(tight, { ...budget, maxBytes }), ArgumentError);
assert.ok(tight.game.rules.memory.buffer.byteLength <= 6 * 2 ** 20);
console.log("all limits hold");
