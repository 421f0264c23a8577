import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfflineLevel, OfflinePosition } from "../net/protocol.ts";
import { hintIn, positionIn, solutionIn, WrongMoveError } from "./kept-level.ts";

const event = (text: string) => ({ text, message: { key: "log", args: {} }, seat: 0, parts: { hole: text } });
const position = (name: string, right: OfflinePosition["right"], hint: string | null): OfflinePosition => ({
  position: { name }, scores: [0], legal: [], right,
  hints: hint === null ? [] : [{ step: 4, message: { key: "hint", args: {} }, parts: {}, move: hint, solvable: true, take_back: 0 }],
  result: hint === null ? { ranks: [1], reason: "", points: [0] } as unknown as OfflinePosition["result"] : null,
});
const LEVEL: OfflineLevel = {
  id: "1-01", variant: "base", start: {}, board_setup: { size: 3 },
  positions: [
    position("start", { a: { event: event("a"), next: 1 }, b: { event: event("b"), next: 1 } }, "b"),
    position("middle", { c: { event: event("c"), next: 2 } }, "c"),
    position("end", {}, null),
  ],
};

test("a position is that of the server", () => {
  const start = positionIn(LEVEL, []);
  assert.deepEqual([start?.position, start?.seat, start?.last, start?.frames.length], [{ name: "start" }, 0, null, 0]);
  const middle = positionIn(LEVEL, ["a"]);
  assert.deepEqual(middle?.last, { seat: 0, text: "a", parts: { hole: "a" } });
  assert.equal(middle?.frames.at(-1)?.event?.text, "a");
  assert.equal(positionIn(LEVEL, ["a", "c"])?.seat, null);
});

test("a move that leads to no solution is wrong", () => {
  assert.throws(() => positionIn(LEVEL, ["x"]), WrongMoveError);
  assert.throws(() => positionIn(LEVEL, ["a", "c", "c"]), WrongMoveError);
});

test("a solution goes on from where the user is", () => {
  assert.deepEqual(solutionIn(LEVEL, [])?.moves, ["b", "c"]);
  const rest = solutionIn(LEVEL, ["a"]);
  assert.deepEqual([rest?.moves, rest?.frames.map(({ position: { name } }) => name)], [["c"], ["end"]]);
});

test("a level that was not kept has no positions", () => {
  assert.equal(positionIn(null, []), null);
  assert.equal(solutionIn(null, []), null);
});

test("a hint is that of the position", () => {
  assert.equal(hintIn(LEVEL, ["a"], 1)?.move, "c");
  assert.equal(hintIn(LEVEL, ["a"], 2), null);
});
