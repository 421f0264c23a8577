import assert from "node:assert/strict";
import test from "node:test";
import { atTable, STANDING, state } from "./fixtures.ts";

const START = { low: STANDING, new: [58, -10, 110, 1, 0, 0, 0] as const };

function taken(more = {}) {
  const table = atTable(more);
  table.hand.choose("z0", 0);
  table.hand.take();
  table.told(0, START as never);
  return table;
}

test("the one whose hand is waited for chooses how to take it, the others watch", () => {
  assert.equal(atTable().hand.stage, "choose");
  assert.deepEqual(atTable().hand.body, { name: "new", key: "block.new" });
  assert.equal(atTable({ places: [1] }).hand.stage, "other");
  assert.equal(atTable({ state: state({ pending_ruling: null }) }).hand.stage, "none");
  const people = { source: "people" as const, seat: 0, grips: [], outcomes: [], proposed: null };
  assert.equal(atTable({ state: state({ pending_ruling: people }) }).hand.stage, "none");
});

test("Hand shows the chosen body next to the pile and above it before it is taken", () => {
  const { hand, bodies, clock } = atTable();
  hand.choose("z0", 90);
  clock.pass(0.1);
  assert.equal(bodies.held.name, "new");
  const [x = 0, y = 0, z = 0] = bodies.held.pose ?? [];
  assert.ok(z > 40 + 20);
  assert.ok(x - 20 > 20 && Math.abs(y) < x, "more to the side than before it, and not over it");
});

test("taking it reaches in with the face and the turn that were chosen", () => {
  const { hand, sent } = atTable();
  hand.flip();
  hand.twist(30);
  hand.take();
  assert.deepEqual(sent, [{ type: "grasp", seq: 7, grip: "x1", yaw: 30 }]);
  assert.equal(hand.stage, "held");
});

test("HandPath sends the hand's path in batches, including the last point", () => {
  const { hand, sent, clock } = taken();
  hand.point(12, -34);
  clock.pass(0.5);
  const trails = sent.flatMap((message) => (message.type === "hand_path" ? [message.samples] : []));
  assert.ok(trails.length >= 1 && trails.length <= 12);
  const last = trails.flat().at(-1);
  assert.deepEqual(last?.slice(1), [12, 34, 40 + 8 + 20, 0]);
  assert.ok(trails.every((samples) => samples.length <= 64));
});

test("a hand that keeps still says for a minute that it is there", () => {
  const { sent, clock } = taken();
  clock.pass(59);
  const told = sent.filter(({ type }) => type === "hand_path").length;
  assert.ok(told > 50 && told < 70);
  clock.pass(30);
  assert.ok(sent.filter(({ type }) => type === "hand_path").length - told < 4);
});

test("Hand moves the held body at once, before the server confirms", () => {
  const { hand, bodies, clock } = taken();
  hand.point(0, 0);
  clock.pass(0.6);
  const [x = 9, y = 9, z = 9] = bodies.held.pose ?? [];
  assert.ok(Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(z - 68) < 1);
});

test("letting go sets it down first, and is said after the end of the trail", () => {
  const { hand, sent, clock } = taken();
  hand.point(0, 0);
  clock.pass(0.5);
  hand.letGo();
  assert.equal(hand.stage, "lowered");
  clock.pass(0.5);
  assert.equal(hand.stage, "gone");
  const [trail, last] = sent.slice(-2);
  assert.equal(last?.type, "release");
  assert.ok(trail?.type === "hand_path" && Math.abs((trail.samples.at(-1)?.[3] ?? 0) - 61.5) < 0.1);
});

test("what is held high drops from there", () => {
  const { hand, sent, clock } = taken();
  hand.target?.raiseTo(50);
  clock.pass(0.3);
  hand.letGo();
  clock.pass(0.05);
  assert.equal(sent.at(-1)?.type, "release");
  assert.equal(hand.target?.gap, 50);
});

test("Hand returns to the choice after back, and can take the body again", () => {
  const { hand, sent } = taken();
  hand.back();
  assert.equal(hand.stage, "choose");
  hand.choose("y1");
  hand.take();
  assert.deepEqual(sent.at(-1), { type: "grasp", seq: 7, grip: "y1", yaw: 0 });
});

test("Hand takes another face at once while holding, at the same place", () => {
  const { hand, sent, told, clock } = taken();
  hand.point(30, 0);
  clock.pass(0.2);
  hand.flip();
  const reached = sent.at(-1);
  assert.ok(reached?.type === "grasp" && reached.grip === hand.grip);
  told(0, START as never, hand.grip);
  assert.deepEqual([hand.target?.x, hand.target?.grip], [30, hand.grip]);
});

test("Hand returns to the choice with a notice if the connection is lost", () => {
  const { hand, shown } = taken();
  hand.follow({ ...shown, open: false });
  assert.equal(hand.stage, "choose");
  assert.equal(hand.notice, "lost");
  hand.take();
  assert.equal(hand.stage, "choose", "without a connection nothing is taken");
  hand.follow({ ...shown, open: true });
  hand.take();
  assert.equal(hand.stage, "held");
  assert.equal(hand.notice, "");
});

test("Hand places the same body again if the simulation failed", () => {
  const { hand, told } = taken();
  told(0, { low: STANDING } as never, "", true);
  assert.equal(hand.stage, "choose");
  assert.equal(hand.notice, "again");
});

test("Hand releases what another screen of the same place takes, shows it, and can take it back", () => {
  const { hand, told, bodies, clock, sent } = taken();
  clock.pass(3);
  told(0, START as never, "y1");
  assert.deepEqual([hand.stage, hand.notice, hand.target], ["choose", "elsewhere", null]);
  told(0.1, { new: [10, -80, 110, 1, 0, 0, 0] } as never, "y1");
  clock.pass(0.5);
  assert.deepEqual(bodies.posed["new"]?.slice(0, 2), [10, -80]);
  assert.notEqual(sent.at(-1)?.type, "release");
  hand.take();
  told(0, START as never);
  assert.deepEqual([hand.stage, hand.notice], ["held", ""]);
  assert.ok(hand.target);
});

test("several answers to one's own hand are no other screen's", () => {
  const { hand, told } = taken();
  for (const _ of [1, 2, 3, 4]) hand.flip();
  const grip = hand.grip;
  told(0, START as never, grip);
  told(0, START as never, "y0");
  told(0, START as never, grip);
  assert.deepEqual([hand.stage, hand.notice], ["held", ""]);
});

test("Hand shows another player's hand as received", () => {
  const { bodies, clock, told } = atTable({ places: [] });
  told(0, START as never, "z0");
  clock.pass(0.05);
  told(0.05, { new: [10, -80, 110, 1, 0, 0, 0] } as never, "z0");
  clock.pass(0.5);
  assert.deepEqual(bodies.posed["new"]?.slice(0, 2), [10, -80]);
  assert.deepEqual(bodies.posed["low"], STANDING);
  assert.equal(bodies.held.name, null);
});

test("once it is placed the board shows the position again", () => {
  const { hand, shown, bodies, clock } = taken();
  hand.follow({ ...shown, state: state({ seq: 8, pending_ruling: null }) });
  assert.equal(hand.stage, "none");
  assert.equal(bodies.rests, 0, "the board is told of the position first");
  clock.pass(0.05);
  assert.equal(bodies.held.name, null);
  assert.equal(bodies.rests, 1);
});

test("Hand measures its offset from the middle of the support", () => {
  const { hand, clock } = taken();
  hand.point(7, -3);
  clock.pass(1);
  const { right, away, above } = hand.off;
  assert.deepEqual([right, away, above], [7, 3, 8]);
});
