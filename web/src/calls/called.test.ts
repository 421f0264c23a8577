import assert from "node:assert/strict";
import { test } from "node:test";
import type { Challenge, Inbox } from "../net/protocol.ts";
import { awaits, isBusy, reactionTo } from "./called.ts";

const page = (found: string[] = [], activeElement: unknown = null): Parameters<typeof isBusy>[1] => ({
  querySelector: (selector: string) => (found.some((part) => selector.includes(part)) ? ({} as never) : null),
  activeElement: activeElement as Element | null,
});

test("the page that was used last goes to the table, unless it is busy or there", () => {
  const call = { table: "T1", go: true };
  assert.equal(reactionTo(call, "/puzzles", false), "go");
  assert.equal(reactionTo(call, "/t/T2", true), "tell");
  assert.equal(reactionTo({ ...call, go: false }, "/puzzles", false), "tell");
  assert.equal(reactionTo(call, "/t/T1", true), "stay");
});

test("nobody is taken away from a running game, a lesson, a puzzle or what they write", () => {
  assert.ok(isBusy("/learn/blox", page(["data-whole"])));
  for (const path of ["/", "/puzzles", "/lobby", "/t/T1"]) assert.ok(!isBusy(path, page()), path);
  for (const path of ["/r/T1", "/t/T1"]) assert.ok(!isBusy(path, page(["data-whole"])), path);
  assert.ok(isBusy("/t/T1", page(['data-state="playing"'])));
  assert.ok(isBusy("/friends", page(["dialog"])));
  assert.ok(isBusy("/messages", page([], { tagName: "TEXTAREA", value: "Shall we" })));
  assert.ok(!isBusy("/messages", page([], { tagName: "TEXTAREA", value: "" })));
  assert.ok(isBusy("/friends", page([], { tagName: "INPUT", type: "text", value: "B" })));
  assert.ok(!isBusy("/friends", page([], { tagName: "INPUT", type: "radio", value: "on" })));
  assert.ok(!isBusy("/friends", page([], { tagName: "BUTTON" })));
});

test("a page listens while others may accept, or somebody may be found", () => {
  const challenge = (place: number, state: Challenge["state"], accepted: boolean): Challenge => ({
    table: "t", game: "blox", options: {}, made: 0, expires: 1, state, place,
    players: [true, accepted, false].map((is) => ({ id: "x", name: "X", kind: "adult", accepted: is })),
  });
  const inbox = (...challenges: Challenge[]): Inbox => ({ requests: 1, challenges, seeking: false });
  assert.ok(!awaits(null));
  assert.ok(!awaits(inbox()));
  assert.ok(awaits({ ...inbox(), seeking: true }));
  assert.ok(awaits(inbox(challenge(0, "open", false))), "a challenge that was sent");
  assert.ok(awaits(inbox(challenge(1, "open", true))), "one that others have yet to accept");
  assert.ok(!awaits(inbox(challenge(1, "open", false))), "one to answer");
  assert.ok(!awaits(inbox(challenge(0, "accepted", true), challenge(0, "declined", false))));
});
