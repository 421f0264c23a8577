import assert from "node:assert/strict";
import { test } from "node:test";
import { Grid, readCell } from "../../../../../../web/src/board/cells.ts";
import type { LegalMove, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { holesToChoose, panel, previewRing, targets } from "./choices.ts";
import { svgView } from "./svg-view.ts";
import { ringPicture } from "./svg-icons.ts";
import { readBoardSetup } from "./position.ts";

const t = (key: string, args: Record<string, string | number> = {}): string =>
  [key, ...Object.values(args)].join(" ");

const boardSetup = readBoardSetup({
  columns: 12,
  rows: 12,
  deep: ["c3", "j10"],
  zone: ["c3", "j10"],
  colours: ["orange", "black"],
  rings: [["2.1", "2.2", "2.2", "3.4"], ["3.1", "2.2", "3.3", "4.4"]],
});
const grid = new Grid(readCell("c3"), readCell("j10"));

function move(near: string, ring: string, far: string, end: string): LegalMove {
  return { text: `${end}${near}-${far}^${ring.slice(2)}`, parts: { near, ring, far, end } };
}

const LEGAL = [
  move("d5", "2.2", "d7", "H"),
  move("d5", "2.2", "f5", "H"),
  move("d5", "3.4", "d8", "H"),
  move("d5", "3.4", "d8", "T"),
  move("g4", "2.2", "i4", "T"),
];

function input(chosen: Record<string, string>, more: Partial<SceneInput> = {}): SceneInput {
  return {
    boardSetup: {},
    position: {
      stage: "play",
      seat: 0,
      rings: [],
      heads: [null, null],
      tails: [null, null],
      reserves: [["2.2", "2.2", "3.4"], ["2.2"]],
    },
    names: ["Anne", "Bea"],
    mine: [0],
    toAct: 0,
    legal: LEGAL,
    chosen,
    preview: null,
    restPoses: {},
    last: null,
    ...more,
  };
}

test("at first the near holes are lit, each once", () => {
  assert.deepEqual(holesToChoose(input({})), { near: ["d5", "g4"], far: [], otherNear: [] });
});

test("a ring chosen first keeps the near holes that it fits", () => {
  assert.deepEqual(holesToChoose(input({ ring: "3.4" })).near, ["d5"]);
});

test("a near hole alone lights no far hole; with a ring it does", () => {
  assert.deepEqual(holesToChoose(input({ near: "d5" })).far, []);
  const both = holesToChoose(input({ near: "d5", ring: "2.2" }));
  assert.deepEqual(both.far, ["d7", "f5"]);
  assert.deepEqual(both.otherNear, ["d5", "g4"]);
});

test("a far hole chosen leaves the other far holes to be chosen instead", () => {
  assert.deepEqual(holesToChoose(input({ near: "d5", ring: "2.2", far: "d7" })).far, ["d7", "f5"]);
});

test("a far hole chosen leaves the other rings to be chosen instead", () => {
  const [group] = panel(input({ near: "d5", ring: "2.2", far: "d7" }), boardSetup, t);
  assert.deepEqual(group?.choices.map(({ value, enabled }) => [value, enabled]), [["2.2", true], ["3.4", true]]);
});

test("at the start the far hole follows the near one", () => {
  const legal = ["e3", "c5"].map((far) => ({ text: `c3-${far}`, parts: { near: "c3", far } }));
  assert.deepEqual(holesToChoose(input({ near: "c3" }, { legal })).far, ["e3", "c5"]);
});

test("targets have a place, a name and a cell; far ones come first", () => {
  const found = targets(input({ near: "d5", ring: "2.2" }), grid, t);
  assert.deepEqual(
    found.map(({ id }) => id),
    ["far:d7", "far:f5", "near:d5", "near:g4"],
  );
  assert.equal(found[0]?.label, "scene.hole.far d7");
  assert.deepEqual(found[0]?.cell, { column: 3, row: 6 });
  assert.equal(found[0]?.at.x, -2.5);
  assert.deepEqual(targets(input({}, { legal: [] }), grid, t), []);
});

test("the reserve shows equal rings once and enables what fits the near hole", () => {
  const [group] = panel(input({ near: "g4" }), boardSetup, t);
  assert.deepEqual(
    group?.choices.map(({ value, enabled }) => [value, enabled]),
    [["2.2", true], ["3.4", false]],
  );
  assert.equal(group?.choices[0]?.label, "scene.panel.ring_many 2 2 2");
  assert.match(group?.choices[0]?.svg ?? "", /×2/);
});

test("panel offers head and tail if both are left", () => {
  const groups = panel(input({ near: "d5", ring: "3.4" }), boardSetup, t);
  assert.deepEqual(groups[1]?.choices.map(({ value }) => value), ["H", "T"]);
  assert.equal(panel(input({ near: "d5", ring: "2.2" }), boardSetup, t).length, 1);
});

test("panel enables nothing during another seat's turn", () => {
  const [group] = panel(input({}, { toAct: 1, legal: LEGAL }), boardSetup, t);
  assert.ok(group?.choices.every(({ enabled }) => !enabled));
});

test("the previewed move is a ring with its height", () => {
  const preview = LEGAL[2] as LegalMove;
  assert.deepEqual(previewRing(input({}, { preview }), boardSetup), { seat: 0, feet: ["d5", "d8"], height: 4 });
  assert.equal(previewRing(input({}), boardSetup), null);
  const start = { text: "c3-f3", parts: { near: "c3", far: "f3" } };
  const laying = input({}, { preview: start, toAct: 1 });
  assert.deepEqual(previewRing(laying, boardSetup), { seat: 1, feet: ["c3", "f3"], height: 1 });
});

test("ringPicture draws all rings to one scale", () => {
  const size = (ring: string, side: string): number =>
    Number(new RegExp(`${side}="(\\d+)"`).exec(ring)?.[1]);
  const low = ringPicture({ distance: 2, height: 1 }, "orange");
  const high = ringPicture({ distance: 2, height: 6 }, "orange");
  const long = ringPicture({ distance: 5, height: 1 }, "orange");
  assert.ok(size(high, "height") - size(low, "height") >= 25);
  const beside = ringPicture({ distance: 2, height: 1 }, "orange", { tallest: 6 });
  assert.equal(size(beside, "height"), size(high, "height"));
  assert.ok(size(long, "width") - size(low, "width") >= 25);
  assert.match(high, />6<\/text>/);
});

test("the flat plan draws higher rings over lower ones and lights the holes to choose", () => {
  const shown = input({});
  shown.position = {
    ...shown.position,
    rings: [
      { seat: 0, feet: ["e5", "e8"], height: 5 },
      { seat: 1, feet: ["d6", "f6"], height: 2 },
    ],
  };
  const drawn = svgView(shown, boardSetup, grid, { x: 5, z: 5 });
  assert.match(drawn, /viewBox="-5 -5 10 10"/);
  assert.ok(drawn.indexOf(">2</text></g>") > 0);
  assert.ok(drawn.indexOf(">2</text></g>") < drawn.indexOf(">5</text></g>"));
  const lit = /cx="-2.5" cy="1.5" r=".33"/;
  assert.match(drawn, lit);
  assert.doesNotMatch(svgView({ ...shown, legal: [] }, boardSetup, grid, { x: 5, z: 5 }), lit);
});
