import assert from "node:assert/strict";
import test from "node:test";
import { readSitting } from "./saved-sitting.ts";
import { again, readScorepad, standings, tally, type Sitting, type Tap } from "./tally.ts";

const seats = [1, 2, 3].map((seat) => ({ colour: `#00000${seat}`, mark: String(seat) }));
const scorepad = readScorepad({
  seats,
  counters: [
    { name: "points", steps: [1, 2], start: 0, weight: 1, passes: false },
    { name: "pawns", steps: [-1], start: 3, weight: -1, passes: false },
  ],
  phases: { count: 3, start: { "2": 2 } },
  out: true,
  ties: ["-pawns"],
  wins: { counter: "pawns", at: 0 },
});
const sitting = (names: number, ...taps: Tap[]): Sitting => ({
  names: ["Anne", "Béa", "Chloé"].slice(0, names), first: 1, taps,
});
const add = (seat: number, counter: string, by: number): Tap => ({ tap: "add", seat, counter, by });
const next: Tap = { tap: "next" };

test("tally adds up taps; undo drops the last one", () => {
  const played = sitting(2, add(0, "points", 2), add(0, "points", 1), add(1, "pawns", -1));
  assert.deepEqual(tally(scorepad, played).counts, [{ points: 3, pawns: 3 }, { points: 0, pawns: 2 }]);
  const before = { ...played, taps: played.taps.slice(0, -1) };
  assert.equal(tally(scorepad, before).counts[1]?.pawns, 3);
});

test("tally passes the turn from the starting seat and counts rounds", () => {
  const turns = [0, 1, 2, 3, 4].map((count) => {
    const { turn, round } = tally(scorepad, sitting(3, ...Array<Tap>(count).fill(next)));
    return [turn, round];
  });
  assert.deepEqual(turns, [[1, 1], [2, 1], [0, 1], [1, 2], [2, 2]]);
});

test("tally skips a seat that is out; giving up the turn passes it at once", () => {
  const out = (seat: number, is: boolean): Tap => ({ tap: "out", seat, out: is });
  assert.equal(tally(scorepad, sitting(3, out(2, true), next)).turn, 0);
  assert.equal(tally(scorepad, sitting(3, out(1, true))).turn, 2);
  assert.equal(tally(scorepad, sitting(3, out(2, true), out(2, false), next)).turn, 2);
  const nobody = tally(scorepad, sitting(3, out(0, true), out(2, true), out(1, true), next));
  assert.equal(nobody.turn, 1);
});

test("a counter may pass the turn, for the seat whose turn it is alone", () => {
  const stones = readScorepad({
    seats, counters: [{ name: "stones", steps: [1], start: 0, weight: 1, passes: true }],
  });
  assert.equal(tally(stones, sitting(3, add(1, "stones", 1))).turn, 2);
  assert.equal(tally(stones, sitting(3, add(0, "stones", 1))).turn, 1);
});

test("tally starts with the phase for the number of players", () => {
  assert.equal(tally(scorepad, sitting(2)).phase, 2);
  assert.equal(tally(scorepad, sitting(3)).phase, 1);
  assert.equal(tally(scorepad, sitting(3, { tap: "phase", to: 2 })).phase, 2);
});

test("ranks: by what counts, then by what breaks ties; equal ones share", () => {
  const ranks = (...taps: Tap[]) =>
    standings(scorepad, tally(scorepad, sitting(3, ...taps))).map(({ seat, rank, total }) => [seat, rank, total]);
  assert.deepEqual(ranks(), [[0, 1, -3], [1, 1, -3], [2, 1, -3]]);
  assert.deepEqual(ranks(add(2, "points", 2)), [[2, 1, -1], [0, 2, -3], [1, 2, -3]]);
  // As many points in all, with a pawn less.
  assert.deepEqual(
    ranks(add(0, "points", 2), add(1, "points", 1), add(1, "pawns", -1)),
    [[1, 1, -1], [0, 2, -1], [2, 3, -3]],
  );
});

test("standings put an outright winner first regardless of points", () => {
  const last = sitting(2, add(0, "points", 9), add(1, "pawns", -3));
  assert.deepEqual(standings(scorepad, tally(scorepad, last)).map(({ seat }) => seat), [1, 0]);
});

test("a way to end may leave a counter to ties alone, unless somebody has won outright", () => {
  const ends = { ...scorepad, ends: [{ reason: "neutral-out", players: [3], uncounted: ["pawns"] }] };
  const ranks = (...taps: Tap[]) =>
    standings(ends, tally(ends, sitting(3, ...taps))).map(({ seat, rank, total }) => [seat, rank, total]);
  const played = [add(0, "points", 2), add(1, "points", 2), add(1, "pawns", -1), add(2, "points", 1), add(2, "pawns", -2)];
  assert.deepEqual(ranks(...played, { tap: "end" }), [[2, 1, 0], [1, 2, 0], [0, 3, -1]]);
  assert.deepEqual(ranks(...played, { tap: "end", reason: "neutral-out" }), [[1, 1, 2], [0, 2, 2], [2, 3, 1]]);
  const won = [...played, add(2, "pawns", -1)];
  assert.deepEqual(ranks(...won, { tap: "end", reason: "neutral-out" }), ranks(...won, { tap: "end" }));
});

test("in the next game the next one begins", () => {
  assert.deepEqual(again(sitting(2, next)), { names: ["Anne", "Béa"], first: 0, taps: [] });
});

test("readSitting reads a saved sitting and ignores one that does not fit", () => {
  const kept = sitting(3, next);
  assert.deepEqual(readSitting(JSON.stringify(kept), scorepad), kept);
  for (const text of [null, "", "{", "[]", "{}", JSON.stringify({ ...kept, names: ["Anne"] }),
    JSON.stringify({ ...kept, first: 7 }), JSON.stringify({ names: kept.names, first: 0 })]) {
    assert.equal(readSitting(text, scorepad), null, String(text));
  }
});
