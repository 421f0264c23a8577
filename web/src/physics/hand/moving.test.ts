import assert from "node:assert/strict";
import test from "node:test";
import type { BodyPose } from "../../stage/scene.ts";
import { lying } from "../geometry.ts";
import { press } from "./keys.ts";
import { PredictedPose } from "./client-prediction.ts";
import { atTable, cube, STANDING } from "./fixtures.ts";
import { HandTrack } from "../animation/hand-track.ts";

const AIM = { x: 0, y: 0, z: 60, turn: 0 };

function predicted(): PredictedPose {
  return new PredictedPose(0, AIM, (turn) => lying(cube("cube"), "z0", turn));
}

function run(held: PredictedPose, from: number, to: number, aim: typeof AIM): BodyPose {
  let pose = held.follow(from, aim);
  for (let at = from; at <= to; at += 1 / 60) pose = held.follow(at, aim);
  return pose;
}

test("a held thing goes after the hand without swinging, no faster than a hand is", () => {
  const held = predicted();
  const [soon] = run(held, 0, 0.05, { ...AIM, x: 200 });
  assert.ok(soon > 0 && soon < 62);
  const [later] = run(held, 0.05, 0.6, { ...AIM, x: 200 });
  assert.ok(later > 195 && later <= 200.5);
});

test("what the server knows better is taken in, also how it leans", () => {
  const held = predicted();
  run(held, 0, 0.5, AIM);
  const half = (5 * Math.PI) / 360;
  held.told(0.5, [3, 0, 60, Math.cos(half), Math.sin(half), 0, 0]);
  const [x, , , w, i] = run(held, 0.5, 1.2, AIM);
  assert.ok(Math.abs(x - 3) < 0.05);
  assert.ok(Math.abs(Math.abs(w) - Math.cos(half)) < 1e-3 && Math.abs(Math.abs(i) - Math.sin(half)) < 1e-3);
});

test("that it is behind on its way is no error of the hand", () => {
  const [held, alone] = [predicted(), predicted()];
  run(held, 0, 0.3, { ...AIM, x: 100 });
  run(alone, 0, 0.3, { ...AIM, x: 100 });
  // The server confirms the pose that this page has predicted.
  const before = predicted();
  held.told(0.2, run(before, 0, 0.2, { ...AIM, x: 100 }));
  const [one] = run(held, 0.3, 0.5, { ...AIM, x: 100 });
  const [other] = run(alone, 0.3, 0.5, { ...AIM, x: 100 });
  assert.ok(Math.abs(one - other) < 3);
});

test("between two messages bodies are in between, a little late", () => {
  const track = new HandTrack();
  track.add({ time: 0, poses: { a: [0, 0, 0, 1, 0, 0, 0], b: STANDING } }, 10);
  track.add({ time: 0.1, poses: { a: [10, 0, 0, 1, 0, 0, 0] } }, 10.1);
  assert.equal(track.at(10.13)["a"]?.[0].toFixed(3), "5.000");
  assert.equal(track.at(10.5)["a"]?.[0], 10);
  assert.deepEqual(track.at(10.5)["b"], STANDING);
});

test("HandTrack starts over with another hold", () => {
  const track = new HandTrack();
  track.add({ time: 5, poses: { a: STANDING } }, 10);
  assert.equal(track.add({ time: 0, poses: { a: STANDING, b: STANDING } }, 11), true);
  assert.deepEqual(Object.keys(track.at(11.2)), ["a", "b"]);
});

test("press moves, raises, turns, flips, releases and takes back; other keys are ignored", () => {
  const { hand, told, clock } = atTable();
  let views = 0;
  const key = (name: string, more = {}) =>
    press(hand, { key: name, code: "", shiftKey: false, repeat: false, ...more }, () => (views += 1));
  assert.equal(key("ArrowLeft"), false, "nothing is held yet");
  assert.equal(key("f"), true);
  assert.equal(hand.grip, "x1");
  key("e");
  assert.equal(hand.turn, -15);
  key("Enter");
  assert.equal(hand.stage, "held");
  assert.equal(key("Enter", { repeat: true }), true);
  told(0, { low: STANDING, new: [0, -80, 110, 1, 0, 0, 0] } as never);
  clock.pass(0.1);
  key("ArrowUp");
  key("ArrowRight", { shiftKey: true });
  assert.deepEqual([hand.target?.x, hand.target?.y], [0.5, -78]);
  key("PageUp");
  assert.equal(hand.target?.gap, 10);
  key("q");
  assert.equal(hand.degrees, -10);
  key("v");
  assert.equal(views, 1);
  assert.equal(key("x"), false);
  key("Escape");
  assert.equal(hand.stage, "choose");
  key("Enter");
  told(0, { low: STANDING, new: [0, -80, 110, 1, 0, 0, 0] } as never);
  clock.pass(0.1);
  key("Enter");
  assert.equal(hand.stage, "lowered");
});
