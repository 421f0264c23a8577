import assert from "node:assert/strict";
import { test } from "node:test";
import { byCost, litCells, litFigure, preferred, targets } from "./choices.ts";
import { svgView } from "./svg-view.ts";
import { LEGAL, SETUP, input, move, t } from "./fixtures.ts";

const ids = (chosen: Record<string, string>) => targets(input(chosen), SETUP, t).map(({ id }) => id);

test("at first own figures and the reserve can be pointed at", () => {
  assert.deepEqual(ids({}), ["figure:c5", "figure:g4", "figure:reserve"]);
});

test("litCells are the destinations of a chosen figure; the others can still be chosen", () => {
  assert.deepEqual(ids({ figure: "c5" }), [
    "to:c6", "to:c5", "to:d5", "to:f5", "figure:g4", "figure:reserve",
  ]);
  assert.deepEqual(ids({ figure: "c5", to: "d5", pay: "G" }).slice(0, 4), [
    "to:c6", "to:c5", "to:d5", "to:f5",
  ]);
});

test("litCells are those of the reserve if nothing else can move", () => {
  const legal = LEGAL.filter(({ parts }) => ["reserve", "hand"].includes(parts["figure"] ?? ""));
  assert.equal(litFigure(input({}, { legal })), "reserve");
  const found = targets(input({}, { legal }), SETUP, t).map(({ id }) => id);
  assert.deepEqual(found, ["to:a9", "to:i1", "figure:reserve"]);
});

test("targets say what choosing them does", () => {
  const labels = Object.fromEntries(
    targets(input({ figure: "c5" }), SETUP, t).map(({ id, label }) => [id, label]),
  );
  assert.match(labels["to:f5"] ?? "", /^scene.to.take f5 .*colour.W, colour.G 2/);
  assert.match(labels["to:c6"] ?? "", /^scene.to.strike c6 colour.M .*Bea$/);
  assert.match(labels["to:c5"] ?? "", /^scene.to.build c5 .* 3 /);
  assert.match(labels["to:d5"] ?? "", /^scene.to.move d5 colour.G/);
});

test("a target on a tower is as high as the tower", () => {
  const heights = Object.fromEntries(
    targets(input({ figure: "c5" }), SETUP, t).map(({ id, at }) => [id, at.y]),
  );
  assert.ok((heights["to:f5"] ?? 0) > 0.7);
  assert.ok((heights["to:d5"] ?? 1) < 0.1);
});

test("the cheapest payment spares the joker, then cards", () => {
  assert.deepEqual(byCost(["MMM*", "MMMM", "MMM", "MMMM*"]), ["MMM", "MMMM", "MMM*", "MMMM*"]);
});

test("of several ways to pay for one action the cheapest is preferred", () => {
  const to = (cell: string) => LEGAL.filter(({ parts }) => parts["figure"] === "c5" && parts["to"] === cell);
  assert.equal(preferred(to("f5"))?.parts["pay"], "WG");
  assert.equal(preferred(to("d5"))?.parts["pay"], "G");
  assert.equal(preferred([...to("f5"), ...to("d5")]), null);
});

test("no exchange is preferred to another", () => {
  assert.equal(preferred([move("hand", "hand", "G"), move("hand", "hand", "GG")]), null);
});

test("litCells show the action of each choice, and the chosen figure", () => {
  const kinds = Object.fromEntries(litCells(input({ figure: "c5" })).map(({ cell, kind }) => [cell, kind]));
  assert.deepEqual(kinds, { d5: "move", f5: "take", c6: "strike", c5: "build" });
  const other = litCells(input({ figure: "g4" }));
  assert.ok(other.some(({ cell, kind }) => cell === "g4" && kind === "chosen"));
  assert.deepEqual(litCells(input({ figure: "hand" })), []);
});

test("the flat plan lights what can be chosen and shows what would be built", () => {
  const drawn = svgView(input({ figure: "c5" }), SETUP, { x: 5, z: 5.5 });
  assert.match(drawn, /viewBox="-5 -5.5 10 11"/);
  assert.match(drawn, /#ffb043/);
  const preview = LEGAL[6] ?? null;
  const built = svgView(input(preview?.parts ?? {}, { preview }), SETUP, { x: 5, z: 5.5 });
  assert.match(built, />3<\/text><\/g>/);
});
