import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import type { Animation as FilmMessage } from "../../net/protocol.ts";
import { BodyAnimation } from "./animation.ts";
import { Playback } from "./playback.ts";
import { Clock, RecordedBodies } from "../hand/fixtures.ts";
import { again, length, animationTime, playbackSegments, playbackTime } from "./timeline.ts";

/** An animation of one body, from its heights in millimetres. */
function message(heights: number[], more: Partial<FilmMessage> = {}): FilmMessage {
  const frames = heights.map((z) => [0, 0, Math.round(z * 10), 30000, 0, 0, 0]);
  const changes = frames.flatMap((frame, index) =>
    frame.map((value, part) => value - (frames[index - 1]?.[part] ?? 0)));
  const bytes = Buffer.alloc(changes.length * 2);
  changes.forEach((value, index) => bytes.writeInt16LE(value, 2 * index));
  return {
    type: "animation", seq: 9, place: 0, elapsed: 0, bodies: ["low"], rate: 60, frames: heights.length, duration: 5,
    marks: { countdown: 3 }, data: deflateSync(bytes).toString("base64"), ...more,
  };
}

test("frames are sums of differences, and between two of them it is in between", async () => {
  const animation = await BodyAnimation.read(message([100, 98, 90]));
  assert.deepEqual(animation.at(0)["low"], [0, 0, 100, 1, 0, 0, 0]);
  assert.equal(animation.at(1.5 / 60)["low"]?.[2], 94);
  assert.equal(animation.at(99)["low"]?.[2], 90);
});

test("a body that is stopped short knocks; what rests or falls freely does not", async () => {
  const falling = Array.from({ length: 12 }, (_, frame) => 60 - 4905 * (frame / 60) ** 2);
  const lying = Array.from({ length: 12 }, () => falling.at(-1) ?? 0);
  const knocks = (await BodyAnimation.read(message([60, 60, 60, ...falling, ...lying]))).knocks(140);
  assert.equal(knocks.length, 1);
  assert.ok(Math.abs((knocks[0]?.at ?? 0) - 15 / 60) < 2.1 / 60);
  assert.ok((knocks[0]?.speed ?? 0) > 1000);
});

test("a pile that stands is watched until the words are over and nothing moves", () => {
  const animation = { rate: 60, frames: 30, duration: 5, marks: { countdown: 3 } };
  assert.ok(length(playbackSegments(animation, 3, true)) < 4);
  assert.equal(length(playbackSegments({ ...animation, frames: 400 }, 3, true)), 5);
});

test("the moment of a fall is shown slowly, all else as fast as it was", () => {
  const animation = { rate: 60, frames: 200, duration: 4, marks: { countdown: 3, fall: 1.5 } };
  const stretches = playbackSegments(animation, 3, true);
  assert.ok(length(stretches) > 4 && length(stretches) < 6);
  assert.equal(animationTime(stretches, 1), 1);
  const slow = animationTime(stretches, playbackTime(stretches, 1.5) + 0.1) - 1.5;
  assert.ok(slow > 0 && slow < 0.05);
  assert.equal(animationTime(stretches, 99), 4);
  for (const moment of [0, 0.7, 1.45, 1.6, 3]) {
    assert.ok(Math.abs(animationTime(stretches, playbackTime(stretches, moment)) - moment) < 1e-9);
  }
});

test("without motion it is a few still pictures", () => {
  const animation = { rate: 60, frames: 200, duration: 4, marks: { countdown: 3, fall: 1.5 } };
  const stills = playbackSegments(animation, 3, false);
  assert.ok(stills.every(({ from, to }) => from === to));
  assert.ok((stills[0]?.from ?? 9) < 1.5 && (stills.at(-1)?.to ?? 0) === 4);
});

test("seen again it begins shortly before the fall", () => {
  const [stretch] = again({ rate: 60, frames: 200, duration: 4, marks: { fall: 2 } });
  assert.equal(stretch?.from, 1.3);
  assert.ok((stretch?.takes ?? 0) > 2 * ((stretch?.to ?? 0) - 1.3));
});

test("what the hand knocked over is seen again with the hand that did it", async () => {
  const clock = new Clock();
  const bodies = new RecordedBodies();
  const playback = new Playback(clock, () => undefined, () => undefined);
  const before = [{ time: -0.5, poses: { low: [0, 0, 80, 1, 0, 0, 0] as const } }, {
    time: 0, poses: { low: [0, 0, 60, 1, 0, 0, 0] as const },
  }];
  const knocked = message([60, 50, 40], { marks: { fall: 0 } });
  await playback.watch(knocked, { bodies, countdown: 3, motion: true }, before);
  playback.end();
  playback.again(bodies);
  assert.equal(bodies.posed["low"]?.[2], 80);
  clock.pass(0.25 / 0.3);
  assert.ok(Math.abs((bodies.posed["low"]?.[2] ?? 0) - 70) < 1.5);
  clock.pass(1.5);
  assert.equal(bodies.posed["low"]?.[2], 40);
});

test("Playback joins an animation in the middle and repeats no words", async () => {
  const clock = new Clock();
  const bodies = new RecordedBodies();
  const playback = new Playback(clock, () => undefined, () => undefined);
  const heights = Array.from({ length: 301 }, (_, frame) => frame);
  await playback.watch(message(heights, { elapsed: 2 }), { bodies, countdown: 3, motion: true });
  assert.equal(bodies.posed["low"]?.[2], 120);
  assert.equal(playback.saying?.ago, 2);
  clock.pass(1);
  assert.ok(Math.abs((bodies.posed["low"]?.[2] ?? 0) - 180) < 2);
});

test("a fall breaks the words off", async () => {
  const clock = new Clock();
  const playback = new Playback(clock, () => undefined, () => undefined);
  const told = message(Array.from({ length: 90 }, () => 20), { marks: { countdown: 3, fall: 1 }, duration: 2 });
  await playback.watch(told, { bodies: new RecordedBodies(), countdown: 3, motion: true });
  assert.ok(playback.saying);
  clock.pass(1.5);
  assert.equal(playback.tumbled, true);
  assert.equal(playback.saying, null);
});

test("Playback replays the last animation and reports its end", async () => {
  const clock = new Clock();
  let ended = 0;
  const playback = new Playback(clock, () => undefined, () => (ended += 1));
  const bodies = new RecordedBodies();
  await playback.watch(message([50, 40, 30, 20]), { bodies, countdown: 3, motion: true });
  playback.end();
  playback.again(bodies);
  assert.equal(playback.seenAgain, true);
  clock.pass(1);
  assert.equal(ended, 1);
});
