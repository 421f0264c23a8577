/**
 * Times the rules in a folder, with the module, a bundle and a state in which a seat acts: the start, a first second of
 * searches, and the fastest of some rounds of searches once warm. Prints a line of JSON. `benchmarks/rules_in_page.py` runs it.
 *
 * Usage: `node speed.ts FOLDER SIMULATIONS ROUND FIRST`: simulations of a search; processor seconds of a round, and of the first
 * searches.
 */
import { readFileSync } from "node:fs";
import { type BundleFacts, load, loadRules, newStream, search } from "../../src/engine/index.ts";

const ROUNDS = 5;
const [folder = ".", count = "1", length = "1", firstLength = "1"] = process.argv.slice(2);
const simulations = Number(count);
const read = (name: string): Buffer<ArrayBuffer> => readFileSync(`${folder}/${name}`);
const wasm = read("rules.wasm");

/** Of the thread of the searches, in seconds: compilers of the machine have their own. */
function processor(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

const begun = performance.now();
const module = await WebAssembly.compile(wasm);
const compiled = performance.now();
const rules = await loadRules(module);
const instantiated = performance.now();
const game = load(rules, { facts: JSON.parse(read("bundle.json").toString()) as BundleFacts, data: read("bundle.bin") });
const state = game.stateFromBytes(read("state"));
const params = game.levels.at(-1)?.params;
if (params === undefined) throw new Error("the game has no levels");
const searched = () => search(state, { stream: newStream(1), simulations, params });

/** Returns simulations per second of searches that take at least so long. */
function speed(seconds: number): number {
  const start = processor();
  let done = 0;
  let spent = 0;
  while (spent < seconds) {
    done += searched().simulations;
    spent = processor() - start;
  }
  return done / spent;
}

const first = speed(Number(firstLength));
speed(3 * Number(firstLength));
const rounds = Array.from({ length: ROUNDS }, () => speed(Number(length)));
console.log(
  JSON.stringify({
    compile_ms: compiled - begun,
    instantiate_ms: instantiated - compiled,
    first,
    warm: Math.max(...rounds),
    visits: searched().moves.map(({ action, visits }) => [action, visits]),
  }),
);
