// Plays a game of bots in a worker, from the files that the server lists: see `test_engine.py`.
import { EngineWorker, newStream } from "/lib/index.js";

const SPECTATOR = null;

export async function play({ name, players, seed, simulations }) {
  const { games } = await (await fetch("/engine/index.json")).json();
  const { module, bundles } = games[name];
  const { facts, data } = bundles.find((bundle) => bundle.players === players);
  const start = () => new Worker("/lib/worker.js", { type: "module" });
  const engine = new EngineWorker(start, module, { megabytes: 128 });
  const ask = (call, ...values) => engine.ask({ facts, data }, call, values);
  const { codes, levels } = await ask("facts");
  let stream = newStream(seed).toWords();
  let state = await ask("newState");

  const parts = [];
  let found = null;
  for (;;) {
    parts.push(state);
    const player = await ask("currentPlayer", state);
    if (player === codes.terminal) break;
    for (const seat of [SPECTATOR, ...Array(players).keys()]) parts.push(JSON.stringify(await ask("view", state, seat)));
    parts.push(JSON.stringify(await ask("moves", state)));
    if (player < 0) {
      ({ state, stream } = await ask("afterChance", state, stream));
      continue;
    }
    found ??= await ask("search", state, { stream, simulations, params: levels.at(-1).params });
    const chosen = await ask("choose", state, levels[0], stream);
    ({ stream } = chosen);
    state = await ask("apply", state, chosen.action);
  }
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  const ended = {
    digest: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    scores: await ask("scores", state),
    ranks: await ask("ranks", state),
    reason: await ask("reason", state),
    searched: found.moves.map(({ action, visits, values }) => [action, visits, [...values]]),
  };
  engine.close();
  return ended;
}
