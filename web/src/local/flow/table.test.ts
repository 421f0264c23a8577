import assert from "node:assert/strict";
import { test } from "node:test";
import { perform } from "./commands.ts";
import type { Created, Entry } from "./created.ts";
import { DamagedError } from "./errors.ts";
import { act, begun, bot, createdWith, person, pileGame, takeAll } from "./fixtures.ts";
import { welcome } from "./messages.ts";
import { LocalTable } from "./table.ts";

/** A table with a move, a chance event, a resignation, an end and a second game. */
function told(): LocalTable {
  const table = begun([person("A"), person("B"), bot()]);
  takeAll(table, perform(table, { type: "hint" }, 3));
  act(table, "two", "one");
  takeAll(table, perform(table, { type: "takeback" }, 3));
  takeAll(table, perform(table, { type: "resign", place: 0 }, 3));
  act(table, "one");
  return table;
}

test("a table that was read equals the one that was running", () => {
  const table = told();
  const read = LocalTable.read(table.created, table.game, JSON.parse(JSON.stringify(table.entries)) as Entry[]);
  assert.deepEqual(welcome(read, 0), welcome(table, 0));
  assert.deepEqual(read.turn, table.turn);
});

/** Asserts that a log with the event `kind` changed is refused, and that the message names the event. */
function refuses(kind: Entry["kind"], changed: object): void {
  const { created, game, entries } = told();
  const index = entries.findIndex((entry) => entry.kind === kind);
  assert.ok(index >= 0, kind);
  const damaged = entries.map((entry, other) => (other === index ? { ...entry, ...changed } : entry) as Entry);
  assert.throws(() => LocalTable.read(created, game, damaged), (error) => {
    assert.ok(error instanceof DamagedError, String(error));
    assert.match(error.message, new RegExp(`event ${index + 2} of the table ~a cannot be`));
    return true;
  }, `${kind} ${JSON.stringify(changed)}`);
}

test("damaged events are refused", () => {
  for (const kind of ["move", "hinted"] as const) {
    for (const changed of [{ seq: 0 }, { seq: "3" }, { at: "now" }, { kind: "said" }, { kind: "created" }]) refuses(kind, changed);
  }
  for (const changed of [{ game_number: 2 }, { seats: [0, 2, 1] }, { seats: [0, 1] }, { seats: [3, 4, 5] }]) refuses("started", changed);
  for (const changed of [{ text: "three" }, { text: "~more" }, { text: 7 }, { seat: 1 }, { kind: "chance" }]) refuses("move", changed);
  for (const changed of [{ text: "one" }, { text: "~" }, { kind: "move", seat: 0 }, { kind: "hinted", place: 1 }]) refuses("chance", changed);
  for (const changed of [{ to: -1 }, { to: 9 }, { to: 1 }, { to: 0.5 }, { place: 2 }]) refuses("taken_back", changed);
  for (const changed of [{ place: 1 }, { place: 7 }]) refuses("hinted", changed);
  for (const changed of [{ place: 2 }, { place: null }, { kind: "retaken" }, { kind: "taken_over", level: 1 }]) refuses("resigned", changed);
  for (const changed of [{ place: 1 }, { level: 9 }, { kind: "over", result: null }]) refuses("taken_over", changed);
});

test("an end is refused that the game does not have", () => {
  const { created, game, entries, seq } = told();
  const result = { winners: [0], scores: [1, 0, 0], ranks: [1, 2, 2], reason: "empty" };
  for (const end of [{ result }, { result: null }, { result: null, reason: "time" }, { result: null, reason: "aborted", place: 2 }]) {
    const over = { kind: "over", seq: seq + 1, at: 5, ...end } as Entry;
    assert.throws(() => LocalTable.read(created, game, [...entries, over]), DamagedError);
  }
  const last = begun([person(), person()], { start: { pile: 1 } });
  act(last, "one");
  const [started, move, over] = last.entries;
  assert.ok(started && move && over?.kind === "over" && over.result);
  const others = [null, { ...over.result, ranks: [2, 1] }, { ...over.result, reason: "other" }];
  for (const other of others) {
    assert.throws(() => LocalTable.read(last.created, last.game, [started, move, { ...over, result: other }]), DamagedError);
  }
});

test("events that are missing, doubled or of no table are refused", () => {
  const { created, game, entries } = told();
  for (const index of entries.keys()) {
    if (index < entries.length - 1) assert.throws(() => LocalTable.read(created, game, entries.toSpliced(index, 1)), DamagedError);
    assert.throws(() => LocalTable.read(created, game, entries.toSpliced(index, 0, entries[index] as Entry)), DamagedError);
  }
  for (const damaged of [null, [null], ["x"], [{}], 7]) {
    assert.throws(() => LocalTable.read(created, game, damaged as unknown as Entry[]), DamagedError);
  }
});

test("a table of another game, or that was created otherwise, is refused", () => {
  const places = [person("A"), bot()];
  const made: Created = createdWith(places);
  const others: Partial<Record<keyof Created, unknown>>[] = [
    { game: "other" }, { rules: 2 }, { places: [person()] }, { places: null }, { places: [person(), bot(9)] }, { begins: 2 }, { begins: "length" },
    { places: [person(), { kind: "bot", name: "", level: null }] }, { places: [person(), { kind: "open", name: "", level: null }] },
    { places: [{ kind: "person", level: null }, bot()] }, { seed: [1] }, { seed: null },
  ];
  for (const other of others) {
    assert.throws(() => LocalTable.read({ ...made, ...other } as Created, pileGame(2), []), DamagedError, JSON.stringify(other));
  }
  LocalTable.read(made, pileGame(2), []);
});

test("a refused event leaves the table unchanged", () => {
  const table = told();
  const before = JSON.stringify(welcome(table, 0));
  const move = { kind: "move", seat: table.seatToAct ?? 0, text: "three", seq: table.seq + 1, at: 5 } as const;
  assert.throws(() => table.take(move), DamagedError);
  assert.equal(JSON.stringify(welcome(table, 0)), before);
});
