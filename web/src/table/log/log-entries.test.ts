import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEvent } from "../../net/protocol.ts";
import { addEvents, type LogEntry } from "./log-entries.ts";

let seq = 0;
const move = (text: string): LogEvent => ({ kind: "move", seq: (seq += 1), at: 0, seat: 0, text });
const back = (to: number): LogEvent => ({ kind: "taken_back", seq: (seq += 1), at: 0, to, place: 0 });
const started = (): LogEvent => ({
  kind: "started", seq: (seq += 1), at: 0, game_number: 1, seats: [0, 1],
});
const undone = (log: LogEntry[]) =>
  log.flatMap(({ event, undone }) => (undone && event.kind === "move" ? [event.text] : []));

test("what was taken back is struck out and no longer counts", () => {
  let log = addEvents([], [started(), move("a"), move("b"), move("c")]);
  log = addEvents(log, [back(1)]);
  assert.deepEqual(undone(log), ["b", "c"]);
  log = addEvents(log, [move("d"), move("e"), back(2)]);
  assert.deepEqual(undone(log), ["b", "c", "e"]);
});

test("a new game begins a new log", () => {
  const log = addEvents([], [started(), move("a"), started(), move("b")]);
  assert.deepEqual(log.map(({ event }) => event.kind), ["started", "move"]);
});

test("the log that was given stays as it was", () => {
  const before = addEvents([], [move("a")]);
  addEvents(before, [back(0)]);
  assert.deepEqual(undone(before), []);
});
