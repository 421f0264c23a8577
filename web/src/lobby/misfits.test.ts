import assert from "node:assert/strict";
import { test } from "node:test";
import type { PostSeek, Seek, Wish } from "../net/protocol.ts";
import { misfitOf } from "./misfits.ts";

const FAST = { kind: "real" as const, base: 600, increment: 10 };
const BLOX: Wish = { game: "blox", players: 2, options: { players: 2, cap: 5 } };
const TIMED: Wish = { ...BLOX, clock: FAST };

function seek(wishes: Wish[], more: Partial<Seek> = {}): Seek {
  return { id: "a", name: "Anna", since: 0, wishes, ...more };
}

function reasonsOf(own: Seek, other: Seek): string[] {
  return misfitOf(own, posted(own), other)?.reasons ?? [];
}

function posted({ wishes, rated, below, above }: Seek): PostSeek {
  return { type: "seek", wishes, rated: rated ?? false, public: false, ...(below !== undefined && above !== undefined && { below, above }) };
}

test("searches for the same game have nothing against each other", () => {
  const reordered: Wish = { ...TIMED, clock: { increment: 10, base: 600, kind: "real" }, options: { cap: 5, players: 2 } };
  assert.equal(misfitOf(seek([TIMED]), posted(seek([TIMED])), seek([reordered])), null);
});

test("the closest wish says why", () => {
  const others = [{ ...BLOX, game: "on-top", players: 4 }, { ...BLOX, players: 3, options: { players: 3, cap: 5 } }];
  assert.deepEqual(reasonsOf(seek([BLOX]), seek(others)), ["players"]);
  assert.deepEqual(reasonsOf(seek([BLOX]), seek([TIMED])), ["clock"]);
  assert.deepEqual(reasonsOf(seek([BLOX]), seek([{ ...BLOX, options: { players: 2, cap: 6 } }])), ["options"]);
  assert.deepEqual(reasonsOf(seek([BLOX]), seek([{ game: "on-top", players: 2, clock: FAST, options: {} }], { rated: true })), ["game", "clock", "rated"]);
});

test("a wider search has the wish of the other one too, and keeps who may watch", () => {
  const own = seek([BLOX]);
  const wider = misfitOf(own, posted(own), seek([TIMED]))!.wider!;
  assert.deepEqual(wider.wishes, [BLOX, TIMED]);
  assert.deepEqual([wider.rated, wider.public], [false, false]);
  assert.equal(misfitOf({ ...own, wishes: wider.wishes }, wider, seek([TIMED])), null);
});

test("a rated search has no wishes without a clock", () => {
  const own = seek([BLOX, TIMED], { member: "me", ratings: [1500, 1500] });
  const other = seek([TIMED], { rated: true });
  assert.deepEqual(reasonsOf(own, other), ["rated"]);
  const wider = misfitOf(own, posted(own), other)!.wider!;
  assert.deepEqual([wider.rated, wider.wishes], [true, [TIMED]]);
  const casual = misfitOf({ ...own, rated: true, wishes: [TIMED] }, { ...wider }, seek([TIMED]))!;
  assert.deepEqual([casual.reasons, casual.wider?.rated], [["unrated"], false]);
});

test("a guest cannot meet those who play rated games", () => {
  const own = seek([TIMED]);
  assert.equal(misfitOf(own, posted(own), seek([TIMED], { rated: true }))!.wider, null);
});

test("ratings out of the own range are met by a search for any", () => {
  const own = seek([BLOX], { member: "me", ratings: [1500], below: 100, above: 100 });
  assert.deepEqual(reasonsOf(own, seek([BLOX], { ratings: [1590] })), []);
  assert.deepEqual(reasonsOf(own, seek([BLOX], { ratings: [1601] })), ["range"]);
  const guest = misfitOf(own, posted(own), seek([BLOX]))!;
  assert.deepEqual(guest.reasons, ["range"]);
  assert.deepEqual([guest.wider?.below, guest.wider?.above], [undefined, undefined]);
});

test("nothing can be done about the range of the other one", () => {
  const own = seek([BLOX], { member: "me", ratings: [1500] });
  const picky = seek([BLOX], { ratings: [1700], below: 100, above: 100 });
  const misfit = misfitOf(own, posted(own), picky)!;
  assert.deepEqual([misfit.reasons, misfit.wider], [["their_range"], null]);
  assert.deepEqual(reasonsOf(seek([BLOX]), picky), ["their_range"]);
  // What a rating in another game would be is not known.
  assert.deepEqual(reasonsOf(own, { ...picky, wishes: [{ ...BLOX, game: "on-top" }] }), ["game"]);
});
