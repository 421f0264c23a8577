import assert from "node:assert/strict";
import { test } from "node:test";
import { offsetOf, partOf, type BundleFacts } from "./bundle.ts";
import { ArgumentError, EngineError, finish, loadRules, newStream, type Steps, streamOf, type Words } from "./index.ts";
import { within } from "./steps.ts";

/** A module without anything. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

test("a module that is not of Empile is refused", async () => {
  await assert.rejects(loadRules(EMPTY), new EngineError("this module is not one of Empile"));
  await assert.rejects(loadRules(new WebAssembly.Module(EMPTY)), EngineError);
});

test("what is no module is refused by the browser", async () => {
  await assert.rejects(loadRules(new TextEncoder().encode("<!doctype html>")), WebAssembly.CompileError);
});

test("seeds are whole numbers that are exact", () => {
  for (const seed of [-1, 0.5, 2 ** 53, NaN]) assert.throws(() => newStream(seed), ArgumentError);
  for (const seed of [0, 1, 2 ** 53 - 1]) newStream(seed);
});

test("a stream is the same after a way as plain data", () => {
  const seed = 2 ** 53 - 1;
  assert.deepEqual(newStream(seed).toWords(), [2 ** 32 - 1, 2 ** 21 - 1]);
  assert.deepEqual(streamOf([7, 9]).toWords(), [7, 9]);
  for (const words of [[], [1], [1, 2 ** 32], [-1, 0], [0.5, 0], [1, 2, 3]]) {
    assert.throws(() => streamOf(words as unknown as Words), ArgumentError);
  }
});

/** Three steps, of which `log` hears the end. */
function* counting(log: string[]): Steps<number> {
  try {
    for (let done = 1; done < 3; done += 1) if (yield done) return done;
    return 3;
  } finally {
    log.push("over");
  }
}

test("steps are finished, ended early with what there is, or given up", () => {
  const log: string[] = [];
  assert.equal(finish(counting(log)), 3);
  assert.equal(finish(counting(log), () => true), 1);
  assert.throws(() => finish(counting(log), () => { throw new EngineError("no more"); }), /no more/);
  assert.deepEqual(log, ["over", "over", "over"]);
});

test("steps end when their time is over, and when they are given up", () => {
  const log: string[] = [];
  assert.equal(finish(within(counting(log), Infinity)), 3);
  assert.equal(finish(within(counting(log), 0)), 1);
  assert.equal(finish(within(counting(log), Infinity), () => true), 1);
  assert.throws(() => finish(within(counting(log), Infinity), () => { throw new EngineError("no more"); }), /no more/);
  assert.deepEqual(log, Array(4).fill("over"));
});

test("parts of a bundle are where its facts say", () => {
  const facts = { game: "nim", binary: { params: [0, 2], start: [8, 3] } } as unknown as BundleFacts;
  const data = Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0, 3, 4, 5);
  assert.deepEqual([...partOf({ facts, data }, "params")], [1, 2]);
  assert.deepEqual([...partOf({ facts, data }, "start")], [3, 4, 5]);
  assert.throws(() => partOf({ facts, data }, "texts"), /the bundle of nim has no texts/);
  assert.throws(() => partOf({ facts, data: data.subarray(0, 10) }, "start"), /the binary file of nim is too short/);
});

test("a field that a struct lacks is refused", () => {
  assert.equal(offsetOf({ size: 8, visits: 4 }, "visits"), 4);
  assert.throws(() => offsetOf({ size: 8 }, "visits"), /no field visits/);
  assert.throws(() => offsetOf(undefined, "visits"), EngineError);
});
