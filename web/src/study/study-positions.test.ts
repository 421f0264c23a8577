import assert from "node:assert/strict";
import { test } from "node:test";
import type { PositionRequest, PositionResponse } from "../net/protocol.ts";
import { openChapter } from "./study-state.ts";
import { StudyPositions } from "./study-positions.ts";

const chapter = openChapter({
  name: "", format: "empile/1", game: "blox", rules: 1, options: { players: 2 }, seats: ["1", "2"], result: null,
  events: ["a", "b"], variations: [{ at: 1, events: ["x", "y"] }],
});

/** A server that notes what is requested. */
function server(fails = false) {
  const asked: PositionRequest[] = [];
  const answer = (body: PositionRequest): Promise<PositionResponse> => {
    asked.push(body);
    if (fails) return Promise.reject(new Error("illegal"));
    const moves = body.draw === undefined ? body.moves ?? [] : [...(body.moves ?? []), `~${body.draw}`];
    const frames = moves.map((text) => ({ event: { text } })).slice(body.since ?? -1);
    return Promise.resolve({ frames } as unknown as PositionResponse);
  };
  return { asked, positions: new StudyPositions(chapter, answer) };
}

test("a position is requested once", async () => {
  const { asked, positions } = server();
  assert.equal(await positions.at(["a"], []), await positions.at(["a"], []));
  await positions.at(["a"], [1]);
  assert.deepEqual(asked.map(({ moves, covered }) => [moves, covered]), [[["a"], []], [["a"], [1]]]);
  assert.equal(positions.frame(["a"])?.event?.text, "a");
});

test("a request that failed is made again", async () => {
  const { asked, positions } = server(true);
  await assert.rejects(positions.at(["a"], []));
  await assert.rejects(positions.at(["a"], []));
  assert.equal(asked.length, 2);
});

test("describe requests each line from where it begins", async () => {
  const { asked, positions } = server();
  await positions.describe(chapter.root);
  assert.deepEqual(asked.map(({ moves, since }) => [moves, since]), [[["a", "b"], 0], [["a", "x", "y"], 1]]);
  assert.equal(positions.frame(["a", "x"])?.event?.text, "x");
  await positions.describe(chapter.root);
  assert.equal(asked.length, 2);
});

test("draw returns the events that chance adds", async () => {
  assert.deepEqual(await server().positions.draw(["a"], 7), ["~7"]);
});
