import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEvent } from "../../net/protocol.ts";
import { GameLog } from "./log-entries.ts";

let seq = 0;
const move = (text: string): LogEvent => ({ kind: "move", seq: (seq += 1), at: 0, seat: 0, text });
const back = (to: number): LogEvent => ({ kind: "taken_back", seq: (seq += 1), at: 0, to, place: 0 });
const started = (): LogEvent => ({
  kind: "started", seq: (seq += 1), at: 0, game_number: 1, seats: [0, 1],
});
const undone = (log: GameLog) =>
  log.entries.flatMap(({ event, undone }) => (undone && event.kind === "move" ? [event.text] : []));
const kinds = (log: GameLog) => log.entries.map(({ event }) => event.kind);

test("GameLog strikes out what was taken back", () => {
  const log = new GameLog();
  log.add([started(), move("a"), move("b"), move("c")]);
  log.add([back(1)]);
  assert.deepEqual(undone(log), ["b", "c"]);
  log.add([move("d"), move("e"), back(2)]);
  assert.deepEqual(undone(log), ["b", "c", "e"]);
});

test("GameLog starts again with a new game", () => {
  const log = new GameLog();
  log.begin({ events: [move("x")], events_before: 5, has_more: true });
  log.add([started(), move("a"), started(), move("b")]);
  assert.deepEqual(kinds(log), ["started", "move"]);
  assert.equal(log.more, false);
  log.add([move("c"), back(1)]);
  assert.deepEqual(undone(log), ["c"]);
});

test("GameLog counts the moves before its first event", () => {
  const log = new GameLog();
  log.begin({ events: [move("c"), move("d"), back(3)], events_before: 2, has_more: true });
  assert.deepEqual(undone(log), ["d"]);
  log.add([back(1), move("e"), move("f"), back(2)]);
  assert.deepEqual(undone(log), ["c", "d", "f"]);
});

test("GameLog adds older events, and strikes out those that were taken back later", () => {
  const all = [started(), move("a"), move("b"), move("c"), back(1), move("d")];
  const log = new GameLog();
  log.begin({ events: all.slice(4), events_before: 3, has_more: true });
  assert.deepEqual(undone(log), []);
  log.addOlder(all[4]!.seq, { events: all.slice(2, 4), events_before: 1, has_more: true });
  assert.deepEqual(undone(log), ["b", "c"]);
  assert.ok(log.more);
  log.addOlder(all[2]!.seq, { events: all.slice(0, 2) });
  assert.deepEqual(log.entries.map(({ event }) => event), all);
  assert.deepEqual(undone(log), ["b", "c"]);
  assert.equal(log.more, false);
});

test("GameLog ignores older events of another time", () => {
  const older = [move("a")];
  const log = new GameLog();
  log.begin({ events: [started(), move("b")], has_more: false });
  log.addOlder(older[0]!.seq + 1_000, { events: older, has_more: true });
  assert.deepEqual(kinds(log), ["started", "move"]);
  assert.equal(log.more, false);
});

test("GameLog replaces redacted events that are read again after the end, page by page", () => {
  const all = [started(), move("?"), move("?"), move("?"), back(2), move("?")];
  const clear = all.map((event) => (event.kind === "move" ? { ...event, text: "a" } : event));
  const texts = (log: GameLog) =>
    log.entries.map(({ event }) => (event.kind === "move" ? event.text : event.kind)).join(" ");
  const log = new GameLog();
  log.begin({ events: all.slice(2), events_before: 1, has_more: true });
  log.expire();
  assert.equal(log.redactedBefore, all[5]!.seq + 1);
  log.addOlder(all[5]!.seq + 1, { events: clear.slice(4), events_before: 3, has_more: true });
  assert.equal(texts(log), "? ? taken_back a");
  assert.equal(log.redactedBefore, all[4]!.seq);
  log.addOlder(all[4]!.seq, { events: clear.slice(1, 4), has_more: true });
  assert.equal(texts(log), "a a a taken_back a");
  assert.deepEqual(undone(log), ["a"]);
  assert.equal(log.redactedBefore, null);
  assert.ok(log.more);
  log.addOlder(all[1]!.seq, { events: clear.slice(0, 1) });
  assert.deepEqual(log.entries.map(({ event }) => event), clear);
  assert.equal(log.more, false);
});

test("GameLog expects nothing to be read again once a new game has started", () => {
  const log = new GameLog();
  log.add([started(), move("a")]);
  log.expire();
  log.add([started(), move("b")]);
  assert.equal(log.redactedBefore, null);
});

test("GameLog has no more events if there are none before", () => {
  const log = new GameLog();
  const first = move("a");
  log.begin({ events: [first], events_before: 1, has_more: true });
  log.addOlder(first.seq, { events: [] });
  assert.equal(log.more, false);
  assert.deepEqual(kinds(log), ["move"]);
});
