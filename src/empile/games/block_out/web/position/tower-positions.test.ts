import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Position } from "../../../../../../web/src/stage/position-editor.ts";
import { at, input, RAW, t } from "../model/fixtures.ts";
import type { Posed } from "./box.ts";
import create from "./index.ts";

/** Positions that the engine reads in `tests/games/block_out/show/test_built_positions.py`. */
const EXAMPLES = join(import.meta.dirname, "../../../../../../tests/games/block_out/show/built_positions.json");
const BOX = JSON.parse(readFileSync(join(import.meta.dirname, "../../data/components.json"), "utf8")) as {
  cards: Record<string, number>;
};
const SETUP = { ...RAW, cards: BOX.cards };
const ODDS = { players: 3, referee: "odds", advanced: true };

const editor = create(t, SETUP, ODDS);
const physics = create(t, SETUP, { players: 2 });

type Step = [piece: string, place: string];

function built(steps: readonly Step[], from = editor, position = from.empty()): Position {
  return steps.reduce((now, [piece, place]) => from.put(now, piece, [place]) ?? now, position);
}

function told(position: Position | null | undefined): Posed {
  return position as unknown as Posed;
}

const hand = (seat: number, ...cards: string[]): Step[] => cards.map((card) => [`card:${card}`, `hand:${seat}`]);
const tower = (...blocks: string[]): Step[] => blocks.map((block) => [`block:${block}`, "tower"]);

const PLAYABLE: Step[] = [
  ...tower("kL", "yM"), ...hand(0, "pass", "y*", "kS"), ...hand(1, "**"), ...hand(2, "*L", "reverse"),
  ["card:kM", "discard"],
];

test("an empty table has all cards in the stock", () => {
  const { tower: blocks, hands, stock, discard } = told(editor.empty());
  assert.deepEqual([blocks, hands], [[], [[], [], []]]);
  assert.deepEqual(stock, BOX.cards);
  assert.ok(Object.values(discard).every((count) => count === 0));
});

test("put builds the tower from the bottom up and keeps hands in order", () => {
  const { tower: blocks, hands, stock, discard, poses } = told(built(PLAYABLE));
  assert.deepEqual(blocks, ["kL", "yM"]);
  assert.deepEqual(hands[0], ["kS", "y*", "pass"]);
  assert.equal((stock as Record<string, number>)["kS"], (BOX.cards["kS"] ?? 0) - 1);
  assert.equal(discard["kM"], 1);
  assert.equal(poses, undefined);
});

test("what the box lacks is not put", () => {
  const full = built(PLAYABLE);
  assert.equal(editor.put(full, "block:kL", ["tower"]), full);
  assert.equal(editor.put(full, "card:kS", ["hand:7"]), full);
  assert.equal(editor.put(full, "card:kS", []), null);
  const all = built([...hand(0, "kS", "kS", "kS"), ["card:kS", "discard"]]);
  assert.deepEqual(told(all).hands[0], ["kS", "kS"]);
});

test("take removes blocks and cards", () => {
  const full = built(PLAYABLE);
  assert.deepEqual(told(editor.take(full, "block:kL")).tower, ["yM"]);
  assert.deepEqual(told(editor.take(full, "hand:0:y*")).hands[0], ["kS", "pass"]);
  assert.equal(told(editor.take(full, "discard:all:kM")).discard["kM"], 0);
  for (const place of ["block:kS", "tower", "hand:1:kS", "discard:all:kS", "hand:9:kS"]) {
    assert.equal(editor.take(full, place), full, place);
  }
});

test("places are the top of the tower, its blocks and the waiting ones", () => {
  const shown = at(told(built(PLAYABLE)), { restPoses: {} });
  const all = editor.places(shown, null, []);
  assert.deepEqual(all.map(({ value }) => value).slice(0, 3), ["tower", "block:yM", "block:kL"]);
  assert.equal(all.length, 1 + 9);
  assert.equal(new Set(all.map(({ value }) => value)).size, 10);
  assert.deepEqual(editor.places(shown, "block:kS", []).map(({ value }) => value), ["tower"]);
  assert.deepEqual(editor.places(shown, "card:kS", []), []);
  const [top, upper, lower] = all;
  assert.ok((top?.at.y ?? 0) > (upper?.at.y ?? 0) && (upper?.at.y ?? 0) > (lower?.at.y ?? 0));
  assert.equal(top?.label, "editor.position.top");
  assert.equal(upper?.label, "editor.position.level block.yM 2");
});

test("every place next to the table can be used", () => {
  const full = built(PLAYABLE);
  const groups = editor.beside?.(full, null, []) ?? [];
  assert.deepEqual(groups.map(({ choices }) => choices.length), [3, 1, 2, 1]);
  for (const { value } of groups.flatMap(({ choices }) => choices)) {
    assert.notEqual(editor.take(full, value), full, value);
  }
  const goals = editor.beside?.(full, "card:*M", []) ?? [];
  assert.deepEqual(goals[0]?.choices.map(({ value }) => value), ["hand:0", "hand:1", "hand:2", "discard"]);
  for (const { value } of goals.flatMap(({ choices }) => choices)) {
    assert.notEqual(editor.put(full, "card:*M", [value]), full, value);
  }
  assert.deepEqual(editor.beside?.(full, "block:kS", []), []);
});

test("the tray has blocks that are not in the tower, and cards that are left", () => {
  const [blocks, cards] = editor.tray(built([...PLAYABLE, ...hand(1, "kS")]));
  const closed = (group: typeof blocks) => group?.choices.filter(({ enabled }) => !enabled).map(({ value }) => value);
  assert.deepEqual(closed(blocks), ["block:kL", "block:yM"]);
  assert.deepEqual(closed(cards), ["card:kS"]);
  assert.equal(cards?.choices.length, 18);
});

test("fields offer the stages that tower and hands allow", () => {
  const stages = (position: Position) => {
    const field = editor.fields(position).find(({ id }) => id === "stage");
    return field?.kind === "choice" ? field.options.map(({ value }) => value) : [];
  };
  assert.deepEqual(stages(editor.empty()), ["play", "rebuild", "bonus"]);
  assert.deepEqual(stages(built(PLAYABLE)), []);
  assert.deepEqual(stages(built(hand(0, "kS"))), ["play", "rebuild"]);
  const rebuilt = editor.set(built(hand(0, "kS")), "stage", "rebuild");
  assert.equal(told(rebuilt).stage, "rebuild");
  assert.equal(told(editor.put(rebuilt, "block:kS", ["tower"])).stage, "play");
  const bonus = editor.set(editor.empty(), "stage", "bonus");
  assert.equal(told(editor.put(bonus, "card:kS", ["hand:0"])).stage, "play");
  assert.equal(told(editor.put(bonus, "card:kS", ["hand:1"])).stage, "bonus");
});

test("the drawn card stays while the seat to act holds it", () => {
  const drawn = editor.set(built(PLAYABLE), "drawn", "y*");
  assert.equal(told(drawn).drawn, "y*");
  assert.equal(told(editor.take(drawn, "hand:0:y*")).drawn, null);
  assert.equal(told(editor.set(drawn, "seat", "1")).drawn, null);
  assert.equal(told(editor.set(drawn, "drawn", "")).drawn, null);
});

test("fields set seat, direction and turn", () => {
  const now = editor.set(editor.set(editor.set(editor.empty(), "seat", "2"), "direction", "-1"), "turn", "9");
  const { seat, direction, turn } = told(now);
  assert.deepEqual([seat, direction, turn], [2, -1, 9]);
});

test("with physics blocks lie flat on each other, and those below keep their poses", () => {
  const two = built(tower("kL", "yM"), physics);
  const [lower, upper] = told(two).poses ?? [];
  assert.match(lower ?? "", /^kL@0,0,\d+(\.\d+)?\/1,0,0,0$/);
  assert.ok(upper?.startsWith("yM@0,0,"));
  const moved = physics.adopt?.({ ...two, poses: [lower?.replace("@0,0", "@3,-2"), upper] }) ?? {};
  assert.equal(told(moved).poses?.[0]?.slice(0, 8), "kL@3,-2,");
  const three = physics.put(moved, "block:nS", ["tower"]);
  assert.deepEqual(told(three).poses?.slice(0, 2), told(moved).poses);
  const without = told(physics.take(moved, "block:yM"));
  assert.deepEqual(without.poses, [told(moved).poses?.[0]]);
  const again = told(physics.put(without as unknown as Position, "block:nS", ["tower"]));
  assert.ok(again.poses?.[1]?.startsWith("nS@3,-2,"), "on top of the block that it lies on");
  assert.equal(told(physics.take(without as unknown as Position, "block:kL")).poses, undefined);
});

test("without physics poses are kept for an unchanged tower only", () => {
  const posed = { ...built(PLAYABLE), poses: ["kL@0,0,25/1,0,0,0", "yM@0,0,70/1,0,0,0"] };
  assert.deepEqual(told(editor.set(posed, "turn", "3")).poses, posed.poses);
  assert.equal(told(editor.take(posed, "block:yM")).poses, undefined);
  assert.equal(told(editor.put(posed, "block:yL", ["tower"])).poses, undefined);
});

test("hidden cards of a view go back to the stock", () => {
  const { hands, stock, seat } = told(physics.adopt?.({ ...input().position, seat: null, stage: "over" }));
  assert.deepEqual(hands[1], []);
  assert.equal((stock as Record<string, number>)["**"], 7 - 2);
  assert.equal(seat, 0);
});

test("the examples for the engine are what is built here", () => {
  const high = tower("kL", "nL", "yL", "nM", "yM", "kM", "yS", "nS");
  const cards = [...hand(0, "**"), ...hand(1, "pass")];
  const three = hand(0, "kS", "kM", "kL");
  const examples = [
    { options: ODDS, fault: null, position: built(PLAYABLE) },
    { options: ODDS, fault: null, position: editor.set(built([...three, ...hand(1, "pass"), ...hand(2, "pass")]), "stage", "rebuild") },
    { options: ODDS, fault: null, position: editor.set(built([...hand(1, "pass"), ...hand(2, "pass")]), "stage", "bonus") },
    { options: { players: 2 }, fault: null, position: built([...high, ...cards], physics) },
    { options: { players: 2 }, fault: null, position: built([...high.toReversed(), ...cards], physics) },
    { options: ODDS, fault: "fault.position.no_cards", position: editor.empty() },
    { options: ODDS, fault: "fault.position.draw_due", position: built([...tower("kS"), ...hand(0, "kS"), ...hand(1, "pass"), ...hand(2, "pass")]) },
    { options: ODDS, fault: "fault.position.drawn_other", position: editor.set(built(PLAYABLE), "drawn", "y*") },
    { options: { players: 2 }, fault: "fault.position.full", position: built([...high, ...tower("kS"), ...cards], physics) },
  ];
  const text = `${JSON.stringify(examples, null, 1)}\n`;
  if (process.env["WRITE_EXAMPLES"]) writeFileSync(EXAMPLES, text);
  assert.equal(readFileSync(EXAMPLES, "utf8"), text, "run with WRITE_EXAMPLES=1 to write them");
});
