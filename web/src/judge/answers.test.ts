import assert from "node:assert/strict";
import test from "node:test";
import { finalAnswers, firstAnswers, keyOf, type Answer } from "./answers.ts";

const tower: Answer[] = [
  { text: "~stands", ends: false, later: "~falls-later" },
  { text: "~falls", ends: false, later: null },
  { text: "~falls-later", ends: false, later: null },
];
const texts = (answers: readonly Answer[]) => answers.map(({ text }) => text);

test("what an answer may still become is not offered at first", () => {
  assert.deepEqual(texts(firstAnswers(tower)), ["~stands", "~falls"]);
});

test("what cannot be mended is told from what can", () => {
  assert.deepEqual(texts(finalAnswers(tower)), ["~falls", "~falls-later"]);
});

test("it is the same where the answer would end the game", () => {
  const ending = tower.map((answer) => ({ ...answer, ends: answer.text !== "~falls" }));
  assert.deepEqual(texts(firstAnswers(ending)), ["~stands", "~falls"]);
});

test("an answer's message has its name", () => {
  assert.equal(keyOf("~falls-later"), "judge.falls-later");
  assert.equal(keyOf("~stands"), "judge.stands");
});
