import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameReplay } from "../net/record.ts";
import type { Analysis } from "../analysis/analysis-api.ts";
import { replayLines, type ReplayNames } from "./replay-lines.ts";

const names: ReplayNames = {
  t: (key, args) => `${key} ${Object.values(args ?? {}).join(" ")}`,
  game: (key) => `told ${key}`,
  seats: ["Anne", "Bea"],
  marks: [{ colour: "red", mark: "A" }, { colour: "blue", mark: "B" }],
};
const message = (key: string) => ({ key, args: {} });
const REPLAY = {
  frames: [
    {},
    { event: { seat: 0, text: "c3-e3", message: message("start") } },
    { event: { text: "6", message: message("die") } },
  ],
  record: { game: "block-ness", events: ["c3-e3", "6"], result: null },
} as unknown as GameReplay;
const ended = (...seats: number[]): GameReplay => ({
  ...REPLAY, record: { ...REPLAY.record, ended: { by: "resignation", seats } },
});

test("replayLines has a line for each event, and marks the current one", () => {
  const lines = replayLines(REPLAY, names, 2);
  assert.deepEqual(lines.map(({ text }) => text), ["log.by Anne told start", "told die"]);
  assert.deepEqual(lines.map(({ notation }) => notation), ["c3-e3", "6"]);
  assert.deepEqual(lines.map(({ frame }) => frame), [1, 2]);
  assert.deepEqual(lines.map(({ current }) => current), [false, true]);
  assert.deepEqual(lines.map(({ colour, mark }) => colour + mark), ["redA", ""]);
});

test("replayLines ends with the seats that resigned", () => {
  const lines = replayLines(ended(1), names, 0);
  assert.equal(lines.length, 3);
  const { text, notation, mark, frame } = lines[2]!;
  assert.deepEqual({ text, notation, mark, frame }, {
    text: "log.resigned Bea", notation: "", mark: "B", frame: undefined,
  });
});

test("replayLines tells other endings from a resignation", () => {
  const others = [["time", "log.flagged"], ["absence", "log.missed"], ["aborted", "log.aborted"], ["late", "log.late"]] as const;
  for (const [by, key] of others) {
    const replay: GameReplay = { ...REPLAY, record: { ...REPLAY.record, ended: { by, seats: [0] } } };
    assert.equal(replayLines(replay, names, 0)[2]!.text, `${key} Anne`);
  }
});

test("replayLines names every seat of a person who resigned, under keys of their own", () => {
  const lines = replayLines(ended(0, 1), names, 0);
  assert.deepEqual(lines.slice(2).map(({ text }) => text), ["log.resigned Anne", "log.resigned Bea"]);
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
});

test("replayLines grades analysed moves, but not forced ones", () => {
  const move = { event: 0, seat: 0, grade: "blunder", is_only_move: false };
  const graded = (more: object) => replayLines(
    REPLAY, names, 0, { moves: [{ ...move, ...more }] } as unknown as Analysis,
  ).map(({ grade }) => grade?.symbol);
  assert.deepEqual(graded({}), ["??", undefined]);
  assert.deepEqual(graded({ grade: "best" }), ["✓", undefined]);
  assert.deepEqual(graded({ grade: "best", is_only_move: true }), ["!", undefined]);
  assert.deepEqual(graded({ grade: "mistake", is_only_move: true }), ["?", undefined], "it was missed");
  assert.deepEqual(graded({ grade: "forced" }), [undefined, undefined]);
});
