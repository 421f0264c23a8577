import assert from "node:assert/strict";
import test from "node:test";
import { finalRulings, mainRulings, rulingKey, type Ruling } from "./rulings.ts";

const rulings: Ruling[] = [
  { text: "~stands", ends_game: false, may_become: "~falls-later" },
  { text: "~falls", ends_game: false, may_become: null },
  { text: "~falls-later", ends_game: false, may_become: null },
];
const texts = (answers: readonly Ruling[]) => answers.map(({ text }) => text);

test("what an answer may still become is not offered at first", () => {
  assert.deepEqual(texts(mainRulings(rulings)), ["~stands", "~falls"]);
});

test("finalRulings are those that cannot be revised", () => {
  assert.deepEqual(texts(finalRulings(rulings)), ["~falls", "~falls-later"]);
});

test("finalRulings are the same if a ruling would end the game", () => {
  const ending = rulings.map((answer) => ({ ...answer, ends_game: answer.text !== "~falls" }));
  assert.deepEqual(texts(mainRulings(ending)), ["~stands", "~falls"]);
});

test("an answer's message has its name", () => {
  assert.equal(rulingKey("~falls-later"), "judge.falls-later");
  assert.equal(rulingKey("~stands"), "judge.stands");
});
