import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveSelection, missingParts, matchingMoves, resolveParts, touched } from "./move-selection.ts";

const move = (near: string, piece: string, far: string, end = "H") => ({
  text: `${end}${near}-${far}^${piece.split(".")[1]}`,
  parts: { near, piece, far, end },
});
const LEGAL = [
  move("d5", "2.2", "d7"),
  move("d5", "3.4", "d8"),
  move("d5", "3.4", "g5"),
  move("c4", "2.2", "c6", "T"),
  move("c4", "2.2", "e4", "T"),
];

test("choosing a value keeps the moves that have it", () => {
  assert.equal(matchingMoves(LEGAL, { near: "d5" }).length, 3);
  assert.equal(matchingMoves(LEGAL, { near: "d5", piece: "2.2" }).length, 1);
});

test("parts with one value left are chosen by themselves", () => {
  assert.deepEqual(resolveParts(LEGAL, { near: "c4" }), { near: "c4", piece: "2.2", end: "T" });
});

test("any order leads to the same move", () => {
  const parts = Object.entries({ near: "d5", piece: "3.4", far: "g5" });
  const orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]];
  for (const order of orders) {
    let choosing = new MoveSelection(LEGAL);
    for (const index of order) {
      const [part, value] = parts[index] as [string, string];
      choosing = choosing.choose(part, value);
    }
    assert.equal(choosing.preview?.text, "Hd5-g5^4");
  }
});

test("nothing is previewed before a person has chosen, even with one legal move", () => {
  const one = new MoveSelection([LEGAL[0]!]);
  assert.equal(one.preview, null);
  assert.equal(one.choose("near", "d5").preview?.text, "Hd5-d7^2");
});

test("a choice that agrees with no earlier one drops them", () => {
  const choosing = new MoveSelection(LEGAL).choose("near", "c4").choose("piece", "3.4");
  assert.deepEqual(choosing.choices, [{ part: "piece", value: "3.4" }]);
  assert.equal(choosing.chosen.near, "d5");
});

test("another piece drops the far hole and keeps the near one", () => {
  const legal = [
    { text: "Hd5-d7^2", parts: { near: "d5", piece: "2.2", far: "d7", end: "H" } },
    { text: "Hd5-d8^4", parts: { near: "d5", piece: "3.4", far: "d8", end: "H" } },
    { text: "Hd5-a5^4", parts: { near: "d5", piece: "3.4", far: "a5", end: "H" } },
    { text: "Hc4-c7^4", parts: { near: "c4", piece: "3.4", far: "c7", end: "H" } },
    { text: "Hc4-c6^2", parts: { near: "c4", piece: "2.2", far: "c6", end: "H" } },
  ];
  const chosen = new MoveSelection(legal).choose("near", "d5").choose("piece", "3.4").choose("far", "a5");
  const other = chosen.choose("piece", "2.2");
  assert.equal(other.preview?.text, "Hd5-d7^2");
});

test("choose replaces a part and keeps what still fits", () => {
  const choosing = new MoveSelection(LEGAL).choose("piece", "2.2").choose("near", "d5").choose("near", "c4");
  assert.deepEqual(choosing.chosen, { piece: "2.2", near: "c4", end: "T" });
});

test("a value that no legal move has changes nothing", () => {
  const choosing = new MoveSelection(LEGAL).choose("near", "d5");
  assert.equal(choosing.choose("near", "z9"), choosing);
});

test("undo takes the last choice back", () => {
  const choosing = new MoveSelection(LEGAL).choose("near", "d5").choose("piece", "2.2");
  assert.notEqual(choosing.preview, null);
  assert.deepEqual(choosing.undo().choices, [{ part: "near", value: "d5" }]);
  assert.deepEqual(choosing.undo().undo().undo().choices, []);
});

const PAID = ["B", "B*"].map((pay) => ({ text: `c5-e5 ${pay}`, parts: { figure: "c5", to: "e5", pay } }));
const cheapest = (left: readonly { text: string; parts: Record<string, string> }[]) =>
  left.every(({ parts }) => parts.to === left[0]?.parts.to) ? (left[0] ?? null) : null;

test("the usual one of several moves is previewed, and the others stay open", () => {
  const legal = [...PAID, { text: "c5-c6 W", parts: { figure: "c5", to: "c6", pay: "W" } }];
  const figure = new MoveSelection(legal, [], cheapest).choose("figure", "c5");
  assert.equal(figure.preview, null);
  const to = figure.choose("to", "e5");
  assert.equal(to.preview?.text, "c5-e5 B");
  assert.equal(to.chosen.pay, "B");
  assert.equal(to.left.length, 2);
  const joker = to.choose("pay", "B*");
  assert.equal(joker.preview?.text, "c5-e5 B*");
  assert.equal(joker.undo().preview?.text, "c5-e5 B");
  assert.equal(joker.without("pay").preview?.text, "c5-e5 B");
});

test("among keeps the usual move if the legal moves are unchanged", () => {
  const to = new MoveSelection(PAID, [], cheapest).choose("to", "e5");
  assert.equal(to.among([...PAID]).preview?.text, "c5-e5 B");
});

test("touched chooses a target, and confirms the previewed move if it is clicked again on the board", () => {
  const begun = touched(new MoveSelection(LEGAL), { part: "near", value: "d5" }, "board");
  assert.deepEqual(begun?.left.length, 3);
  const whole = touched(begun!, { part: "far", value: "g5" }, "board");
  assert.equal(whole?.preview?.text, "Hd5-g5^4");
  assert.equal(touched(whole!, { part: "far", value: "g5" }, "board"), null);
});

test("touched drops a choice of the panel if it is clicked again", () => {
  const begun = touched(new MoveSelection(LEGAL), { part: "piece", value: "3.4" }, "panel");
  assert.equal(begun?.choices.length, 1);
  assert.equal(touched(begun!, { part: "piece", value: "3.4" }, "panel")?.choices.length, 0);
  const settled = touched(new MoveSelection(LEGAL), { part: "near", value: "c4" }, "board");
  assert.equal(touched(settled!, { part: "piece", value: "2.2" }, "panel")?.choices.length, 2);
});

test("what is missing is asked for in the order of the parts", () => {
  assert.deepEqual(missingParts(new MoveSelection(LEGAL, [{ part: "near", value: "d5" }])), ["piece", "far"]);
  assert.deepEqual(missingParts(new MoveSelection(LEGAL, [{ part: "near", value: "c4" }])), ["far"]);
  assert.deepEqual(missingParts(new MoveSelection([])), []);
});

test("an unusual choice holds for its deed alone", () => {
  const legal = ["d5", "e5"].flatMap((to) =>
    ["B", "B*"].map((pay) => ({ text: `c5-${to} ${pay}`, parts: { figure: "c5", to, pay } })),
  );
  const begun = new MoveSelection(legal, [], cheapest).choose("figure", "c5");
  const joker = begun.choose("to", "d5").choose("pay", "B*");
  assert.equal(joker.preview?.text, "c5-d5 B*");
  assert.equal(joker.choose("to", "e5").preview?.text, "c5-e5 B");
  assert.equal(joker.choose("pay", "B").preview?.text, "c5-d5 B");
});

test("a whole move takes the place of what was chosen", () => {
  const begun = new MoveSelection(LEGAL).choose("near", "d5");
  const wanted = LEGAL[4]!;
  const whole = begun.whole(wanted);
  assert.equal(whole.preview, wanted);
  assert.deepEqual(whole.chosen, wanted.parts);
  assert.equal(touched(whole, { part: "far", value: "e4" }, "board"), null, "touched again it is played");
  const changed = touched(whole, { part: "near", value: "d5" }, "board");
  assert.equal(changed?.preview?.text, "Hd5-d7^2", "one may go on from it");
});
