import assert from "node:assert/strict";
import { test } from "node:test";
import { asUser, eventWords, formatMessage, formatNumber, pickLanguage, type Args } from "./message-format.ts";

const ENGLISH = { stones: { one: "{count} stone", other: "{count} stones" }, who: "{name} plays {name}" };
const FRENCH = { stones: { one: "{count} caillou", other: "{count} cailloux" } };

test("places are filled, every time they stand there", () => {
  assert.equal(formatMessage(ENGLISH, "en", "who", { name: "Bea" }), "Bea plays Bea");
});

test("a message about the user's own seat addresses the user, in a form of its own", () => {
  const turns = { turn: "{name} is next", "turn.you": "You are next", points: "{name}: {count}", list: "with {names}" };
  assert.equal(formatMessage(turns, "en", "turn", { name: "Bea" }), "Bea is next");
  assert.equal(formatMessage(turns, "en", "turn", { name: asUser("You") }), "You are next");
  assert.equal(formatMessage(turns, "en", "points", { name: asUser("You"), count: 2 }), "You: 2");
});

test("what a name holds is text, not a pattern", () => {
  assert.equal(formatMessage(ENGLISH, "en", "who", { name: "$& {name}" }), "$& {name} plays $& {name}");
});

test("plural forms follow the language", () => {
  assert.equal(formatMessage(ENGLISH, "en", "stones", { count: 0 }), "0 stones");
  assert.equal(formatMessage(FRENCH, "fr", "stones", { count: 0 }), "0 caillou");
  assert.equal(formatMessage(FRENCH, "fr", "stones", { count: 2 }), "2 cailloux");
});

test("a form that the catalogue lacks falls back to other", () => {
  assert.equal(formatMessage(FRENCH, "fr", "stones", { count: 1_000_000 })?.endsWith(" cailloux"), true);
});

test("formatMessage writes letters in words, each run of equal ones by its own message", () => {
  const cards = {
    paid: "paid: {cards:cards}",
    "cards.W": { one: "{count} white", other: "{count} whites" },
    "cards.M": "{count} mauve",
  };
  assert.equal(formatMessage(cards, "en", "paid", { cards: "WWM" }), "paid: 2 whites, 1 mauve");
  assert.equal(formatMessage(cards, "en", "paid", { cards: "?????" }), "paid: ?????");
  assert.equal(formatMessage(cards, "en", "paid", { cards: "" }), "paid: ");
});

test("formatMessage writes names in words if the argument is a message or has spaces", () => {
  const cards = {
    dealt: "dealt {cards:cards}",
    "cards.y*": { one: "any yellow", other: "{count} × any yellow" },
    "cards.kS": "small black",
  };
  assert.equal(formatMessage(cards, "en", "dealt", { cards: "y*" }), "dealt any yellow");
  assert.equal(
    formatMessage(cards, "en", "dealt", { cards: "kS y* y* nL nL" }),
    "dealt small black, 2 × any yellow, nL nL",
  );
});

test("formatMessage returns undefined for an unknown key", () => {
  assert.equal(formatMessage(ENGLISH, "en", "nothing"), undefined);
});

test("the first of the reader's languages that there is", () => {
  assert.equal(pickLanguage(["de-AT", "fr-CA", "en"], ["en", "fr"], "en"), "fr");
  assert.equal(pickLanguage(["ja"], ["en", "fr"], "en"), "en");
  assert.equal(pickLanguage([], ["en", "fr"], "en"), "en");
});

test("eventWords falls back to the notation of the event", () => {
  const translate = (key: string, args: Args = {}) => formatMessage(ENGLISH, "en", key, args) ?? key;
  const event = { message: { key: "who", args: { name: "Bea" } }, text: "b2" };
  assert.equal(eventWords(translate, event), "Bea plays Bea");
  assert.equal(eventWords(translate, { ...event, message: { key: "log.unknown", args: {} } }), "b2");
  assert.equal(eventWords(translate, { text: "b2" }), "b2");
});

test("negative numbers have a minus sign, not a hyphen", () => {
  assert.equal(formatMessage({ score: { one: "{count} point", other: "{count} points" } }, "en", "score", { count: -3 }), "−3 points");
  for (const language of ["de", "en", "es", "fr"]) {
    assert.equal(formatNumber(language, -2), "−2");
    assert.match(formatNumber(language, -0.25, { style: "percent" }), /^−25\s?%$/);
  }
});
