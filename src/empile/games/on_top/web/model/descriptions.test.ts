import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { panel } from "./panel.ts";
import type { Position } from "./position.ts";
import { LEGAL, POSITION, SETUP, at, input, t, showing } from "./fixtures.ts";
import { describe, remarks, seatFacts, seatMarks } from "./descriptions.ts";

const told = (old: Partial<Position>, now: Partial<Position>, more: Partial<SceneInput> = {}) =>
  remarks(at(old), at(now, more), SETUP, t);

test("remarks report points from others' tiles and second places to the seat that gains", () => {
  const now = { laid: [...POSITION.laid, "U05D05 BRWY"], towers: { ...POSITION.towers, "1,4": "YB" } };
  assert.deepEqual(told({ seat: 1 }, { ...now, scores: [5, 0] }), ["scene.remark.gift 2"]);
  const own = { last: { seat: 0, text: "", parts: {} } };
  assert.deepEqual(told({ seat: 0 }, { ...now, scores: [5, 0] }, own), []);
  assert.deepEqual(told({ seat: 0 }, { ...now, scores: [5, 0] }, { last: null }), []);
  const second = { ...now, towers: { ...POSITION.towers, "1,4": "BY", "0,5": "BR" } };
  assert.deepEqual(told({}, second, own), ["scene.remark.second 2"]);
  assert.deepEqual(told({}, second, { mine: [0, 1] }), []);
});

test("remarks report few remaining pawns once, of seats and of neutral colours", () => {
  const pawns = { ...POSITION.pawns };
  const few = (colour: "B" | "Y" | "R", from: number, to: number) =>
    told({ pawns: { ...pawns, [colour]: from } }, { pawns: { ...pawns, [colour]: to } });
  assert.deepEqual(few("B", 4, 3), ["scene.remark.few Anne 3"]);
  assert.deepEqual(few("Y", 4, 2), ["scene.remark.few Bea 2"]);
  assert.deepEqual(few("R", 5, 3), ["scene.remark.few_neutral colour.R 3"]);
  assert.deepEqual(few("B", 3, 2), []);
});

test("remarks report the last black triangle and bare holes", () => {
  assert.deepEqual(told({ reserve: 1 }, { reserve: 0 }), ["scene.remark.no_triangles"]);
  assert.deepEqual(told({ reserve: 0 }, { reserve: 0, bare: ["U23"] }), ["scene.remark.bare"]);
});

test("what is taken back, looked up or over is no news", () => {
  assert.deepEqual(told({ reserve: 1 }, { reserve: 0, laid: POSITION.laid.slice(0, 1) }), []);
  assert.deepEqual(told({ reserve: 1 }, { reserve: 0 }, { toAct: null }), []);
  const same = input();
  assert.deepEqual(remarks(same, { ...same, chosen: { place: "U05D05" } }, SETUP, t), []);
});

test("seatFacts give points and pawns, seatMarks are distinct", () => {
  const [anne] = seatFacts(input(), t);
  assert.deepEqual(anne?.map(({ value }) => value), ["3", "×19"]);
  const four = { names: ["Anne", "Bea", "Cy", "Dan"] };
  assert.equal(new Set(seatMarks(four, t).map(({ mark }) => mark)).size, 4);
});

test("describe includes the tile, the scores and the last towers", () => {
  const text = describe(input(), SETUP, [["2,2", "YRB"]], t);
  assert.match(text, /scene.tell.tile Anne colour.B, colour.R, colour.W, colour.Y/);
  assert.match(text, /scene.tell.score Anne colour.B 3/);
  assert.match(text, /scene.tell.tower 2,2 colour.Y, colour.R, colour.B/);
  assert.match(describe(at({ tile: null }), SETUP, [], t), /scene.tell.draws Anne/);
  assert.match(describe(at({}, { toAct: null }), SETUP, [], t), /^scene.tell.over/);
});

test("the panel shows the tile to be dragged, what is left and the bag", () => {
  const [tile, left, bag] = panel(input(), SETUP, t);
  assert.deepEqual(tile?.choices.map(({ value, carries }) => [value, carries]), [["BRWY", "place"]]);
  assert.match(left?.picture?.text ?? "", /scene.left.pawns colour.B 19 .*scene.left.neutral colour.R 20/);
  assert.match(bag?.label ?? "", /scene.panel.bag 3/);
  assert.match(bag?.picture?.text ?? "", /scene.bag.tile 2 colour.B, colour.R, colour.W, colour.Y/);
});

test("panel shows both rotations of a previewed tile and what it closes", () => {
  const closing = LEGAL[1];
  assert.ok(closing);
  const ways = panel(showing(closing), SETUP, t)[0]?.choices;
  assert.deepEqual(ways?.map(({ value, enabled }) => [value, enabled]), [["BRWY", true], ["WYBR", true]]);
  assert.match(panel(showing(closing), SETUP, t)[0]?.note ?? "", /scene.closes 3 /);
  const plain = LEGAL[0];
  assert.ok(plain);
  assert.equal(panel(showing(plain), SETUP, t)[0]?.note, "scene.closes.nothing");
});

test("a watcher sees the tile as it is, and nothing to choose", () => {
  const [tile] = panel(input({ legal: [], mine: [] }), SETUP, t);
  assert.equal(tile?.choices.length, 1);
  assert.equal(tile?.choices[0]?.enabled, false);
  assert.equal(panel(input({ toAct: null, legal: [] }), SETUP, t).length, 1);
});
