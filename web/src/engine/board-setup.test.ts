import assert from "node:assert/strict";
import { test } from "node:test";
import { boardSetup } from "./board-setup.ts";
import type { SetupFacts } from "./bundle.ts";
import { EngineError } from "./errors.ts";
import type { Game } from "./game.ts";

const TEXTS = ["x", '{"start":', ',"rows":', "}", '"'];
const SHOWN = 1000;
const setup = {
  reads: ["write_setup"],
  texts: TEXTS,
  offered: [{ name: "board", house: { rows: [1, 2] } }],
  kinds: { null: 0, false: 1, true: 2, other: 3, int: 4, string: 5, list: 6, object: 7 },
  codes: { message: -1, end: -1, zero: 1 << 30, said: SHOWN - 1, shown: SHOWN },
  english: {},
} as unknown as SetupFacts;

/** A game whose rules write tokens for the words of a value. */
function gameOf(board_setup: object | null, write: (words: number[]) => number[], reads = setup.reads): Game {
  const memory = new Int32Array(4096);
  let top = 0;
  const rules = {
    borrow: <Result>(work: () => Result): Result => work(),
    reserve: (bytes: number) => {
      const address = top;
      top += bytes;
      return address;
    },
    words: (address: number, length: number) => memory.subarray(address / 4, address / 4 + length),
    call: (name: string) => (params: number, _: number, words: number, length: number, out: number, room: number) => {
      assert.deepEqual([name, params], ["setup.write_setup", 88]);
      const tokens = write([...memory.subarray(words / 4, words / 4 + length)]);
      memory.set(tokens.slice(0, room), out / 4);
      return tokens.length;
    },
  };
  const facts = { game: "nim", options: { board: "house" }, board_setup, setup: { ...setup, reads } };
  return { name: "nim", at: { params: 88 }, facts, rules } as unknown as Game;
}

test("a board that is the same for all options is in the bundle", () => {
  assert.deepEqual(boardSetup(gameOf({ rows: 3 }, () => [])), { rows: 3 });
});

test("rules write the board from the options, with own boards and those of the house, and from the start", () => {
  const seen: number[][] = [];
  const game = gameOf(null, (words) => {
    seen.push(words);
    const start = 3 + (words[4] ?? 0); // after the options, which are the first item
    return [1, SHOWN + 2 * start, 2, SHOWN + 2 * 3, 3];
  });
  const board = { board: { rows: [1, 2] } };
  assert.deepEqual(boardSetup(game), { start: null, rows: board });
  assert.deepEqual(boardSetup(game, { seat: 1 }), { start: { seat: 1 }, rows: board });
  assert.equal(seen.length, 2);
  assert.deepEqual(seen[0]?.slice(0, 1), [setup.kinds.list]);
});

test("a text that needs more room is written again", () => {
  const game = gameOf(null, () => [1, 4, ...Array<number>(300).fill(0), 4, 3]);
  assert.deepEqual(boardSetup(game), { start: "x".repeat(300) });
});

test("a bundle without a board is told", () => {
  assert.throws(() => boardSetup(gameOf(null, () => [], [])), new EngineError("the bundle of nim has no board"));
});
