import assert from "node:assert/strict";
import { test } from "node:test";
import { type BundleFacts, partOf, type SetupFacts, withParts } from "./bundle.ts";
import { OptionError, PositionError, shown } from "./errors.ts";
import { type Offered, readOptions, withBoards } from "./options.ts";
import { pictureOf } from "./setup.ts";
import { Encoded, saidOf } from "./setup-faults.ts";

const TEXTS = ['{"key":"', '","args":{', '"', "}}", "fault.cell", "cell", '":"', "a1", "{} and {}: {}", "on {}", "W", "ab"];
const setup: SetupFacts = {
  reads: ["read_position"],
  texts: TEXTS,
  offered: [],
  kinds: { null: 0, false: 1, true: 2, other: 3, int: 4, string: 5, list: 6, object: 7 },
  codes: { message: 0, end: 3, zero: 1 << 30, said: 999, shown: 1000 },
  english: {
    "fault.cell": { one: "{count} cell", other: "{count} cells: {cell}, {letters:colour}" },
    "colour.W": { one: "{count} white", other: "{count} whites" },
  },
};

const wordsOf = (value: unknown): number[] => new Encoded(value, setup).words;
const number = (value: number): number => -1 - (1 << 30) - value;

test("words hold the whole value, as in Python", () => {
  assert.deepEqual([...wordsOf(null), ...wordsOf(false), ...wordsOf(true)], [0, 2, 1, 2, 2, 2]);
  assert.deepEqual(wordsOf(-7), [4, 3, -7]);
  assert.deepEqual(wordsOf("ab"), [5, 6, 2, 11, 97, 98]);
  assert.deepEqual(wordsOf("é𝄞"), [5, 6, 2, -1, 0xe9, 0x1d11e]);
  assert.deepEqual(wordsOf({ ab: ["", 3] }), [7, 19, 1, 5, 6, 2, 11, 97, 98, 6, 10, 2, 5, 4, 0, -1, 4, 3, 3]);
});

test("what is no integer of 32 bits, or is nested too deeply, is of a kind of its own", () => {
  for (const value of [1.5, 2 ** 31, -(2 ** 31), NaN, undefined]) assert.deepEqual(wordsOf(value), [3, 2]);
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  assert.ok(wordsOf(deep).length < 100);
});

test("a fault has its messages and a sentence, whose texts take values", () => {
  const encoded = new Encoded({ "{}": [1, "ü"] }, setup);
  const [, keyNode = 0, listNode = 0] = [...encoded.values.keys()];
  const bare = 1000 + 2 * keyNode + 1;
  const message = [0, 4, 1, 2, 5, 6, bare, 2, 3];
  const { text, reasons } = saidOf([...message, ...message, 8, 9, 7, bare, 1000 + 2 * listNode, number(-3)], setup, encoded);
  assert.equal(text, 'on a1 and {}: [1, "ü"]-3');
  assert.deepEqual(reasons, Array(2).fill({ key: "fault.cell", args: { cell: "{}" } }));
});

test("messages have values of the input as JSON, and no more than 20 letters", () => {
  const encoded = new Encoded(["é".repeat(20), 'é"'.repeat(11), ['a"b'], null], setup);
  const values = [...encoded.values.keys()].slice(1).map((node) => 1000 + 2 * node + 1);
  const { reasons } = saidOf([0, 4, 1, 2, 5, 6, ...values, 2, 3], setup, encoded);
  assert.deepEqual(reasons[0]?.args, { cell: `${"é".repeat(20)}${'é"'.repeat(9)}é…["a\\"b"]a"bnull` });
});

test("messages are said in English", () => {
  const encoded = new Encoded(null, setup);
  const message = [0, 4, 1, 2, 5, 6, 7, 2, 3];
  const text = (english: SetupFacts["english"]): string => saidOf([...message, ...message, 9, 999], { ...setup, english }, encoded).text;
  assert.equal(text({}), "on fault.cell; fault.cell");
  assert.equal(text({ "fault.cell": "at {cell}" }), "on at a1; at a1");
  assert.equal(text({ "fault.cell": { one: "one", other: "{cell:c}" }, "c.a": "A", "c.1": { one: "I", other: "II" } }), "on A, I; A, I");
});

test("values are shown as Python writes JSON", () => {
  assert.equal(shown({ a: [1, "é\n", null], b: {} }), '{"a": [1, "é\\n", null], "b": {}}');
});

test("texts of errors are one line that is not too long", () => {
  assert.equal(new PositionError("a\nb\u200b\x07 \u{1d173}é").message, "a\\nb\\u200b\\x07 \\U0001d173é");
  assert.equal(new OptionError("x".repeat(601)).message, `${"x".repeat(300)} ... ${"x".repeat(300)}`);
});

const OFFERED: Offered[] = [
  { name: "players", kind: "choice", values: [2, 3], with_start: [1], default: 2, needs: {}, house: null },
  { name: "size", kind: "number", values: [3, 9], with_start: [], default: 5, needs: {}, house: null },
  { name: "teams", kind: "flag", values: [false, true], with_start: [], default: false, needs: { players: [3], size: [4, 5] }, house: null },
  { name: "board", kind: "data", values: ["house"], with_start: [], default: "house", needs: {}, house: { rows: [1] } },
  { name: "colours", kind: "list", values: [], with_start: [], default: null, needs: {}, house: null },
];

test("options have defaults, but lists, which the rules know", () => {
  const options = readOptions("nim", OFFERED, { size: 4 }, () => assert.fail("nothing is for the rules"));
  assert.deepEqual(options, { players: 2, size: 4, teams: false, board: "house" });
  assert.deepEqual(withBoards(OFFERED, options), { ...options, board: { rows: [1] } });
});

test("own boards and lists are checked by the rules and kept in order", () => {
  const seen: unknown[] = [];
  const options = readOptions("nim", OFFERED, { board: { b: 1, a: { b: 2, a: [] } }, colours: [1] }, (soFar) => {
    seen.push(Object.keys(soFar));
    return ["a", "b"];
  });
  assert.equal(JSON.stringify(options.board), '{"a":{"a":[],"b":2},"b":1}');
  assert.deepEqual(seen, [["players", "size", "teams", "board"], ["players", "size", "teams", "board", "colours"]]);
});

for (const [given, message] of [
  [{ seats: 1 }, "nim has no option 'seats'; it has board, colours, players, size, teams"],
  [{ players: "2" }, "option 'players' must be one of 2, 3, not \"2\""],
  [{ size: 10 }, "option 'size' must be a whole number from 3 to 9, not 10"],
  [{ size: true }, "option 'size' must be a whole number from 3 to 9, not true"],
  [{ teams: 1 }, "option 'teams' must be true or false, not 1"],
  [{ teams: true }, "option 'teams' needs 'players' to be 3, not 2"],
  [{ teams: true, players: 3, size: 6 }, "option 'teams' needs 'size' to be 4 or 5, not 6"],
] as const) {
  test(`options are refused: ${message}`, () => {
    assert.throws(() => readOptions("nim", OFFERED, given, () => []), new OptionError(message));
  });
}

test("parts are added to a bundle", () => {
  const facts = { game: "nim", binary: { texts: [0, 2] } } as unknown as BundleFacts;
  const bundle = withParts({ facts, data: Uint8Array.of(1, 2) }, { params: Uint8Array.of(3), start: Uint8Array.of(4, 5) });
  assert.deepEqual([...partOf(bundle, "texts"), ...partOf(bundle, "params"), ...partOf(bundle, "start")], [1, 2, 3, 4, 5]);
});

test("the picture of a bundle is that of its own options", () => {
  const facts = { options: { players: 2, board: { a: 1 } }, picture: "<svg/>", picture_reason: "" } as unknown as BundleFacts;
  assert.deepEqual(pictureOf(facts, { players: 2, board: { a: 1 } }), { picture: "<svg/>", picture_reason: "" });
  const none = { picture: null, picture_reason: "the bundle has the picture of its own options" };
  assert.deepEqual(pictureOf(facts, { players: 3, board: { a: 1 } }), none);
  assert.deepEqual(pictureOf(facts, { players: 2, board: { a: 2 } }), none);
});

test("other options are no reason where pages have a board of their own", () => {
  const facts = { options: { players: 2 }, picture: null, picture_reason: "" } as unknown as BundleFacts;
  assert.deepEqual(pictureOf(facts, { players: 3 }), { picture: null, picture_reason: "" });
});
