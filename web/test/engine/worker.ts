/**
 * What a worker answers about a game, with the module and the bundle in a folder: the same as the rules in this thread. Nothing
 * that happens in a worker ends what asks it.
 *
 * Usage: `node worker.ts FOLDER`. Exits with 1 if something is otherwise. `tests/long/engine/wasm` runs it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  advise, ArgumentError, boardSetup, Budget, type BundleFacts, choose, EngineError, EngineWorker, expectedReturns, gameOf, graded, IllegalActionError,
  load, loadRules, MemoryError, newStream, OptionError, type Pair, PositionError, randomGames, search, TooLargeError, type Words,
} from "../../src/engine/index.ts";
import { threadWorker } from "./thread-worker.ts";

const folder = process.argv[2] ?? ".";
const MODULE = `${folder}/rules.wasm`;
const files = { facts: `${folder}/bundle-0.json`, data: `${folder}/bundle-0.bin` };
const rules = await loadRules(readFileSync(MODULE), { megabytes: 64 });
const bundle = { facts: JSON.parse(readFileSync(files.facts, "utf8")) as BundleFacts, data: readFileSync(files.data) };
const game = load(rules, bundle);
const [level] = game.levels;
assert.ok(level);
const { params } = level;

let threads = 0;
const start = () => {
  threads += 1;
  return threadWorker();
};
const engine = new EngineWorker(start, MODULE, { megabytes: 64 });

// A game by a worker, and the same here.
assert.deepEqual(await engine.ask(files, "facts", []), JSON.parse(JSON.stringify(game.facts)));
let bytes = await engine.ask(files, "newState", []);
let state = game.newState();
let stream = newStream(7);
let words: Words = stream.toWords();
for (let turn = 0; turn < 8 && !state.isTerminal(); turn += 1) {
  assert.deepEqual(bytes, state.toBytes());
  assert.equal(await engine.ask(files, "currentPlayer", [bytes]), state.currentPlayer());
  assert.deepEqual(await engine.ask(files, "view", [bytes, 0]), state.view(0));
  assert.deepEqual(await engine.ask(files, "moves", [bytes]), state.moves());
  assert.deepEqual(await engine.ask(files, "legalActions", [bytes]), state.legalActions());
  assert.deepEqual(await engine.ask(files, "scores", [bytes]), state.scores());
  assert.equal(await engine.ask(files, "reason", [bytes]), null);
  assert.equal(await engine.ask(files, "result", [bytes]), null);
  if (state.isChanceNode()) {
    const { actions, state: after } = state.afterChance(stream);
    const drawn = await engine.ask(files, "afterChance", [bytes, words]);
    assert.deepEqual(drawn.actions, actions);
    assert.deepEqual(await engine.ask(files, "eventMessage", [bytes, { actions }, null]), state.eventMessage({ actions }, null));
    const text = await engine.ask(files, "eventText", [bytes, { actions }]);
    assert.equal(text, state.eventText({ actions }));
    assert.equal(await engine.ask(files, "eventText", [bytes, { actions }, null]), state.eventText({ actions }, null));
    assert.deepEqual(await engine.ask(files, "readText", [bytes, text]), state.readText(text));
    ({ state: bytes, stream: words } = drawn);
    state = after;
    continue;
  }
  const chosen: { action: number; stream: Words } = await engine.ask(files, "choose", [bytes, level, words]);
  const action = choose(state, level, stream);
  assert.equal(chosen.action, action);
  assert.deepEqual(chosen.stream, stream.toWords());
  words = chosen.stream;
  assert.equal(await engine.ask(files, "gain", [bytes, action]), state.gain(action));
  const text = state.actionToText(action);
  assert.equal(await engine.ask(files, "textToAction", [bytes, text]), action);
  const byNumber = await engine.ask(files, "apply", [bytes, action]);
  ({ state: bytes } = await engine.ask(files, "applyText", [bytes, text]));
  assert.deepEqual(bytes, byNumber);
  state.apply(action);
}
while (state.isChanceNode()) ({ state } = state.afterChance(stream));
bytes = state.toBytes();
words = [5, 0];

// Random games and searches are the same.
stream = newStream(5);
assert.deepEqual(await engine.ask(files, "randomGames", [30, words, bytes]), randomGames(game, 30, { stream, start: state }));
const { bytes: _, ...found } = search(state, { stream, simulations: 300, params });
const theirs = await engine.ask(files, "search", [bytes, { stream: words, simulations: 300, params }]);
assert.partialDeepStrictEqual(theirs, { ...found, stream: stream.toWords() });

// So are the board and advice; without time for points these are not estimated.
assert.deepEqual(await engine.ask(files, "boardSetup", []), boardSetup(game));
const asked = { stream: newStream(3), simulations: 100 };
const advice = advise(state, asked);
assert.deepEqual(await engine.ask(files, "advise", [bytes, { ...asked, stream: [3, 0] }]), { ...advice, stream: asked.stream.toWords() });
const soon = await engine.ask(files, "advise", [bytes, { stream: [3, 0], seconds: 0 }]);
assert.ok(state.legalTexts().includes(soon.best.text));

// So are exact values, expected returns and grades.
const nearby = { stream: newStream(9), simulations: 200, params };
const returns = expectedReturns(state, 0, nearby);
assert.deepEqual(
  await engine.ask(files, "expectedReturns", [bytes, 0, { ...nearby, stream: [9, 0] }]), { returns, stream: nearby.stream.toWords() },
);
const pairs: Pair[] = [[0.4, 0.1], [0.5, 0.1]];
assert.deepEqual(await engine.ask(files, "graded", [pairs]), graded(game, pairs));
for (const call of ["exactValue", "exactMoves"] as const) {
  await assert.rejects(engine.ask(files, call, [bytes, { budget: new Budget(20) }]), TooLargeError);
}
await assert.rejects(engine.ask(files, "soloVerdict", [bytes]), ArgumentError);

// A search says how far it is; when stopped, what it has found. One that waits is stopped as soon as it can.
const most = 2 ** 40;
const endless = { ...params, solver: false };
const progress: number[] = [];
const [long, waiting] = [new AbortController(), new AbortController()];
const stopped = engine.ask(files, "search", [bytes, { stream: words, simulations: most, params: endless }], {
  stop: long.signal, onProgress: (done) => progress.push(done) === 3 && long.abort(),
});
const next = engine.ask(files, "search", [bytes, { stream: words, simulations: most, params: endless }], { stop: waiting.signal });
waiting.abort();
for (const { simulations } of await Promise.all([stopped, next])) assert.ok(simulations > 0 && simulations < most);
assert.ok(progress.length >= 3 && progress.every((done, at) => done > (progress[at - 1] ?? 0)));

// Wrong arguments are answered, and the worker goes on.
const illegal = [...Array(game.numDistinctActions).keys()].find((action) => !state.isLegal(action)) ?? -1;
await assert.rejects(engine.ask(files, "apply", [bytes, illegal]), (error: IllegalActionError) => {
  assert.deepEqual(error.reason, state.refusal(illegal));
  return error instanceof IllegalActionError;
});
assert.deepEqual(await engine.ask(files, "refusal", [bytes, illegal]), state.refusal(illegal));
await assert.rejects(engine.ask(files, "view", [bytes, 99]), ArgumentError);
await assert.rejects(engine.ask(files, "view", [bytes.subarray(1), 0]), ArgumentError);
await assert.rejects(engine.ask(files, "newState", [(() => 0) as never] as never), EngineError);
await assert.rejects(engine.ask(files, "stateFromPosition", [{ wrong: 1 }]), PositionError);
await assert.rejects(engine.ask({ ...files, options: { wrong: 1 } }, "newState", []), OptionError);
if (game.facts.setup !== null) {
  const options = { players: 3 };
  assert.deepEqual(await engine.ask({ ...files, options }, "newState", []), gameOf(rules, bundle, options).newState().toBytes());
}
assert.equal(threads, 1);

// Data that is damaged ends a worker, with all that waits; the next request has another.
async function endsWorker(request: Promise<unknown>, kind: new (message: string) => EngineError = EngineError): Promise<void> {
  const before = threads;
  const later = engine.ask(files, "newState", []);
  await assert.rejects(request, kind);
  await assert.rejects(later, kind);
  assert.deepEqual(await engine.ask(files, "newState", []), game.newState().toBytes());
  assert.equal(threads, before + 1);
}
const damaged = [bytes.fill(1).slice(), bytes.fill(255).slice(), bytes.map((_, at) => (at * 2_654_435_761) >>> 13)];
const requests = damaged.map((wrong) => [() => engine.ask(files, "moves", [wrong]), () => engine.ask(files, "view", [wrong, 0])]);
const ends: Error[] = [];
for (const request of requests.flat()) await request().catch((error: Error) => ends.push(error));
assert.ok(ends.length > 0 && ends.every((error) => error instanceof EngineError));
assert.deepEqual(await engine.ask(files, "newState", []), game.newState().toBytes());
assert.equal(threads, 1 + ends.length);
await endsWorker(engine.ask({ ...files, facts: files.data }, "newState", []));
await endsWorker(engine.ask({ facts: `${files.facts}?`, data: `${files.data}?` }, "newState", []));
await endsWorker(engine.ask(files, "missing" as "facts", []));
const large = { stream: words, simulations: most, params, maxBytes: 2 ** 32 };
await endsWorker(engine.ask(files, "search", [state.toBytes(), large]), MemoryError);
engine.close();

// So does a loop, after the patience of its page.
const impatient = new EngineWorker(start, MODULE, { megabytes: 64, patience: 300 });
const loop = impatient.ask({ facts: "loop", data: files.data }, "newState", []);
await assert.rejects(loop, new EngineError("the rules gave no sign of life for 300 ms"));
impatient.close();

// Without a module there is nothing to ask.
const without = new EngineWorker(start, files.data);
await assert.rejects(without.ask(files, "newState", []), EngineError);
console.log(`all answers are the same, of ${threads} workers`);
