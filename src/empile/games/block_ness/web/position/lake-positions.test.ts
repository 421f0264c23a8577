import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position } from "../../../../../../web/src/stage/position-editor.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import create from "./index.ts";

const t = (key: string, args: Record<string, string | number> = {}): string => [key, ...Object.values(args)].join(" ");
const SETUP = {
  columns: 12, rows: 12, deep: ["c3", "j10"], zone: ["c3", "j10"], colours: ["orange", "black"],
  rings: [["2.1", "2.2", "2.2", "3.4"], ["3.1", "4.2", "3.3"]],
};
const editor = create(t, SETUP, {});

/** Puts rings one after the other: `0:2.1 c3 e3`. */
function built(...pieces: string[]): Position {
  return pieces.reduce((position, text) => {
    const [piece = "", ...feet] = text.split(" ");
    return editor.put(position, piece, feet) ?? position;
  }, editor.empty());
}

function places(position: Position, piece: string | null, ...chosen: string[]): string[] {
  return editor.places({ position } as unknown as SceneInput, piece, chosen).map(({ value }) => value);
}

test("an empty lake has all rings in reserve", () => {
  assert.deepEqual(editor.empty(), {
    stage: "play", seat: 0, zone: ["c3", "j10"], rings: [], heads: [null, null], tails: [null, null],
    reserves: [["2.1", "2.2", "2.2", "3.4"], ["3.1", "3.3", "4.2"]],
  });
});

test("put needs two feet, moves the ends and takes the ring from the reserve", () => {
  assert.equal(editor.put(editor.empty(), "0:2.1", ["c3"]), null);
  const position = built("0:2.1 c3 e3", "1:3.1 h9 h6", "0:2.2 f3 f5");
  assert.deepEqual([position["heads"], position["tails"]], [["f5", "h6"], ["c3", "h9"]]);
  assert.deepEqual(position["reserves"], [["2.2", "3.4"], ["3.3", "4.2"]]);
});

test("put takes the feet in either order", () => {
  assert.deepEqual(built("0:2.1 c3 e3", "0:2.2 f5 f3")["rings"], built("0:2.1 c3 e3", "0:2.2 f3 f5")["rings"]);
  const expert = create(t, SETUP, { variant: "expert" });
  const one = expert.put(expert.empty(), "0:2.1", ["c3", "e3"]);
  assert.deepEqual(one && expert.put(one, "0:2.2", ["g5", "g3"])?.["heads"], ["g5", null]);
});

test("put places a ring below one that is already there", () => {
  const position = built("0:3.4 e6 h6", "1:3.3 f5 f8") as { rings?: { height: number }[] };
  assert.deepEqual(position.rings?.map(({ height }) => height), [3, 4]);
});

test("put moves head and tail to other feet of the monster", () => {
  const position = built("0:2.1 c3 e3", "0:H c3");
  assert.deepEqual([position["heads"], position["tails"]], [["c3", null], ["e3", null]]);
  assert.deepEqual(places(position, "0:H"), ["e3"]);
});

test("take removes the top ring and returns it to the reserve", () => {
  const position = built("0:2.1 c3 e3", "0:3.4 f3 f6");
  assert.deepEqual(editor.take(position, "f5")["reserves"], [["2.2", "2.2", "3.4"], ["3.1", "3.3", "4.2"]]);
  assert.deepEqual(editor.take(position, "f5")["heads"], ["e3", null]);
  assert.equal(editor.take(position, "j10"), position);
});

test("places names what is in each hole", () => {
  const position = built("0:2.1 c3 e3");
  const labels = editor.places({ position } as unknown as SceneInput, null, []).map(({ label }) => label);
  assert.equal(labels.length, 64);
  assert.ok(labels.includes("e3, editor.position.ring c3 e3 1 colour.orange, editor.position.H colour.orange"));
  assert.ok(labels.includes("d4"));
  assert.ok(!places(position, "0:2.2").includes("c3"));
  assert.deepEqual(places(position, "0:2.2", "f3"), ["f5", "h3"]);
});

test("the tray counts what is left", () => {
  const [orange, black] = editor.tray(built("0:2.2 c3 e3"));
  const shown = orange?.choices.map(({ value, enabled }) => `${value} ${enabled}`);
  assert.deepEqual(shown, ["0:2.1 true", "0:2.2 true", "0:3.4 true", "0:H true", "0:T true"]);
  assert.deepEqual(black?.choices.at(-1)?.enabled, false, "no tail without a monster");
  const used = editor.tray(built("0:3.4 c3 f3"))[0]?.choices.find(({ value }) => value === "0:3.4");
  assert.equal(used?.enabled, false);
});

test("adopt begins a game from a start or an end, and a field changes the seat", () => {
  const over = { ...built("0:2.1 c3 e3"), stage: "over", seat: null };
  assert.deepEqual(editor.adopt?.(over), { ...over, stage: "play", seat: 0 });
  assert.equal(editor.set(editor.empty(), "seat", "1")["seat"], 1);
  assert.deepEqual(editor.fields(editor.empty()).map(({ id, value }) => [id, value]), [["seat", "0"]]);
});

test("a solo lake has stones, and its hand stays as it is", () => {
  const solo = create(t, { ...SETUP, colours: ["orange"], rings: [["2.1", "2.2"]] }, {});
  const start = { ...solo.empty(), reserves: [["2.2"]] };
  const position = solo.put(start, "-:2.1", ["c3", "c5"]);
  assert.deepEqual(position?.["rings"], [{ seat: null, feet: ["c3", "c5"], height: 1 }]);
  assert.deepEqual([position?.["heads"], position?.["reserves"]], [[null], [["2.2"]]]);
  assert.equal(solo.tray(start).length, 2);
});
