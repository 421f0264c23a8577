import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSolid, lyingPose } from "../model/block-svg.ts";
import { type Flat, around, lying, normal } from "../../../../../../web/src/physics/geometry.ts";
import { TABLE, clip, footingOn, isOver } from "./support-below.ts";
import { highest, placed, standing } from "../model/units.ts";
import { type Moving, carry, landing, tumble } from "./block-motion.ts";
import { glyph } from "../model/glyphs.ts";
import { gripPicture } from "../model/svg-icons.ts";
import { SETUP, WAITING } from "../model/fixtures.ts";
import { solidOf } from "../model/position.ts";
import { pushedAside } from "./push-aside.ts";
import { shapeOf } from "./solids.ts";

const yL = solidOf(SETUP, "yL");
const kS = solidOf(SETUP, "kS");
const still = (): Moving => [0, 0, 0, 1, 0, 0, 0];

test("a block lies flat on whichever face is down", () => {
  for (const grip of Object.keys(yL.faces)) {
    const pose = [0, 0, 0, ...lying(yL, grip, 0)] as const;
    const heights = (yL.faces[grip] ?? []).map((corner) => placed(yL.corners[corner] ?? [0, 0, 0], pose)[2]);
    assert.ok(Math.max(...heights) - Math.min(...heights) < 1e-9, grip);
    assert.ok(Math.abs(Math.min(...lyingPose(yL, grip).slice(0, 2))) < 1e-9);
    const [, , down] = placed(normal(yL, grip), pose);
    assert.ok(Math.abs(down + 1) < 1e-9, grip);
  }
});

test("not turned, the axis after the grip's points along the table", () => {
  for (const [grip, beside] of [["x0", 1], ["y1", 2], ["z0", 0]] as const) {
    const axis: [number, number, number] = [0, 0, 0];
    axis[beside] = 1;
    const [x, y] = placed(axis, [0, 0, 0, ...lying(yL, grip, 0)]);
    assert.ok(x > 0.98 && Math.abs(y) < 1e-9, grip);
  }
});

test("the solid has the block's size, and every triangle looks outwards", () => {
  const { positions, uvs } = shapeOf(yL);
  const corner = (index: number): [number, number, number] =>
    positions.slice(3 * index, 3 * index + 3) as [number, number, number];
  const count = 3 * (12 + 24 + 8);
  assert.equal(positions.length, 3 * count);
  for (let first = 0; first < count; first += 3) {
    const [a, b, c] = [corner(first), corner(first + 1), corner(first + 2)];
    const [u, v] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]] as const);
    if (!u || !v) continue;
    const out = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    assert.ok((out[0] ?? 0) * a[0] + (out[1] ?? 0) * a[1] + (out[2] ?? 0) * a[2] > 0);
  }
  for (let index = 0; index < count; index += 1) {
    const [u = 0, v = 0] = uvs.slice(2 * index);
    assert.ok(u > 4 / 6 && u < 1, "a large block is painted in the last columns");
    assert.ok(v > 0 && v < 1 / 3, "yellow in the last row");
  }
});

test("the face that is up is what things come down on, sloping as it does", () => {
  const pose = standing(yL, 10, -5, 0, 30);
  const face = footingOn(yL, pose);
  const heights = yL.corners.map((corner) => placed(corner, pose)).filter(([, , z]) => z > 25);
  for (const [x, y, z] of heights) assert.ok(Math.abs(face.height(x, y) - z) < 1e-6);
  assert.ok(isOver(face, [10, -5]));
  assert.ok(!isOver(face, [60, -5]));
  assert.ok(isOver(TABLE, [60, -5]));
  assert.equal(TABLE.height(3, 4), 0);
});

test("a shadow is cut off at the edges of the face", () => {
  const square = (x: number, half: number): Flat[] =>
    around([[x - half, -half], [x + half, -half], [x + half, half], [x - half, half], [x, 0]]);
  assert.equal(square(0, 10).length, 4);
  const face = { around: square(0, 20), height: () => 0 };
  assert.equal(clip(square(0, 10), face).length, 4);
  const part = clip(square(15, 10), face);
  assert.equal(Math.max(...part.map(([x]) => x)), 20);
  assert.equal(Math.min(...part.map(([x]) => x)), 5);
  assert.deepEqual(clip(square(90, 10), face), []);
});

test("carry passes above everything in between and ends at the goal", () => {
  const from = WAITING.get("kS")?.pose ?? still();
  const to = standing(kS, 0, 0, 200, 90);
  const path = carry(from, to, 0.5);
  const now = still();
  assert.ok(path(0.3, now));
  assert.deepEqual(now.slice(0, 3), from.slice(0, 3));
  let most = 0;
  for (let seconds = 0; path(seconds, now); seconds += 1 / 60) most = Math.max(most, now[2]);
  assert.ok(most > to[2] + 20);
  to.forEach((value, index) => assert.ok(Math.abs(value - (now[index] ?? 0)) < 1e-6));
});

test("a carried block goes on from where it is when it is taken again, and lands faster and faster", () => {
  const from = WAITING.get("kS")?.pose ?? still();
  const to = standing(kS, 0, 0, 200, 0);
  const now = still();
  carry(from, to)(0.1, now);
  const taken = [...now];
  const back = carry([...now], from);
  back(0, now);
  now.forEach((value, index) => assert.ok(Math.abs(value - (taken[index] ?? 0)) < 1e-9));

  const path = carry(from, to);
  const high = (seconds: number): number => {
    path(seconds, now);
    return now[2];
  };
  const lands = landing(0);
  assert.ok(lands < 0.3);
  assert.ok(Math.abs(high(lands) - to[2]) < 1e-6);
  assert.ok(high(lands - 0.02) - high(lands) > high(lands - 0.04) - high(lands - 0.02));
});

test("a block that falls hits the table once, lies on it, and is put back", () => {
  const hits: number[] = [];
  const home = WAITING.get("kS")?.pose ?? still();
  const path = tumble(kS, standing(kS, 0, 0, 200, 0), home, 1, 7, (_x, _y, strength) => hits.push(strength));
  const now = still();
  let lain = false;
  for (let seconds = 0; path(seconds, now); seconds += 1 / 60) {
    assert.ok(now[2] > 10, "never below the table");
    lain ||= now[2] < 20 && Math.hypot(now[0], now[1]) > 60;
  }
  assert.equal(hits.length, 1);
  assert.ok((hits[0] ?? 0) > 0.5);
  assert.ok(lain);
  const same = home.reduce((sum, value, index) => sum + (index < 3 ? 0 : value * (now[index] ?? 0)), 0);
  assert.ok(Math.abs(Math.abs(same) - 1) < 1e-6, "turned as at home");
  for (const axis of [0, 1, 2] as const) assert.ok(Math.abs(home[axis] - now[axis]) < 1e-6);
});

test("drawn flat a block shows the faces that are seen, with mark and letter", () => {
  const drawn = drawSolid(yL, lyingPose(yL, "z0"), "G");
  assert.equal(drawn.split(glyph("G")).length - 1, 3);
  assert.ok(highest(yL, lyingPose(yL, "z0")) > 50);
});

test("the picture of a grip shows which way the top slopes, each its own way", () => {
  const pictures = Object.keys(yL.faces).map((grip) => gripPicture(yL, grip, "G"));
  assert.equal(new Set(pictures).size, 6);
  for (const picture of pictures) {
    assert.equal(picture.split(glyph("G")).length - 1, 2, "the top has an arrow in place of the mark");
    assert.match(picture, /stroke-linecap="round"/);
  }
});

test("pushedAside moves a waiting block away from a falling one, and keeps it on the table", () => {
  const pose = WAITING.get("kS")?.pose ?? still();
  const [x, y, z] = pose;
  const struck = pushedAside(kS, pose, yL, [x + 20, y + 5, 25, 1, 0, 0, 0]);
  assert.ok(struck && Math.hypot(struck[0] - x - 20, struck[1] - y - 5) > 47.9);
  assert.equal(struck[2], z);
  assert.ok(Math.abs(struck[6]) !== Math.abs(pose[6]), "it turns");
  assert.equal(pushedAside(kS, pose, yL, [x + 20, y, 120, 1, 0, 0, 0]), null, "what is above does not touch it");
  assert.equal(pushedAside(kS, pose, yL, [x + 60, y, 25, 1, 0, 0, 0]), null);
  assert.ok(pushedAside(kS, pose, yL, [x, y, 25, 1, 0, 0, 0]));
});
