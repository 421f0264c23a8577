// A worker that plays a seeded game with a search, from the files that the server lists: see `test_engine.py`.
import { load, loadRules, newStream, search } from "./lib/index.js";

const json = async (address) => (await fetch(address)).json();

async function play({ name, players, seed, simulations }) {
  const { module, bundles } = (await json("/engine/index.json")).games[name];
  const { facts, data } = bundles.find((bundle) => bundle.players === players);
  const rules = await loadRules(await WebAssembly.compileStreaming(fetch(module)), { megabytes: 128 });
  const bytes = new Uint8Array(await (await fetch(data)).arrayBuffer());
  const game = load(rules, { facts: await json(facts), data: bytes });
  const stream = newStream(seed);
  const parts = [];
  let found = null;
  let state = game.newState();
  while (!state.isTerminal()) {
    parts.push(state.toBytes(), state.movesBytes(), state.viewBytes(null));
    for (let seat = 0; seat < game.numPlayers; seat += 1) parts.push(state.viewBytes(seat));
    if (state.isChanceNode()) {
      ({ state } = state.afterChance(stream));
      continue;
    }
    found ??= search(state, { stream, simulations, params: game.levels.at(-1).params });
    const legal = state.legalActions();
    state.apply(legal[game.below(stream, legal.length)]);
  }
  parts.push(state.toBytes());
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return {
    digest: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    scores: state.scores(),
    ranks: state.ranks(),
    reason: state.reason(),
    searched: found.moves.map(({ action, visits, values }) => [action, visits, [...values]]),
  };
}

onmessage = async ({ data }) => {
  try {
    postMessage(await play(data));
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
