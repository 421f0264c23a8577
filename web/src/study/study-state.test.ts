import assert from "node:assert/strict";
import { test } from "node:test";
import { STUDY_FORMAT, type Chapter, type Study } from "./study.ts";
import {
  atSamePosition, movedChapter, openChapter, openStudy, shownEvents, studyOf, withChapter, withTree, withoutChapter,
} from "./study-state.ts";
import { withEvents, withNotes } from "./study-tree.ts";

const chapter = (name: string): Chapter => ({
  name, format: "empile/1", game: "blox", rules: 1, options: { players: 2 }, seats: ["1", "2"], events: ["a", "b"],
  result: { winners: [0], scores: [1, 0], ranks: [1, 2], reason: "points" },
  variations: [{ at: 1, events: ["x"] }],
});
const study: Study = {
  format: STUDY_FORMAT, id: "abc", name: "Study", folder: "", chapters: [chapter("one"), chapter("two"), chapter("three")],
};
const names = (state: ReturnType<typeof openStudy>) => state.chapters.map(({ name }) => name);

test("a study is the same after opening", () => {
  assert.deepEqual(studyOf(openStudy(study)), study);
});

test("the shown position is after the events of its way", () => {
  assert.deepEqual(shownEvents({ ...openStudy(study), path: [0, 1] }), ["a", "x"]);
});

test("another main line has no result, a comment keeps it", () => {
  const state = openStudy(study);
  const { root } = openChapter(chapter("one"));
  assert.equal(studyOf(withTree(state, withEvents(root, [0, 0], ["c"]))).chapters[0]?.result, null);
  assert.ok(studyOf(withTree(state, { root: withNotes(root, [0], { comment: "good" }) })).chapters[0]?.result);
  assert.ok(studyOf(withTree(state, withEvents(root, [0], ["y"]))).chapters[0]?.result, "a variation changes nothing");
});

test("chapters are added, moved and removed", () => {
  const added = withChapter(openStudy(study), openChapter(chapter("four")));
  assert.equal(added.chapter, 3);
  assert.deepEqual(names(movedChapter(added, 3, 0)), ["four", "one", "two", "three"]);
  assert.equal(movedChapter(added, 3, 0).chapter, 0, "the same chapter is shown");
  assert.deepEqual(names(movedChapter(added, 0, 4)), names(added));
  const shown = { ...openStudy(study), chapter: 2 };
  assert.equal(withoutChapter(shown, 0).chapter, 1);
  assert.equal(withoutChapter(shown, 2).chapter, 1);
  const last = withoutChapter(withoutChapter(shown, 0), 0);
  assert.deepEqual(names(withoutChapter(last, 0)), ["three"], "a study keeps one chapter");
});

test("a study that was changed elsewhere stays at its position if that is still there", () => {
  const state = openStudy(study);
  const before = { ...state, chapter: 1, path: [0, 1] };
  assert.deepEqual(atSamePosition(state, before), before);
  const shorter = openStudy({ ...study, chapters: study.chapters.map((one) => ({ ...one, events: ["other"], variations: [] })) });
  assert.deepEqual(atSamePosition(shorter, before).path, []);
  assert.equal(atSamePosition(openStudy({ ...study, chapters: study.chapters.slice(0, 1) }), before).chapter, 0);
});
