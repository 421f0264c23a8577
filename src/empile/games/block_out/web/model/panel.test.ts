import assert from "node:assert/strict";
import { test } from "node:test";
import type { PanelGroup, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { glyph } from "./glyphs.ts";
import { panel } from "./panel.ts";
import { POSITION, SETUP, at, input, move, t } from "./fixtures.ts";

const NONE: ReadonlySet<string> = new Set();
const letter = (block: string): string => block[1] ?? "";
const groups = (shown: SceneInput, fresh = NONE): PanelGroup[] => panel(shown, SETUP, letter, fresh, t);

test("the hand is shown in card order, equal cards together, and those that can be played can be chosen", () => {
  const [hand] = groups(at({ hands: [["kL", "y*", "**", "**", "pass"], ["?"]] }));
  assert.equal(hand?.label, "scene.panel.hand 5");
  assert.deepEqual(hand?.choices.map(({ value }) => value), ["kL", "y*", "**", "pass"]);
  assert.deepEqual(hand?.choices.map(({ enabled }) => enabled), [false, true, true, true]);
  assert.match(hand?.choices[0]?.label ?? "", /^cards.kL 1, scene.card.idle/);
  assert.match(hand?.choices[2]?.label ?? "", /^cards.\*\* 2$/);
  assert.ok(hand?.choices[2]?.svg?.includes(glyph("2")));
  assert.ok(hand?.choices.every(({ plain }) => plain));
});

test("a card that was drawn to be played is marked, said and asked for", () => {
  const [hand] = groups(at({ drawn: "y*" }, { legal: [move("y*", "yS")] }), new Set(["y*"]));
  const drawn = hand?.choices.find(({ value }) => value === "y*");
  assert.match(drawn?.label ?? "", /scene.card.drawn$/);
  assert.equal(drawn?.fresh, true);
  assert.equal(hand?.note, "scene.note.drawn card.y*");
  assert.equal(hand?.urgent, true);
});

test("a new tower, and the last block of the advanced rule, are asked for", () => {
  const note = (position: object, legal = [move("y*", "yS")]) => groups(at(position, { legal }))[0]?.note;
  assert.equal(note({ stage: "rebuild" }), "scene.note.rebuild");
  assert.equal(note({ stage: "rebuild" }, [move("pass")]), "scene.note.rebuild_action");
  const bonus = { stage: "bonus", hands: [[], ["?"]] };
  assert.equal(note(bonus, [{ text: "+yS", parts: { block: "yS" } }]), "scene.note.bonus");
  assert.equal(note({}), undefined);
});

test("others' cards are not shown, nor asked for while they play", () => {
  assert.deepEqual(groups(input({ mine: [], legal: [] })).map(({ label }) => label), ["scene.panel.piles"]);
  const [hand] = groups(at({ stage: "rebuild", seat: 1 }, { toAct: 1, legal: [] }));
  assert.equal(hand?.note, undefined);
  assert.ok(hand?.choices.every(({ enabled }) => !enabled));
});

test("panel shows stock, discard pile, last card and direction with a picture", () => {
  const last = { seat: 1, text: "", parts: { card: "*M", block: "yM" } };
  const piles = groups(input({ last })).at(-1);
  assert.equal(
    piles?.picture?.text,
    "scene.piles.stock 30 scene.piles.discard 2 scene.piles.top card.*M scene.direction.forward",
  );
  const back = groups(at({ direction: -1, stock: { kS: 1, "**": 2 }, discard: {} })).at(-1);
  assert.equal(back?.picture?.text, "scene.piles.stock 3 scene.piles.discard 0 scene.direction.back");
  assert.match(back?.picture?.svg ?? "", /scale\(-1 1\)/);
});

test("panel does not mark a hand revealed at the end as new", () => {
  assert.equal(groups(at({ stage: "over", hands: POSITION.hands }, { toAct: null, legal: [] })).length, 1);
});
