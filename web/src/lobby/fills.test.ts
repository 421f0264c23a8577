import assert from "node:assert/strict";
import { test } from "node:test";
import type { Seek, Wish } from "../net/protocol.ts";
import { fillsOf } from "./fills.ts";

const TWO: Wish = { game: "blox", players: 2, options: { first: 1, second: 2 } };
const FOUR: Wish = { game: "on-top", players: 4, clock: { kind: "turn", turn: 40, reserve: 300 }, options: {} };

function seek(id: string, wishes: Wish[], more: Partial<Seek> = {}): Seek {
  return { id, name: id, since: 0, wishes, ...more };
}

test("each wish has its level, and a game for two needs nobody else", () => {
  const fills = fillsOf(seek("me", [TWO, FOUR]), [seek("a", [TWO])], [2, 4]);
  assert.deepEqual(fills.map(({ wish, game, level, others }) => [wish, game, level, others.length]), [
    [0, "blox", 2, 0], [1, "on-top", 4, 0],
  ]);
});

test("others wait for the same game only with equal clock, options and rating", () => {
  const reordered: Wish = { ...FOUR, clock: { reserve: 300, turn: 40, kind: "turn" } };
  const others = [
    seek("same", [TWO, reordered]), seek("slower", [{ ...FOUR, clock: { kind: "days", days: 3 } }]),
    seek("rated", [FOUR], { rated: true }), seek("variant", [{ ...FOUR, options: { x: 1 } }]),
  ];
  assert.deepEqual(fillsOf(seek("me", [FOUR]), others, [3])[0]!.others.map(({ id }) => id), ["same"]);
});

test("others agree to one game, by the index in their own seek", () => {
  const others = [seek("a", [TWO, FOUR], { bots: 1 }), seek("b", [TWO, FOUR], { bots: 0 }), seek("c", [FOUR])];
  const [fill] = fillsOf(seek("me", [FOUR]), others, [3]);
  assert.deepEqual(fill!.agreed.map(({ id }) => id), ["a"]);
  assert.equal(fill!.others.length, 3);
});
