import assert from "node:assert/strict";
import { test } from "node:test";
import { board, input, move, t } from "./fixtures.ts";
import { contentLooks, frameNodes, framed, reliefOf } from "./frame.ts";
import { carriedBy, markNodes, previewNodes } from "./marks.ts";
import { openSpots } from "./choices.ts";
import { labelOf } from "./labels.ts";
import { GenericModel } from "./model.ts";
import { previewOf, readPicture, spotsOf } from "./picture.ts";

const PICTURE = readPicture(board({ one: "a1", two: "b2" }));
const classes = (nodes: readonly { attributes: Readonly<Record<string, string>> }[]) => nodes.map(({ attributes }) => attributes["class"]);

test("readPicture finds spots, their labels, and the radius of the smallest one", () => {
  assert.equal(PICTURE.spots.length, 4);
  assert.equal(PICTURE.unit, 46);
  assert.deepEqual(PICTURE.spots[0], { parts: ["from", "to", "build"], value: "a1", label: "", x: 50, y: 150, r: 46 });
  assert.equal(readPicture(`<svg width="10" height="20"><rect data-part="cell" data-value="x" data-x="1" data-y="2" data-r="3"/></svg>`).spots[0]?.label, "");
  assert.throws(() => readPicture("<svg/>"), /viewBox/);
});

test("readPicture ignores spots without place or value", () => {
  const bad = [`data-part="to"`, `data-part="to" data-value="a"`, `data-value="a" data-x="1" data-y="1" data-r="1"`,
    `data-part="to" data-value="a" data-x="NaN" data-y="1" data-r="1"`, `data-part="to" data-value="a" data-x="1" data-y="1" data-r="0"`];
  for (const one of bad) assert.deepEqual(readPicture(`<svg viewBox="0 0 9 9"><rect ${one}/></svg>`).spots, [], one);
});

test("readPicture takes over the seats' colours and marks", () => {
  const seats = `<svg viewBox="0 0 9 9" data-seat-colours="#123456 #abc red" data-seat-marks="● ✕"/>`;
  assert.deepEqual(readPicture(seats).seats, [{ colour: "#123456", mark: "●" }, { colour: "#abc", mark: "✕" }]);
});

test("targets are at their spots, the next part first, in rows from above", () => {
  const model = new GenericModel(t);
  const now = input({ chosen: { from: "a1" } });
  model.update(now, null);
  const found = model.targets(now);
  assert.deepEqual(found.map(({ id }) => id), ["to:a2", "to:b1", "from:b2", "from:a1"]);
  assert.equal(found[3]?.label, "a1: Anne, generic.height 1");
  for (const { at, radius } of found) {
    assert.ok(Math.abs(at.x) <= model.extent.x && Math.abs(at.z) <= model.extent.z);
    assert.ok(Math.abs(radius - 0.46) < 1e-9);
  }
  assert.ok(found[0]!.at.z < found[1]!.at.z && found[0]!.at.x < found[1]!.at.x);
});

test("places are all spots, in rows from above", () => {
  const found = new GenericModel(t).places(input({ legal: [] }));
  assert.deepEqual(found.map(({ id }) => id), ["place:a2", "place:b2", "place:a1", "place:b1"]);
});

test("labels are titles, or what the pieces there are", () => {
  const text = `<svg viewBox="0 0 9 9"><g data-part="to" data-value="a1" data-x="1" data-y="1" data-r="1"/><g data-part="to"
    data-value="b1" data-x="3" data-y="1" data-r="1"><title>the lake</title></g><g id="piece-1" data-at="a1" data-kind="knight"
    data-seat="1"/><g id="piece-2" data-at="a1" data-kind="stone"/><g id="piece-3" data-at="b1" data-seat="0"/></svg>`;
  const named = (key: string) => (key === "piece.knight" ? "Knight" : key);
  const picture = readPicture(text);
  assert.deepEqual(picture.spots.map((spot) => labelOf(spot, picture, input(), named)), ["a1: Knight (Béa), stone", "the lake"]);
});

test("readPicture shows the part for the page", () => {
  assert.deepEqual(readPicture(`<svg viewBox="0 0 9 12" data-page-box="1 1 7 7"/>`).box, { x: 1, y: 1, width: 7, height: 7 });
});

test("describe says the title of a picture without places", () => {
  assert.equal(new GenericModel(t).describe(input({ position: { picture: `<svg viewBox="0 0 9 9"><title>A cairn</title></svg>` }, toAct: null })), "A cairn.");
});

test("describe says the turn, the last move, and what is on the board", () => {
  const last = { seat: 1, text: "b1-b2 a2", parts: {} };
  assert.equal(new GenericModel(t).describe(input({ last })),
    "turn.theirs Anne. generic.last Béa b1-b2 a2 generic.places a1: Anne, generic.height 1; b2: Anne");
});

test("a position without a readable picture shows nothing, and all is chosen by the panel", (context) => {
  context.mock.method(console, "warn", () => undefined);
  for (const position of [{}, { picture: 3 }, { picture: "<p>" }]) {
    const model = new GenericModel(t);
    const now = input({ position });
    model.update(now, null);
    assert.deepEqual(model.targets(now), []);
    assert.deepEqual(model.panel(now).map(({ label }) => label), ["From", "To", "Build"]);
  }
});

test("seatFacts are lists of the position that the game has words for", () => {
  const named = (key: string) => (key === "fact.hand" ? "hand" : key);
  const now = input({ position: { picture: board({}), hand: ["??", "AB"], deck: [1, 2], seat: 0 } });
  assert.deepEqual(new GenericModel(named).seatFacts(now), [[{ label: "hand", value: "??" }], [{ label: "hand", value: "AB" }]]);
});

test("seatMarks differ in shape as well as in colour", () => {
  const marks = new GenericModel(t).seatMarks(input({ names: ["a", "b", "c", "d", "e", "f"] }));
  assert.equal(new Set(marks.map(({ mark }) => mark)).size, 6);
  assert.equal(new Set(marks.map(({ colour }) => colour)).size, 6);
});

test("svg is framed and has the marks of the last move", () => {
  const text = new GenericModel(t).svg(input({ last: { seat: 0, text: "a1-b1 a2", parts: { from: "a1", to: "b1", build: "a2" } } }));
  assert.ok(text.includes(`viewBox="-10 -10 220 223.6"`));
  assert.equal(text.match(/generic-last/g)?.length, 3);
});

test("markNodes offers what can be chosen unless that is nearly everything", () => {
  const marks = (more: Parameters<typeof input>[0]) => {
    const now = input(more);
    return classes(markNodes(now, PICTURE, openSpots(now, PICTURE)));
  };
  assert.deepEqual(marks({}), ["generic-casing", "generic-movable", "generic-casing", "generic-movable"]);
  assert.deepEqual(marks({ legal: [move("a1", "b1", "a1"), move("b1", "a1", "a1"), move("b2", "a2", "a1")] }), []);
  assert.deepEqual(marks({ chosen: { from: "a1" } }), ["generic-open", "generic-open", "generic-casing", "generic-chosen"]);
  assert.deepEqual(marks({ legal: [], toAct: 1 }), []);
});

test("a previewed move carries its piece, or puts what the picture defines for it at its last spot", () => {
  const preview = move("a1", "b1", "a2");
  const defined = readPicture(board({ one: "a1" }, `<defs><g id="preview-move-0"><rect/></g></defs>`));
  assert.deepEqual(classes(previewNodes(input({ preview }), PICTURE)), ["generic-put"]);
  const step = { text: "a1-b1", parts: { from: "a1", to: "b1" } };
  assert.deepEqual(previewNodes(input({ preview: step }), PICTURE), []);
  assert.equal(carriedBy(input({ preview }), PICTURE)?.to.value, "b1");
  const [put] = previewNodes(input({ preview }), defined);
  assert.equal(put?.attributes["transform"], "translate(50 50)");
  assert.equal(put?.attributes["href"], `#${defined.prefix}preview-move-0`);
  assert.equal(previewOf(defined, preview, 1), null);
  const cell = { text: "a1", parts: { build: "a1" } };
  assert.deepEqual(classes(previewNodes(input({ preview: cell }), PICTURE)), ["generic-put"]);
  const only = readPicture(board({}, `<defs><g id="preview-place-0"/><g id="preview-place-1"/></defs>`));
  assert.deepEqual([previewOf(only, cell, 1), previewOf(only, preview, 1)], [`${only.prefix}preview-place-1`, null]);
  assert.deepEqual(spotsOf(PICTURE, preview.parts).map(({ value }) => value), ["a1", "b1", "a2"]);
});

test("higher pieces cast longer shadows", () => {
  const fall = (level: number) => parseFloat(/--fall: ([\d.]+)px/.exec(reliefOf(level, PICTURE)["style"] ?? "")?.[1] ?? "");
  assert.ok(0 < fall(0) && fall(0) < fall(1) && fall(1) < fall(2));
});

test("the picture keeps what its root says of its looks, and is cut to its box", () => {
  const styled = readPicture(`<svg viewBox="0 0 9 9" fill="red" font-size="3" font-family="serif" width="9"/>`);
  assert.deepEqual(contentLooks(styled), { fill: "red", "font-size": "3", "clip-path": `url(#${styled.prefix}box)` });
});

test("the frame is around the picture", () => {
  const { x, y, width, height } = framed(PICTURE);
  assert.ok(x < 0 && y < 0 && width > 200 && height > width);
  assert.deepEqual(frameNodes(PICTURE).map(({ name }) => name), ["clipPath", "rect", "rect", "rect"]);
});
