/** Rematches: who agrees, who has left, and another table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskInfo, PlaceInfo, TableInfo } from "../../net/protocol.ts";
import { placesAgain, rematchPart, rematchPeople } from "./rematch.ts";

const place = (number: number, more: Partial<PlaceInfo> = {}): PlaceInfo => ({
  place: number, kind: "person", name: `P${number}`, level: null, present: true, mine: false,
  stands_in: false, resigned: false, hand_skill: null, ...more,
});
const ask = (what: AskInfo["what"], by: number, waiting: number[]): AskInfo => ({
  ask: 9, what, place: by, waiting, takeover_place: null, level: null, hand_skill: null, assist: null,
});
const bot = place(3, { kind: "bot", name: "", level: 2 });
const places = [place(0, { mine: true }), place(1), place(2), bot];
const states = (all: PlaceInfo[], asks: AskInfo[]) =>
  rematchPeople(all, asks, ({ name }) => name).map(({ name, state }) => `${name} ${state}`);

test("rematchPeople tells who agrees and who has not answered; bots and oneself are left out", () => {
  assert.deepEqual(states(places, []), ["P1 waiting", "P2 waiting"]);
  assert.deepEqual(states(places, [ask("rematch", 0, [2])]), ["P1 agreed", "P2 waiting"]);
});

test("rematchPeople tells who has left; a bot may take the place unless a vote on that is open", () => {
  const left = places.map((one) => (one.place === 2 ? { ...one, present: false } : one));
  assert.deepEqual(states(left, [ask("rematch", 1, [])]), ["P1 agreed", "P2 left"]);
  const takeable = (asks: AskInfo[]) =>
    rematchPeople(left, asks, ({ name }) => name).map((person) => person.takeable);
  const rated = rematchPeople(left, [], ({ name }) => name, true);
  assert.deepEqual(rated.map((person) => person.takeable), rated.map(() => false));
  assert.deepEqual(takeable([]), [false, true]);
  assert.deepEqual(takeable([ask("takeover", 0, [1])]), [false, false]);
});

test("rematchPart: ask, accept or wait", () => {
  assert.equal(rematchPart([], [0]), "ask");
  assert.equal(rematchPart([ask("rematch", 1, [0, 2])], [0]), "accept");
  assert.equal(rematchPart([ask("rematch", 1, [2])], [0]), "agreed");
  assert.equal(rematchPart([ask("takeover", 1, [2])], [0]), "ask");
});

test("placesAgain keeps bots and levels and opens the places of others", () => {
  assert.deepEqual(placesAgain({ places } as TableInfo), [
    { kind: "person", name: "P0" }, { kind: "open" }, { kind: "open" },
    { kind: "bot", level: 2, hand_skill: null },
  ]);
});
