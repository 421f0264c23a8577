import assert from "node:assert/strict";
import { test } from "node:test";
import { litBlocks, quickNext, playable, preferred, stacked, targets, topDiscard } from "./choices.ts";
import { MM } from "./units.ts";
import { POSITION, SETUP, WAITING, at, input, move, t } from "./fixtures.ts";

test("targets are the blocks that a card allows, each with its name", () => {
  const found = targets(input(), SETUP, WAITING, t);
  assert.deepEqual(new Set(found.map(({ value }) => value)), new Set(["kS", "kM", "nS", "nM", "nL", "yS", "yL"]));
  assert.ok(found.every(({ part, label, value }) => part === "block" && label === `block.${value}`));
  const yL = found.find(({ value }) => value === "yL");
  const [x, y, z] = WAITING.get("yL")?.pose ?? [0, 0, 0];
  assert.deepEqual(yL?.at, { x: x / MM, y: z / MM, z: -y / MM });
});

test("with a card chosen only its blocks are lit, and another card can still be chosen", () => {
  assert.deepEqual([...(litBlocks(input({ chosen: { card: "y*" } })) ?? [])], ["yS", "yL"]);
  assert.deepEqual([...(litBlocks(input({ chosen: { card: "pass" } })) ?? [])], []);
  assert.equal(litBlocks(input({ legal: [] })), null);
  assert.deepEqual([...playable(input({ chosen: { card: "y*" } }))], ["kS", "y*", "**", "pass"]);
});

test("of several cards for a block the one that could do least else is played", () => {
  const ways = [move("**", "yS"), move("y*", "yS")];
  assert.equal(preferred(ways)?.text, "y*>yS");
  assert.equal(preferred([...ways, move("yS", "yS")])?.text, "yS>yS");
  assert.equal(preferred([move("y*", "yS"), move("y*", "yL")]), null);
  assert.equal(preferred([move("pass")]), null);
  assert.equal(preferred([]), null);
});

test("after a fall one goes on with the largest and straightest block, by the card that could do least else", () => {
  const legal = [move("**", "yL"), move("**", "nL"), move("n*", "nL"), move("*S", "kS"), move("**", "kS")];
  const after = at({ stage: "rebuild" }, { legal });
  const rebuild = { ...POSITION, stage: "rebuild" as const };
  assert.equal(quickNext(after, rebuild, SETUP)?.text, "n*>nL");
  assert.equal(quickNext(at({ stage: "rebuild" }, { legal: [move("pass")] }), rebuild, SETUP), null);
  assert.equal(quickNext(at({ stage: "rebuild" }, { legal: [] }), rebuild, SETUP), null);
  assert.equal(quickNext(input({ legal }), POSITION, SETUP), null, "in an ordinary turn one chooses");
});

test("free blocks of the advanced rule are targets without a card", () => {
  const legal = [{ text: "+kS", parts: { block: "kS" } }];
  assert.deepEqual(targets(at({ stage: "bonus" }, { legal }), SETUP, WAITING, t).map(({ value }) => value), ["kS"]);
});

test("equal cards are stacked in card order; hidden ones are not shown", () => {
  assert.deepEqual(stacked(["**", "pass", "kS", "**"], SETUP), [["kS", 1], ["**", 2], ["pass", 1]]);
  assert.deepEqual(stacked(["?", "?"], SETUP), []);
});

test("the card played last lies on top, as long as the pile was not shuffled", () => {
  const last = { seat: 1, text: "", parts: { card: "*M", block: "yM" } };
  assert.equal(topDiscard(input({ last }), POSITION), "*M");
  assert.equal(topDiscard(input({ last }), { ...POSITION, discard: {} }), null);
  assert.equal(topDiscard(input(), POSITION), null);
});
