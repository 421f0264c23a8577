import assert from "node:assert/strict";
import { test } from "node:test";
import type { LessonStep, OfflineLesson } from "../net/protocol.ts";
import { answerFrom } from "./lesson-source.ts";

const step = (number: number): LessonStep => ({
  lesson: "first", step: number, steps: 2, title: { key: "title", args: {} }, task: { key: `task.${number}`, args: {} },
  hint: { key: `hint.${number}`, args: {} }, seat: 0, names: ["A"], board_setup: {}, position: {}, scores: [0], legal: [],
  last: null, poses: {},
});
const words = { key: "why", args: {} };
const LESSON: OfflineLesson = {
  name: "first",
  steps: [
    { step: step(1), right: { a: { move_message: words, message: words, frames: [], next: 1 } } },
    { step: step(2), right: { b: { move_message: words, message: words, frames: [], next: null } } },
  ],
};

test("a right move leads to the next step, and the last one to the end", () => {
  assert.equal(answerFrom(LESSON, ["a"])?.next?.step, 2);
  const end = answerFrom(LESSON, ["a", "b"]);
  assert.deepEqual([end?.right, end?.next], [true, null]);
});

test("any other move is wrong, and the step is the same", () => {
  const wrong = answerFrom(LESSON, ["a", "x"]);
  assert.deepEqual([wrong?.right, wrong?.next?.step, wrong?.message.key], [false, 2, "hint.2"]);
});

test("nothing follows a wrong move or the end", () => {
  assert.equal(answerFrom(LESSON, ["x", "a"]), null);
  assert.equal(answerFrom(LESSON, ["a", "b", "a"]), null);
});
