import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begun, bot, person, takeAll } from "./flow/fixtures.ts";
import { perform } from "./flow/index.ts";
import { recordOf } from "./record.ts";

const HEAD = { format: "empile/1", game: "pile", rules: 1, options: { players: 2 } };

test("a record has what was played, without what was taken back", () => {
  const table = begun([person("Anne"), person()]);
  act(table, "one", "one");
  takeAll(table, perform(table, { type: "takeback" }, 4));
  act(table, "one", "one");
  const { record, isOver } = recordOf(table.created, table.entries)!;
  const events = table.standing.flatMap(({ entry }) => (entry.kind === "move" || entry.kind === "chance" ? [entry.text] : []));
  assert.deepEqual([record, isOver], [{ ...HEAD, seats: ["Anne", "2"], events, result: null }, false]);
});

test("games of a table are told apart by number, each with its seats and its end", () => {
  const table = begun([person("Anne"), bot(3)]);
  takeAll(table, perform(table, { type: "resign" }, 4));
  takeAll(table, perform(table, { type: "rematch" }, 5));
  takeAll(table, perform(table, { type: "abort" }, 6));
  const first = { ...HEAD, seats: ["Anne", "bot 3"], events: [], result: null, ended: { by: "resignation", seats: [0] } };
  const second = { ...HEAD, seats: ["bot 3", "Anne"], events: [], result: null, ended: { by: "aborted", seats: [1] } };
  assert.deepEqual(recordOf(table.created, table.entries, 1), { record: first, isOver: true });
  for (const number of [2, undefined]) assert.deepEqual(recordOf(table.created, table.entries, number), { record: second, isOver: true });
  assert.equal(recordOf(table.created, table.entries, 3), null);
});

test("a person whom a computer replaced has left the game", () => {
  const table = begun([person("Anne"), bot(), bot()]);
  takeAll(table, perform(table, { type: "resign" }, 4));
  const { record } = recordOf(table.created, table.entries)!;
  assert.deepEqual([record.ended, record.left], [undefined, ["resignation", null, null]]);
});
