import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameInfo } from "../net/protocol.ts";
import { byGame, clockOf, countsOf, wishesOf } from "./wishes.ts";

const GAMES = [
  { name: "blox", players: [2, 3, 4] },
  { name: "block-out", players: [1, 2, 6] },
] as unknown as GameInfo[];

test("wishes are the chosen games with the numbers of players that they allow", () => {
  assert.deepEqual(wishesOf(GAMES, new Set(["blox", "block-out"]), new Set([2, 3])), [
    { game: "blox", players: 2 }, { game: "blox", players: 3 }, { game: "block-out", players: 2 },
  ]);
  assert.deepEqual(wishesOf(GAMES, new Set(["blox"]), new Set([6])), []);
});

test("nobody looks for others to play alone", () => {
  assert.deepEqual(countsOf(GAMES), [2, 3, 4, 6]);
  assert.deepEqual(wishesOf(GAMES, new Set(["block-out"]), new Set([1])), []);
});

test("wishes of a seek are shown by game, each with its index", () => {
  const wishes = [{ game: "blox", players: 3 }, { game: "block-out", players: 2 }, { game: "blox", players: 2 }];
  assert.deepEqual(byGame({ id: "a", name: "", since: 0, wishes }), [
    { game: "blox", counts: [{ players: 3, wish: 0 }, { players: 2, wish: 2 }] },
    { game: "block-out", counts: [{ players: 2, wish: 1 }] },
  ]);
});

test("a pace has a clock for two, and another for more players", () => {
  assert.equal(clockOf("none", 2), undefined);
  assert.equal(clockOf("fast", 2)?.kind, "real");
  assert.equal(clockOf("fast", 3)?.kind, "turn");
  assert.equal(clockOf("days", 3)?.kind, "days");
  const wishes = wishesOf(GAMES, new Set(["blox"]), new Set([2, 4]), "fast");
  assert.deepEqual(wishes.map(({ clock }) => clock?.kind), ["real", "turn"]);
});
