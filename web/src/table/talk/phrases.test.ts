import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isReaction, offered, phraseText, pictureOf } from "./phrases.ts";

const PHRASES = ["play.trembles", "end.crash", "start.hello", "play.nice", "end.again", "react.clap", "react.wave"];
const page = JSON.parse(readFileSync(new URL("../../../locales/en.json", import.meta.url), "utf8")) as Record<string, string>;

test("offered returns the phrases of the moment, and all reactions that have a picture", () => {
  assert.deepEqual(offered(PHRASES, "start").phrases, ["start.hello", "play.trembles", "play.nice"]);
  assert.deepEqual(offered(PHRASES, "play").phrases, ["play.trembles", "play.nice"]);
  assert.deepEqual(offered(PHRASES, "end").phrases, ["end.crash", "end.again"]);
  for (const moment of ["start", "play", "end"] as const) {
    assert.deepEqual(offered(PHRASES, moment).reactions, ["react.clap"]);
  }
});

test("each reaction of the catalogue has a picture, and no other phrase has one", () => {
  const ids = Object.keys(page).filter((key) => key.startsWith("say.")).map((key) => key.slice("say.".length));
  assert.ok(ids.length > 10, "the phrases are found");
  for (const id of ids) {
    assert.equal(isReaction(id), id.startsWith("react."), id);
    assert.equal(pictureOf(id) !== "", isReaction(id), id);
  }
});

test("phraseText of a phrase of a newer server is empty", () => {
  const translate = (key: string) => page[key] ?? key;
  assert.equal(phraseText("play.nice", translate), "Nice move!");
  assert.equal(phraseText("play.newer", translate), "");
});
