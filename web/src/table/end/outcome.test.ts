/** Outcomes: resignations, ties and shared ranks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isJoyful, outcomeOf, standings } from "./outcome.ts";

const result = (scores: number[], ranks: number[]) => ({
  winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])), scores, ranks, reason: "all-blocked",
});
const ended = (scores: number[], ranks: number[]) => {
  const outcome = outcomeOf(result(scores, ranks), [], [], null);
  assert.ok(outcome);
  return outcome;
};

test("outcomeOf is null for a game that has not ended", () => {
  assert.equal(outcomeOf(null, [], [3, 4], null), null);
});

test("outcomeOf keeps the result of the rules, also if a bot played on for somebody", () => {
  assert.deepEqual(outcomeOf(result([3, 4], [2, 1]), [1], [0, 0], null)?.winners, [1]);
});

test("after a resignation the other seat wins, whatever the points", () => {
  assert.deepEqual(outcomeOf(null, [0], [9, 2], null), {
    winners: [1], scores: [9, 2], ranks: [2, 1], reason: null, resigned: [0],
  });
});

test("a person with several seats resigns all; a partner loses, too", () => {
  assert.deepEqual(outcomeOf(null, [0, 2], [1, 2, 3, 4], null)?.ranks, [3, 1, 3, 1]);
  const partners = outcomeOf(null, [1], [1, 2, 3, 4], [0, 1, 0, 1]);
  assert.deepEqual(partners?.winners, [0, 2]);
  assert.deepEqual(partners?.ranks, [1, 2, 1, 2]);
});

test("standings tell shared ranks from ties that were broken", () => {
  const rows = standings(ended([8, 9, 8, 9], [3, 2, 3, 1]), null);
  assert.deepEqual(rows.map(({ seats }) => seats[0]), [3, 1, 0, 2]);
  assert.deepEqual(rows.map(({ shared }) => shared), [false, false, true, true]);
  assert.deepEqual(rows.map(({ tied }) => tied), [true, true, false, false]);
});

test("standings add up the points of a team", () => {
  const outcome = ended([5, 6, 4, 1], [1, 2, 1, 2]);
  assert.deepEqual(standings(outcome, [0, 1, 0, 1]).map(({ points }) => points), [9, 7]);
});

test("nothing breaks a tie after a resignation", () => {
  const outcome = outcomeOf(null, [0], [4, 4], null);
  assert.ok(outcome);
  assert.deepEqual(standings(outcome, null).map(({ tied }) => tied), [false, false]);
});

test("isJoyful: for a win and for those who watch one, not for a tie or a loss", () => {
  const won = ended([9, 8], [1, 2]);
  assert.deepEqual([[0], [1], [0, 1], []].map((mine) => isJoyful(won, mine, null)), [true, false, true, true]);
  assert.ok(!isJoyful(ended([8, 8], [1, 1]), [0], null));
  const together = ended([5, 6, 4, 1], [1, 2, 1, 2]);
  assert.ok(isJoyful(together, [2], [0, 1, 0, 1]));
});
