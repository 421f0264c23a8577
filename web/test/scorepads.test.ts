/** The games' score pads: well formed, and translated into every language. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { readScorepad, type Scorepad } from "../src/scorepad/tally.ts";

const GAMES = join(import.meta.dirname, "../../src/empile/games");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
const paths = globSync(join(GAMES, "*/data/scorepad.json"));

test("there are such games", () => assert.ok(paths.length >= 3));

for (const path of paths) {
  const folder = dirname(dirname(path));
  const scorepad = readScorepad(read(path) as unknown as Scorepad);

  test(`the score pad of ${basename(folder)} is consistent`, () => {
    const most = Math.max(...scorepad.players);
    assert.ok(scorepad.seats.length >= most, "each seat has a colour");
    assert.equal(new Set(scorepad.seats.map(({ mark }) => mark)).size, scorepad.seats.length);
    const names = scorepad.counters.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.ok(scorepad.counters.some(({ weight }) => weight !== 0), "something decides who wins");
    for (const { steps, start } of scorepad.counters) {
      assert.ok(steps.length > 0 && steps.every((step) => Number.isInteger(step) && step !== 0));
      assert.ok(Number.isInteger(start));
    }
    for (const tie of scorepad.ties) assert.ok(names.includes(tie.replace(/^-/, "")), tie);
    for (const { players, uncounted } of scorepad.ends) {
      assert.ok(players.every((count) => scorepad.players.includes(count)));
      assert.ok(uncounted.every((name) => names.includes(name)));
    }
    if (scorepad.wins) assert.ok(names.includes(scorepad.wins.counter));
    for (const start of Object.values(scorepad.phases?.start ?? {})) {
      assert.ok(start >= 1 && start <= (scorepad.phases?.count ?? 0));
    }
  });

  for (const catalogue of globSync(join(folder, "locales/*.json"))) {
    test(`${basename(folder)} tells what is kept in ${basename(catalogue, ".json")}`, () => {
      const words = read(catalogue);
      for (const { name } of scorepad.counters) assert.ok(words[`keeper.${name}`], name);
      for (const { reason } of scorepad.ends) assert.ok(words[`keeper.end.${reason}`] && words[`reason.${reason}`], reason);
      for (let phase = 1; phase <= (scorepad.phases?.count ?? 0); phase += 1) {
        assert.ok(words[`keeper.phase.${phase}`], `phase ${phase}`);
      }
    });
  }
}
