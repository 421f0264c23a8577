/** Paths of moves from the targets of a model. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardModel, SceneInput, Target } from "../stage/scene.ts";
import { arrowPath, movePath } from "./arrows.ts";

const point = (x: number) => ({ x, y: 0, z: 0 });
const target = (part: string, value: string, x: number) => ({ part, value, at: point(x) }) as Target;

/** A model in which `far` can be chosen once `near` and `piece` are. */
function modelOf(more: Partial<BoardModel> = {}): { model: BoardModel; inputs: SceneInput[] } {
  const inputs: SceneInput[] = [];
  const model = {
    targets(input: SceneInput) {
      inputs.push(input);
      const ready = "near" in input.chosen && "piece" in input.chosen;
      return ready ? [target("far", "b1", 2), target("far", "c1", 3)] : [target("near", "a1", 1)];
    },
    ...more,
  } as unknown as BoardModel;
  return { model, inputs };
}

const BEFORE = { chosen: {}, legal: [], mine: [], toAct: null, preview: null } as unknown as SceneInput;

test("movePath follows the parts of a move in their order", () => {
  const { model, inputs } = modelOf();
  const move = { text: "a1-c1", parts: { near: "a1", piece: "2.1", far: "c1" } };
  assert.deepEqual(movePath(model, BEFORE, 1, move), [point(1), point(3)]);
  assert.ok(inputs.every(({ toAct, mine, legal }) => toAct === 1 && mine[0] === 1 && legal[0] === move));
});

test("movePath ends at the goal if a move has one target", () => {
  const move = { text: "a1", parts: { near: "a1" } };
  assert.deepEqual(movePath(modelOf().model, BEFORE, 0, move), [point(1)]);
  assert.deepEqual(movePath(modelOf({ goal: () => point(9) }).model, BEFORE, 0, move), [point(1), point(9)]);
});

test("movePath is empty for a move without targets, such as an exchange of cards", () => {
  const move = { text: "x", parts: { figure: "hand" } };
  assert.deepEqual(movePath(modelOf({ goal: () => point(9) }).model, BEFORE, 0, move), []);
});

test("arrowPath ends shortly before its end, and its head points there", () => {
  const drawn = arrowPath({ x: 0, y: 0 }, { x: 100, y: 0 });
  assert.equal(drawn?.line, "M0 0L76 0");
  assert.equal(drawn.points, "91,0 76,9 76,-9");
  assert.deepEqual(arrowPath({ x: 0, y: 0 }, { x: 100, y: 0 }, { across: 5 })?.from, { x: 0, y: 5 });
  assert.equal(arrowPath({ x: 7, y: 7 }, { x: 7.5, y: 7 }), null);
});
