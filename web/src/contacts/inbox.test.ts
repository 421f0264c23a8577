import assert from "node:assert/strict";
import { test } from "node:test";
import { personIn, type Challenge, type Inbox } from "./contacts-api.ts";
import { isReceived, waiting } from "./inbox.ts";

function challenge(place: number, state: Challenge["state"] = "open", accepted = false): Challenge {
  const player = { id: "x", name: "X", kind: "adult", accepted } as const;
  return {
    table: "t", game: "blox", options: {}, players: [{ ...player, accepted: true }, player],
    made: 0, expires: 1, state, place,
  };
}

test("only open challenges to the member wait for an answer", () => {
  assert.ok(isReceived(challenge(1)));
  assert.ok(!isReceived(challenge(0)));
  assert.ok(!isReceived(challenge(1, "declined")));
  assert.ok(!isReceived(challenge(1, "open", true)));
  const inbox: Inbox = {
    requests: 2, challenges: [challenge(1), challenge(0), challenge(1, "expired")], seeking: false,
  };
  assert.equal(waiting(inbox), 3);
  assert.equal(waiting(null), 0);
});

test("personIn finds the link to a profile, or takes a name", () => {
  assert.deepEqual(personIn("https://play.example/m/Zt3k-q8_"), { member: "Zt3k-q8_" });
  assert.deepEqual(personIn("/m/abc?x=1"), { member: "abc" });
  assert.deepEqual(personIn("  Anna M. "), { name: "Anna M." });
});
