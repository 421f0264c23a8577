import assert from "node:assert/strict";
import { test } from "node:test";
import { PlayedGames, playedGame, type PlayedGame } from "./played-games.ts";
import type { StateView, TableInfo } from "../net/protocol.ts";

function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

function game(more: Partial<PlayedGame> = {}): PlayedGame {
  return {
    table: "T1", number: 1, game: "blox", at: 5, names: ["Anne", "Béa"], mine: [0], ranks: [1, 2], scores: [9, 4],
    resigned: [], ...more,
  };
}

function table(more: Partial<TableInfo> = {}): TableInfo {
  const places = [
    { place: 0, kind: "person", name: "Anne", level: null, mine: true, resigned: false },
    { place: 1, kind: "bot", name: "", level: 2, mine: false, resigned: false },
  ];
  return { id: "T1", game: "blox", status: "playing", teams: null, places, ...more } as unknown as TableInfo;
}

function view(more: Partial<StateView> = {}): StateView {
  return { game_number: 2, seats: [1, 0], scores: [3, 4], result: null, ...more } as unknown as StateView;
}

test("games are found again, the last seen first, each once", () => {
  const shared = storage();
  new PlayedGames(shared).keep(game({ ranks: null }));
  new PlayedGames(shared).keep(game({ number: 2, at: 9 }));
  new PlayedGames(shared).keep(game({ at: 7 }));
  new PlayedGames(shared).keep(game({ at: 20 })); // looked at again
  const found = new PlayedGames(shared).all();
  assert.deepEqual(found.map(({ number, at }) => [number, at]), [[2, 9], [1, 7]]);
  assert.deepEqual(found[1]?.ranks, [1, 2]);
});

test("a forgotten game does not come back, its rematch stays", () => {
  const games = new PlayedGames(storage());
  games.keep(game());
  games.keep(game({ number: 2 }));
  games.forget(game());
  assert.deepEqual(games.all().map(({ number }) => number), [2]);
});

test("at most a thousand games are kept, the oldest go", () => {
  const all = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`T${at}/1`, game({ table: `T${at}`, at })]));
  const games = new PlayedGames(storage({ "empile.games": JSON.stringify(all) }));
  games.keep(game({ table: "new", at: 5000 }));
  assert.equal(games.all().length, 1000);
  assert.equal(games.all()[0]?.table, "new");
  assert.equal(games.all().at(-1)?.table, "T1");
});

test("what lies broken in the storage is no game", () => {
  assert.deepEqual(new PlayedGames(storage({ "empile.games": "{broken" })).all(), []);
  const kept = JSON.stringify({ "T1/1": game(), "T2/1": { table: "T2" }, "T3/1": null });
  assert.deepEqual(new PlayedGames(storage({ "empile.games": kept })).all(), [game()]);
});

test("a running game has names as in a record and no ranks", () => {
  assert.deepEqual(playedGame(table(), view(), [0], 7), {
    table: "T1", number: 2, game: "blox", at: 7, names: ["bot 2", "Anne"], mine: [1], ranks: null, scores: [3, 4],
    resigned: [],
  });
});

test("before the first game, and for spectators, there is none", () => {
  assert.equal(playedGame(table(), null, [0], 7), null);
  assert.equal(playedGame(table(), view(), [], 7), null);
});

test("a game that was called off is not kept", () => {
  const games = new PlayedGames(storage({}));
  games.keep(playedGame(table(), view(), [0], 7)!);
  assert.equal(games.all().length, 1);
  games.keep(playedGame(table({ status: "over" }), view(), [0], 8)!);
  assert.deepEqual(games.all(), []);
});

test("whoever resigns loses", () => {
  const places = table().places.map((place) => ({ ...place, resigned: place.place === 0 }));
  const found = playedGame(table({ status: "over", places }), view(), [0], 7);
  assert.deepEqual(found?.ranks, [1, 2]);
  assert.deepEqual(found?.resigned, [1]);
});
