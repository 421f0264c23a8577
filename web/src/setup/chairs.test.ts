import assert from "node:assert/strict";
import { test } from "node:test";
import { chairsOf, choose, placeOf, resize, wayOf, type Chair } from "./chairs.ts";

const EASY: Chair = { kind: "bot", level: 1 };
const HARD: Chair = { kind: "bot", level: 5 };
const HERE: Chair = { kind: "person", member: "" };
const LINK: Chair = { kind: "open" };
const ANYBODY: Chair = { kind: "anybody" };
const BEN: Chair = { kind: "friend", person: { id: "b", name: "Ben", kind: "adult" } };
const UNNAMED: Chair = { kind: "friend", person: null };

test("who plays says what Play does", () => {
  assert.equal(wayOf([]), "here");
  assert.equal(wayOf([EASY, HERE]), "here");
  assert.equal(wayOf([EASY, LINK]), "invite");
  assert.equal(wayOf([BEN, UNNAMED]), "challenge");
  assert.equal(wayOf([ANYBODY, ANYBODY]), "seek");
});

test("strangers and challenged friends leave no place to others", () => {
  assert.deepEqual(choose([EASY, HERE], 0, ANYBODY), [ANYBODY, ANYBODY]);
  assert.deepEqual(choose([EASY, HERE], 1, BEN), [UNNAMED, BEN]);
  assert.deepEqual(choose([BEN, UNNAMED], 1, BEN), [BEN, BEN]);
  assert.deepEqual(choose([BEN, BEN], 0, LINK), [LINK, LINK]);
  assert.deepEqual(choose([ANYBODY, ANYBODY], 1, HERE), [HERE, HERE]);
});

test("computers, people here and links share a table", () => {
  assert.deepEqual(choose([EASY, EASY, EASY], 1, LINK), [EASY, LINK, EASY]);
  assert.deepEqual(choose([EASY, LINK, EASY], 0, HERE), [HERE, LINK, EASY]);
});

test("a level is chosen for the computers after it, until they are told apart", () => {
  assert.deepEqual(choose([EASY, EASY, HERE], 0, HARD), [HARD, HARD, HERE]);
  assert.deepEqual(choose([EASY, EASY], 1, HARD), [EASY, HARD]);
  assert.deepEqual(choose([EASY, HARD], 0, { kind: "bot", level: 3 }), [{ kind: "bot", level: 3 }, HARD]);
});

test("more seats are filled as the last one, but nobody sits twice", () => {
  assert.deepEqual(resize([HARD], 3), [HARD, HARD, HARD]);
  assert.deepEqual(resize([BEN], 2), [BEN, UNNAMED]);
  assert.deepEqual(resize([{ kind: "person", member: "zoe" }], 2), [{ kind: "person", member: "zoe" }, HERE]);
  assert.deepEqual(resize([HARD, LINK], 1), [HARD]);
  assert.deepEqual(resize([], 1), [EASY]);
});

test("what was last played is chosen again, as far as it is possible", () => {
  const places = [{ kind: "person" as const }, { kind: "open" as const }, { kind: "bot" as const, level: 4 }];
  assert.deepEqual(chairsOf({ places }, [], [1, 4]), [LINK, { kind: "bot", level: 4 }]);
  assert.deepEqual(chairsOf({ places, seek: {} }, [], [1]), [ANYBODY, ANYBODY]);
  assert.deepEqual(chairsOf({ places, seek: {} }, ["anybody"], [1]), [EASY, EASY]);
  assert.deepEqual(chairsOf({ places }, [], [1, 2]), [LINK, EASY]);
});

test("places are sent as the server takes them", () => {
  const nameOf = (id: string) => id.toUpperCase();
  assert.deepEqual(placeOf(HARD, "", nameOf), { kind: "bot", level: 5 });
  assert.deepEqual(placeOf(HERE, "Béa", nameOf), { kind: "person", name: "Béa" });
  assert.deepEqual(placeOf({ kind: "person", member: "zoe" }, "", nameOf), { kind: "person", name: "ZOE", member: "zoe" });
  assert.deepEqual(placeOf(ANYBODY, "", nameOf), { kind: "open" });
});
