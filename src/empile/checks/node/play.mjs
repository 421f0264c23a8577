// Plays random games by the module of the rules, and prints what can be seen before each event as a line of JSON.
// Usage: node play.mjs ENGINE FOLDER SIMULATIONS SEARCHED SEED... with the engine's index.js and a folder with
// rules.wasm, bundle.json and bundle.bin. `empile.checks.steps.page` prints the same.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, folder, simulations, searched, ...seeds] = process.argv.slice(2);
const { boardSetup, load, loadRules, newStream, resultOf, search } = await import(pathToFileURL(engine).href);
const read = (name) => readFileSync(`${folder}/${name}`);
const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
const game = load(await loadRules(read("rules.wasm")), { facts: json(read("bundle.json")), data: read("bundle.bin") });
const viewers = [null, ...Array(game.numPlayers).keys()];

const sorted = (actions) => [...actions].sort((one, other) => one - other);

function seen(state) {
  const views = viewers.map((seat) => state.view(seat));
  return {
    state: Buffer.from(state.toBytes()).toString("hex"),
    player: state.currentPlayer(),
    legal: state.legalActions(),
    outcomes: state.chanceOutcomes(),
    views: views.map(({ picture: _, ...view }) => view),
    pictures: views.map(({ picture = null }) => picture),
    moves: state.moves(),
    scores: state.scores(),
  };
}

function visits(state, seed) {
  const { params } = game.levels.at(-1);
  const { moves } = search(state, { stream: newStream(seed), simulations: Number(simulations), params });
  return moves.map((move) => [move.action, move.visits]);
}

function play(seed) {
  const stream = newStream(seed);
  let state = game.newState();
  let turns = 0;
  while (!state.isTerminal()) {
    const line = seen(state);
    const before = state.clone();
    let actions;
    if (state.isChanceNode()) {
      ({ actions, state } = state.afterChance(stream));
    } else {
      if (turns === Number(searched)) line.visits = visits(state, seed);
      turns += 1;
      const { legal } = line;
      const illegal = Array.from({ length: game.numDistinctActions }, (_, action) => action).find((action) => !legal.includes(action));
      line.refusal = illegal === undefined ? null : state.refusal(illegal);
      actions = [legal[game.below(stream, legal.length)]];
      state.apply(actions[0]);
    }
    line.actions = sorted(actions);
    line.text = before.eventText({ actions });
    line.seen = viewers.map((seat) => before.eventText({ actions }, seat));
    line.read = sorted(before.readText(line.text).actions);
    line.messages = viewers.map((seat) => before.eventMessage({ actions }, seat));
    console.log(JSON.stringify(line));
  }
  console.log(JSON.stringify({ ...seen(state), result: resultOf(state), setup: boardSetup(game) }));
}

for (const seed of seeds) play(Number(seed));
