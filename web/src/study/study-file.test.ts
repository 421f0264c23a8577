import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chapterFileName, chapterText, DEEPEST, isLongLink, LONGEST_COMMENT, MOST_CHAPTERS, newStudyId, readStudy, STUDY_ID,
  StudyFileError, studyFileName, studyFragment, studyFrom, studyFromFragment, studyText,
} from "./study-file.ts";
import type { Chapter, Study, Variation } from "./study.ts";
import { replayPath } from "../net/record-link.ts";

const RECORD = {
  format: "empile/1", game: "block-ness", rules: 1, options: { players: 2 }, seats: ["Anne", "Béa"],
  events: ["Hd5-d8^4", "Hg10-g8^2", "a1-b2"], result: null,
};

const CHAPTER: Chapter = {
  ...RECORD, name: "Première île",
  notes: [
    { at: 0, comment: "The first stone decides." },
    { at: 2, glyph: "?!", marks: [{ kind: "arrow", from: "d5", to: "d8", colour: "green" }] },
  ],
  variations: [{
    at: 1, events: ["Hg10-g7^2", "x"], notes: [{ at: 1, glyph: "!", comment: "Better." }],
    variations: [{ at: 2, events: ["y"] }],
  }],
};

const STUDY: Study = {
  format: "empile-study/1", id: "1f", name: "Öffnung, 1", folder: "Club", chapters: [CHAPTER, { ...RECORD, name: "" }],
};

/** A copy of the study with a changed first chapter. */
function changed(change: Record<string, unknown>): unknown {
  return { ...STUDY, chapters: [{ ...CHAPTER, ...change }] };
}

function errorOf(data: unknown): { key: string; args: unknown } {
  try {
    readStudy(typeof data === "string" ? data : JSON.stringify(data));
  } catch (error) {
    assert.ok(error instanceof StudyFileError && error instanceof SyntaxError);
    return { key: error.key, args: error.args };
  }
  assert.fail(`this is a study: ${JSON.stringify(data)}`);
}

test("readStudy reads what studyText wrote, with another id", () => {
  const { id, ...rest } = readStudy(studyText(STUDY));
  assert.deepEqual({ ...rest, id: "1f" }, STUDY);
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.notEqual(readStudy(studyText(STUDY)).id, id);
});

test("readStudy makes one chapter of a record", () => {
  const { chapters, name } = readStudy(chapterText(CHAPTER));
  assert.deepEqual([name, chapters], ["Première île", [CHAPTER]]);
  assert.deepEqual(readStudy(JSON.stringify(RECORD)).chapters, [{ ...RECORD, name: "" }]);
});

test("newStudyId is random, and an ID", () => {
  const ids = Array.from({ length: 50 }, newStudyId);
  assert.equal(new Set(ids).size, 50);
  for (const id of ids) assert.match(id, STUDY_ID);
});

test("studyFrom keeps the id", () => {
  assert.deepEqual(studyFrom(JSON.parse(studyText(STUDY))), STUDY);
  assert.deepEqual(errorOf({ ...STUDY, id: "" }), { key: "study.file.member", args: { member: "id" } });
  assert.deepEqual(errorOf({ ...STUDY, chapters: [1] }), { key: "study.file.chapter", args: { chapter: 1, member: "chapters" } });
});

test("studyText leaves out empty notes and sorts them", () => {
  const notes = [{ at: 2, comment: "b" }, { at: 1, comment: "", marks: [] }, { at: 0, comment: "a" }];
  const [chapter] = readStudy(studyText({ ...STUDY, chapters: [{ ...CHAPTER, notes, variations: [] }] })).chapters;
  assert.deepEqual(chapter!.notes, [{ at: 0, comment: "a" }, { at: 2, comment: "b" }]);
  assert.ok(!("variations" in chapter!));
});

test("readStudy says which member of which chapter is wrong", () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ format: "empile/2" }, "format"],
    [{ game: 1 }, "game"],
    [{ rules: 1.5 }, "rules"],
    [{ options: [] }, "options"],
    [{ seats: [1] }, "seats"],
    [{ start: 1 }, "start"],
    [{ events: "a" }, "events"],
    [{ result: 1 }, "result"],
    [{ ended: true }, "ended"],
    [{ left: true }, "left"],
    [{ name: "a".repeat(101) }, "name"],
    [{ author: "Anne" }, "author"],
    [{ notes: {} }, "notes"],
    [{ notes: [1] }, "notes[0]"],
    [{ notes: [{ at: 4 }] }, "notes[0].at"],
    [{ notes: [{ at: 1 }, { at: 1 }] }, "notes[1].at"],
    [{ notes: [{ at: 1, text: "" }] }, "notes[0].text"],
    [{ notes: [{ at: 1, comment: "a".repeat(LONGEST_COMMENT + 1) }] }, "notes[0].comment"],
    [{ notes: [{ at: 0, glyph: "!" }] }, "notes[0].glyph"],
    [{ notes: [{ at: 1, glyph: "!!!" }] }, "notes[0].glyph"],
    [{ notes: [{ at: 1, marks: 1 }] }, "notes[0].marks"],
    [{ notes: [{ at: 1, marks: [{ kind: "box", from: "a", colour: "red" }] }] }, "notes[0].marks[0].kind"],
    [{ notes: [{ at: 1, marks: [{ kind: "circle", from: "", colour: "red" }] }] }, "notes[0].marks[0].from"],
    [{ notes: [{ at: 1, marks: [{ kind: "circle", from: "a", colour: "pink" }] }] }, "notes[0].marks[0].colour"],
    [{ notes: [{ at: 1, marks: [{ kind: "circle", from: "a", to: "b", colour: "red" }] }] }, "notes[0].marks[0].to"],
    [{ notes: [{ at: 1, marks: [{ kind: "arrow", from: "a", to: "a", colour: "red" }] }] }, "notes[0].marks[0].to"],
    [{ variations: {} }, "variations"],
    [{ variations: [{ at: -1, events: ["a"] }] }, "variations[0].at"],
    [{ variations: [{ at: 4, events: ["a"] }] }, "variations[0].at"],
    [{ variations: [{ at: 1, events: [] }] }, "variations[0].events"],
    [{ variations: [{ at: 1, events: ["a"], name: "b" }] }, "variations[0].name"],
    [{ variations: [{ at: 1, events: ["a"], notes: [{ at: 0, comment: "b" }] }] }, "variations[0].notes[0].at"],
    [{ variations: [{ at: 1, events: ["a"], variations: [{ at: 2, events: ["b"] }] }] }, "variations[0].variations[0].at"],
  ];
  for (const [change, member] of wrong) {
    assert.deepEqual(errorOf(changed(change)), { key: "study.file.chapter", args: { chapter: 1, member } });
  }
});

test("readStudy refuses other files, other games and records of one seat", () => {
  assert.equal(errorOf("{").key, "study.file.format");
  for (const other of [[], null, 1, { format: "empile/2" }, {}]) assert.equal(errorOf(other).key, "study.file.format");
  assert.deepEqual(errorOf({ ...STUDY, owner: 1 }), { key: "study.file.member", args: { member: "owner" } });
  assert.deepEqual(errorOf({ ...STUDY, chapters: [] }), { key: "study.file.member", args: { member: "chapters" } });
  assert.equal(errorOf({ ...STUDY, chapters: Array(MOST_CHAPTERS + 1).fill(RECORD) }).key, "study.file.many");
  assert.equal(errorOf({ ...STUDY, chapters: [RECORD, { ...RECORD, game: "blox" }] }).key, "study.file.games");
  assert.deepEqual(errorOf({ ...RECORD, view: 0 }), { key: "study.file.view", args: { chapter: 1 } });
});

test("readStudy reads variations down to a depth", () => {
  const nested = (depth: number): Variation =>
    ({ at: 0, events: ["a"], ...(depth > 1 && { variations: [nested(depth - 1)] }) });
  assert.ok(readStudy(JSON.stringify({ ...RECORD, variations: [nested(DEEPEST)] })));
  assert.equal(errorOf({ ...RECORD, variations: [nested(DEEPEST + 1)] }).key, "study.file.chapter");
});

test("a link contains a copy of the study, without its folder and id", async () => {
  const fragment = await studyFragment(STUDY);
  assert.match(fragment, /^#s=[\w-]+$/);
  const { id, ...rest } = (await studyFromFragment(fragment))!;
  assert.deepEqual({ ...rest, id: "1f" }, { ...STUDY, folder: "" });
  assert.notEqual(id, STUDY.id);
});

test("other fragments and damaged links contain no study", async () => {
  const fragment = await studyFragment(STUDY);
  const other = (await replayPath(RECORD)).slice(2);
  for (const wrong of ["", "#", "#s=", "#s=%%", fragment.slice(0, -9), other, other.replace("#g", "#s") + "A"]) {
    assert.equal(await studyFromFragment(wrong), null, wrong);
  }
});

test("isLongLink finds links that programs may cut off", () => {
  assert.ok(!isLongLink("a".repeat(16_000)));
  assert.ok(isLongLink("a".repeat(16_001)));
});

test("files are named after the study and the chapter, or after the game", () => {
  assert.equal(studyFileName(STUDY), "offnung-1.study.json");
  assert.equal(studyFileName({ ...STUDY, name: "…" }), "block-ness.study.json");
  assert.equal(chapterFileName(STUDY, 1), "offnung-1-premiere-ile.json");
  assert.equal(chapterFileName(STUDY, 2), "offnung-1-2.json");
});
