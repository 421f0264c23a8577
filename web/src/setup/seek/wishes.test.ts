import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameInfo } from "../../net/protocol.ts";
import { byGame, clockOf, countsOf, PACES, paceOf, wishOf, withGames } from "./wishes.ts";

const GAMES = [
  { name: "blox", players: [2, 3, 4] },
  { name: "block-out", players: [1, 2, 6] },
] as unknown as GameInfo[];

const BLOX = { type: "seek" as const, wishes: [wishOf("blox", 2, "none")], rated: true, below: 100, above: 100 };

test("a search for more games keeps all else, and what was wished first", () => {
  const wider = withGames(BLOX, GAMES, new Set([2, 3]));
  assert.deepEqual(wider, { ...BLOX, wishes: [
    { game: "blox", players: 2 }, { game: "blox", players: 3 }, { game: "block-out", players: 2 },
  ] });
  assert.deepEqual(withGames(wider, GAMES, new Set([2, 3])), wider);
});

test("nobody looks for others to play alone", () => {
  assert.deepEqual(countsOf(GAMES), [2, 3, 4, 6]);
  assert.deepEqual(withGames(BLOX, GAMES.slice(1), new Set([1])).wishes, BLOX.wishes);
});

test("wishes are shown by game, each with its index", () => {
  const wishes = [{ game: "blox", players: 3 }, { game: "block-out", players: 2 }, { game: "blox", players: 2 }];
  assert.deepEqual(byGame(wishes), [
    { game: "blox", counts: [{ players: 3, wish: 0 }, { players: 2, wish: 2 }] },
    { game: "block-out", counts: [{ players: 2, wish: 1 }] },
  ]);
});

test("a pace has a clock for two, and another for more players", () => {
  assert.equal(clockOf("none", 2), undefined);
  assert.equal(clockOf("fast", 2)?.kind, "real");
  assert.equal(clockOf("fast", 3)?.kind, "turn");
  assert.equal(clockOf("days", 3)?.kind, "days");
  const fast = { ...BLOX, wishes: [wishOf("blox", 2, "fast")] };
  assert.deepEqual(withGames(fast, GAMES, new Set([4])).wishes.map(({ clock }) => clock?.kind), ["real", "turn"]);
  for (const pace of PACES) assert.equal(paceOf(clockOf(pace, 3)), pace);
});
