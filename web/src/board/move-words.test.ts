import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameWords } from "../i18n/i18n.ts";
import { partName, playLabel, valueName } from "./move-words.ts";

/** Words of a game with these messages, after those of the page. */
function wordsOf(own: Record<string, string>): GameWords {
  const all: Record<string, string> = { "action.play": "Play", ...own };
  return { has: (key) => key in all, t: (key) => all[key] ?? key };
}

const climb = { text: "a1-a2 b1", parts: { verb: "climb", from: "a1", to: "a2" } };

test("the button says the verb of the move, what the game calls playing, or a neutral word", () => {
  assert.equal(playLabel(wordsOf({ "action.play": "Go", "verb.climb": "Climb up" }), climb), "Climb up");
  assert.equal(playLabel(wordsOf({ "action.play": "Go", "verb.jump": "Jump" }), climb), "Go");
  assert.equal(playLabel(wordsOf({}), climb), "Play");
  assert.equal(playLabel(wordsOf({ "verb.climb": "Climb up" }), { text: "a1", parts: { cell: "a1" } }), "Play");
});

test("parts and values without a message have a readable name", () => {
  const words = wordsOf({ "part.from": "The piece", "part.end.H": "the head", "verb.climb": "Climb up" });
  assert.deepEqual(["from", "second_cell"].map((part) => partName(words, part)), ["The piece", "Second cell"]);
  assert.equal(valueName(words, "end", "H"), "the head");
  assert.deepEqual(["climb", "move-back"].map((verb) => valueName(words, "verb", verb)), ["Climb up", "Move back"]);
  assert.equal(valueName(words, "to", "a2"), "a2");
});
