import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import type { Blocks } from "./blocks.ts";
import { glyph } from "../model/glyphs.ts";
import { BodyPoses } from "./body-poses.ts";
import { SETUP, WAITING } from "../model/fixtures.ts";

const LEVEL = [1, 0, 0, 0] as const;
const KL: BodyPose = [0, 0, 25, ...LEVEL];
const YM: BodyPose = [0, 0, 70, ...LEVEL];

/** A hand over a tower of kL and yM with nS being placed, and the recorded calls. */
function made() {
  const poses = new Map<string, BodyPose>([...WAITING].map(([block, { pose }]) => [block, pose]));
  const homes = new Map<string, BodyPose>([["kL", KL], ["yM", YM], ["nS", [0, 0, 130, ...LEVEL]]]);
  for (const [block, pose] of homes) poses.set(block, pose);
  const blocks = {
    put: (block: string, pose: BodyPose) => poses.set(block, pose),
    pose: (block: string) => poses.get(block) ?? null,
    homeOf: (block: string) => homes.get(block) ?? null,
    top: (names: readonly string[]) => Math.max(0, ...names.map((name) => (poses.get(name)?.[2] ?? 0) + 20)),
  } as unknown as Blocks;
  const hits: number[] = [];
  let rested = 0;
  let again = false;
  const hand = new BodyPoses(blocks, SETUP, {
    standing: () => ["kL", "yM"],
    again: () => again,
    under: (x, y, height) => (height > 5 ? null : { x: x / 30, z: y / 30 }),
    moved: () => undefined,
    hit: (_x, _y, strength) => hits.push(strength),
    rested: () => (rested += 1),
    letter: () => "P",
  });
  return { hand, poses, hits, rested: () => rested, seeAgain: () => (again = true) };
}

const lying = (z: number): BodyPose => [40, 0, z, ...LEVEL];

test("pose shows bodies until rest", () => {
  const { hand, poses, rested } = made();
  assert.equal(hand.active, false);
  hand.pose({ yM: lying(70) });
  assert.deepEqual(poses.get("yM"), lying(70));
  assert.equal(hand.active, true);
  hand.rest();
  assert.equal(hand.active, false);
  assert.equal(rested(), 1);
});

test("hold overrides pose until the release", () => {
  const { hand, poses } = made();
  hand.hold("nS", lying(120));
  hand.pose({ nS: lying(99), yM: YM });
  assert.deepEqual(poses.get("nS"), lying(120));
  assert.equal(hand.held, "nS");
  hand.hold(null);
  hand.pose({ nS: lying(99) });
  assert.deepEqual(poses.get("nS"), lying(99));
});

test("the top is that of the tower as it is shown, without what is held", () => {
  const { hand } = made();
  assert.equal(hand.top(), 90);
  hand.pose({ yM: lying(80) });
  assert.equal(hand.top(), 100);
  hand.hold("yM");
  assert.equal(hand.top(), 45);
});

test("a tower that sinks is falling, one that sways is not, and a block held low is not", () => {
  const { hand } = made();
  hand.pose({ kL: KL, yM: YM, nS: lying(100) });
  hand.pose({ yM: [4, 0, 67, ...LEVEL], nS: lying(90) });
  assert.equal(hand.falling, false);
  hand.pose({ yM: [14, 0, 50, ...LEVEL] });
  assert.equal(hand.falling, true);
  hand.rest();
  assert.equal(hand.falling, false);
});

test("what is seen again is measured by how it began, wherever the blocks belong by now", () => {
  const { hand, seeAgain } = made();
  hand.pose({ kL: KL, yM: YM });
  assert.equal(hand.topAgain, null, "the first time the position tells");
  hand.rest();
  seeAgain();
  hand.pose({ nM: lying(20), nL: lying(65), nS: lying(130) });
  assert.equal(hand.topAgain, 85, "but for what is placed");
  hand.pose({ nM: lying(20), nL: lying(60), nS: lying(105) });
  assert.equal(hand.falling, false);
  hand.pose({ nM: lying(20), nL: lying(50), nS: lying(90) });
  assert.equal(hand.falling, true);
  hand.rest();
  assert.equal(hand.topAgain, null);
});

test("what comes down fast and stops has hit something, the harder the faster", () => {
  const { hand, hits } = made();
  for (const z of [70, 64, 54, 40, 20, 20, 20]) hand.pose({ yM: lying(z) });
  assert.equal(hits.length, 1);
  for (const z of [20, 19, 18, 18]) hand.pose({ yM: lying(z) });
  assert.equal(hits.length, 1, "what settles hits nothing");
});

test("blocks that wait make way for the tower as it falls", () => {
  const { hand, poses } = made();
  const [x, y] = WAITING.get("nM")?.pose ?? [0, 0];
  const on: BodyPose = [x + 8, y, 25, ...LEVEL];
  hand.pose({ yM: YM });
  hand.pose({ yM: on });
  const [aside = 0] = poses.get("nM") ?? [];
  assert.ok(aside < x - 20);
});

test("under converts points of the page to millimetres on the table", () => {
  const { hand } = made();
  assert.deepEqual(hand.under(60, 30, 90), { x: 60, y: -30 });
  assert.equal(hand.under(60, 30, 900), null);
});

test("each grip has its picture, in the letters of the reader", () => {
  const { hand } = made();
  assert.match(hand.grips("kS", "x1"), /^<svg /);
  assert.ok(hand.grips("kS", "x1").includes(glyph("P")));
  assert.equal(hand.grips("no such block", "x1"), "");
});
