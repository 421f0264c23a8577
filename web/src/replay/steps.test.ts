import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../net/protocol.ts";
import { moveBefore, stopAt } from "./steps.ts";

/** Positions of a game: the first, then one after each event; `.` is chance, a digit the seat that moves. */
function game(events: string): Pick<Frame, "event">[] {
  return [{}, ...[...events].map((letter) => ({ event: letter === "." ? { text: "" } : { text: "", seat: Number(letter) } }))] as Frame[];
}

test("a step takes in the chance events that a move caused, in both directions", () => {
  const frames = game("..0.1..0");
  const forward = [0, 2, 4, 7].map((at) => stopAt(frames, at, at + 1));
  assert.deepEqual(forward, [2, 4, 7, 8]);
  assert.deepEqual([8, 7, 4, 2].map((at) => stopAt(frames, at, at - 1)), [7, 4, 2, 0]);
});

test("chance at the end, and games without chance", () => {
  assert.equal(stopAt(game("0."), 0, 1), 2);
  assert.deepEqual([1, 2, 3].map((at) => stopAt(game("010"), at - 1, at)), [1, 2, 3]);
});

test("a position belongs to the last move, if there is one", () => {
  const frames = game("..0.1..");
  assert.deepEqual([0, 2, 3, 4, 7].map((at) => moveBefore(frames, at)), [0, 2, 3, 3, 5]);
});
