import assert from "node:assert/strict";
import { test } from "node:test";
import { panel, payText, phaseText } from "./panel.ts";
import { POSITION, SETUP, at, input, move, t } from "./fixtures.ts";
import { readPosition } from "./position.ts";

const groups = (chosen: Record<string, string> = {}, fresh = "") => panel(input(chosen), SETUP, t, fresh);
const named = (name: string, chosen: Record<string, string> = {}) =>
  groups(chosen).find(({ label }) => label.startsWith(name));

test("panel shows the own cards and joker, and offers an exchange", () => {
  const hand = named("scene.panel.hand");
  assert.deepEqual(hand?.choices.map(({ value }) => value), ["W", "G", "G", "B", "M", ""]);
  assert.ok(hand?.choices.slice(0, 5).every(({ enabled, plain }) => enabled && plain));
  assert.equal(hand?.choices[5]?.label, "scene.joker.up");
  assert.equal(hand?.set?.value([1, 4]), "GM");
  assert.deepEqual(hand?.set?.taken("GG"), [1, 2]);
});

test("while a figure moves the cards only show what it is paid with", () => {
  const preview = move("c5", "f5", "WG*");
  const [hand] = panel(input(preview.parts, { preview }), SETUP, t, "");
  assert.ok(hand?.choices.every(({ enabled }) => !enabled));
  const ticked = hand?.choices.map(({ svg }) => /<circle[^>]*r="11"/.test(svg ?? ""));
  assert.deepEqual(ticked, [true, false, false, false, false, true]);
});

test("cards that were just drawn come in", () => {
  const [hand] = groups({}, "G");
  assert.deepEqual(hand?.choices.map(({ fresh }) => Boolean(fresh)), [false, false, true, false, false, false]);
});

test("others' cards are no choices", () => {
  const labels = panel(input({}, { mine: [], toAct: 1 }), SETUP, t, "").map(({ label }) => label);
  assert.deepEqual(labels, ["scene.panel.phase 2 3"]);
});

test("panel lists payments from the cheapest if there are several", () => {
  const ways = named("scene.panel.pay", { figure: "c5", to: "f5" });
  assert.deepEqual(ways?.choices.map(({ value }) => value), ["WG", "W*G", "WG*"]);
  assert.ok(named("scene.panel.build", { figure: "c5", to: "c5" }));
  assert.equal(named("scene.panel.pay", { figure: "c5", to: "c6" }), undefined);
  assert.equal(payText("GG*", t), "colour.G, scene.pay.joker colour.G");
});

test("panel offers entering and exchanging while nothing else is chosen", () => {
  assert.deepEqual(named("scene.panel.deeds")?.choices.map(({ value, enabled }) => [value, enabled]), [
    ["reserve", true], ["hand", true],
  ]);
  assert.equal(named("scene.panel.deeds", { figure: "c5", to: "f5" }), undefined);
});

test("phaseText says what may fall, what is built and when the phase ends", () => {
  assert.equal(phaseText(POSITION, SETUP, t), "scene.phase.now 1, 2 3 scene.phase.next 2 2 3");
  const last = readPosition(at({ phase: 4, last_round: true }));
  assert.match(phaseText(last, SETUP, t), /scene.phase.last$/);
  assert.match(phaseText({ ...POSITION, phase: 4 }, SETUP, t), /scene.phase.end 0 4 5$/);
  const table = panel(at({ phase: 4, last_round: true }), SETUP, t, "").at(-1);
  assert.equal(table?.urgent, true);
});

test("panel warns of seven blocks as long as they forbid taking towers", () => {
  const [hand] = panel(at({ blocks: ["WWGGBBM", ""] }), SETUP, t, "");
  assert.equal(hand?.note, "scene.remark.full.you 7");
  assert.equal(hand?.urgent, true);
  assert.equal(panel(at({}), SETUP, t, "")[0]?.urgent, false);
});

test("a joker that lies face down reminds of exchanging", () => {
  const [hand] = panel(at({ jokers: [false, false] }), SETUP, t, "");
  assert.equal(hand?.note, "scene.joker.again");
  const [five] = panel(at({ jokers: [false, false] }), { ...SETUP, rechargeFive: true }, t, "");
  assert.equal(five?.note, "scene.joker.five");
});
