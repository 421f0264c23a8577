import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFits, obstacles, possibleTerms, requestOf, USUAL, type Clock, type Seating } from "./terms.ts";

const REAL: Clock = { kind: "real", base: 300, increment: 5 };
const TURN: Clock = { kind: "turn", turn: 40, reserve: 300 };
const seating = (more: Partial<Seating> = {}): Seating =>
  ({ kinds: ["person", "open"], members: ["anne"], isSignedIn: true, hasStart: false, ...more });

test("clockFits follows the number of seats", () => {
  assert.deepEqual([1, 2, 3].map((seats) => clockFits(REAL, seats)), [false, true, false]);
  assert.deepEqual([1, 2, 3].map((seats) => clockFits(TURN, seats)), [false, false, true]);
  assert.deepEqual([1, 2, 3].map((seats) => clockFits({ kind: "days", days: 1 }, seats)), [false, true, true]);
});

test("obstacles names everything that keeps games from counting", () => {
  assert.deepEqual(obstacles("people", REAL, seating()), []);
  assert.deepEqual(obstacles("people", null, seating({ isSignedIn: false, members: [null] })), ["signed_out", "clock"]);
  assert.deepEqual(obstacles("people", REAL, seating({ members: [null] })), ["guest"]);
  assert.deepEqual(
    obstacles("household", TURN, seating({ kinds: ["person", "bot", "person"], members: ["a", null, "a"], hasStart: true })),
    ["twice", "bots", "start"],
  );
  const family = seating({ kinds: ["person", "person"], members: ["anne", "ben"] });
  assert.deepEqual(obstacles("people", REAL, family), ["one_account"]);
  assert.deepEqual(obstacles("household", REAL, family), []);
  assert.deepEqual(obstacles("none", null, seating({ isSignedIn: false })), []);
});

test("requestOf leaves out what is impossible or usual", () => {
  assert.deepEqual(requestOf(USUAL, seating()), {});
  assert.deepEqual(requestOf({ ...USUAL, clock: TURN, counts: "people" }, seating()), {});
  assert.equal(possibleTerms({ ...USUAL, counts: "people" }, seating()).counts, "none");
  assert.deepEqual(
    requestOf({ clock: REAL, counts: "household", patience: 60, range: 0 }, seating()),
    { clock: REAL, rated: true, hints: false, assist: false, friendly: true },
  );
  assert.deepEqual(requestOf({ ...USUAL, patience: 60 }, seating()), { patience: 60 });
  assert.deepEqual(requestOf({ ...USUAL, patience: 60 }, seating({ kinds: ["person", "person"] })), {});
});
