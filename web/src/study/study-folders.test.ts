/** The order of folders, and what a search finds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldersOf, matching, tidyName } from "./study-folders.ts";
import type { StudyMeta } from "./study-store.ts";

function meta(name: string, folder = "", game = "blox"): StudyMeta {
  return { id: name, name, folder, games: [game], chapters: 1, changed: 0, version: 0 };
}

test("studies without a folder are first, then folders as people order names", () => {
  const studies = [meta("a", "Week 10"), meta("b", "école"), meta("c"), meta("d", "Week 9"), meta("e", "Week 10")];
  const found = foldersOf(studies, "fr").map((folder) => [folder.name, folder.studies.map(({ name }) => name).join("")]);
  assert.deepEqual(found, [["", "c"], ["école", "b"], ["Week 9", "d"], ["Week 10", "ae"]]);
  assert.deepEqual(foldersOf([], "fr"), []);
});

test("a search finds words of names, folders and games, without accents and capitals", () => {
  const studies = [meta("Étude de finales", "Club"), meta("Openings", "", "on-top")];
  const names = (search: string) => matching(studies, search, (game) => (game === "on-top" ? "On Top" : "Blox"))
    .map(({ name }) => name[0]).join("");
  assert.equal(names("etude"), "É");
  assert.equal(names("club FINALES"), "É");
  assert.equal(names("on top"), "O");
  assert.equal(names("  "), "ÉO");
  assert.equal(names("club on"), "");
});

test("names have one line and a limit", () => {
  assert.equal(tidyName("  My\n first  study ", 8), "My first");
  assert.equal(tidyName("abc d", 4), "abc");
});
