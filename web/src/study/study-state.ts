/** An open study and the position that is shown. Immutable. */
import type { GameRecord } from "../net/record.ts";
import { STUDY_FORMAT, type Chapter, type Study } from "./study.ts";
import { eventsTo, lineOf, treeOf, type Path, type TreeNode } from "./study-tree.ts";

export interface OpenChapter {
  name: string;
  /** Everything but the moves. */
  record: Omit<GameRecord, "events">;
  root: TreeNode;
}

export interface StudyState {
  id: string;
  name: string;
  folder: string;
  chapters: readonly OpenChapter[];
  /** Index of the shown chapter, and the way to the shown position. */
  chapter: number;
  path: Path;
}

export function openStudy(study: Study): StudyState {
  const { id, name, folder } = study;
  return { id, name, folder, chapters: study.chapters.map(openChapter), chapter: 0, path: [] };
}

export function openChapter(chapter: Chapter): OpenChapter {
  const { name, events, notes, variations, ...record } = chapter;
  return {
    name, record,
    root: treeOf({ events, ...(notes && { notes }), ...(variations && { variations }) }),
  };
}

/** Returns the study as data. */
export function studyOf({ id, name, folder, chapters }: StudyState): Study {
  return { format: STUDY_FORMAT, id, name, folder, chapters: chapters.map(chapterOf) };
}

export function chapterOf({ name, record, root }: OpenChapter): Chapter {
  const { result, ended, left, ...head } = record;
  const line = lineOf(root);
  return { name, ...head, ...line, result: result ?? null, ...(ended && { ended }), ...(left && { left }) };
}

export function shownChapter(state: StudyState): OpenChapter {
  const chapter = state.chapters[state.chapter] ?? state.chapters[0];
  if (!chapter) throw new Error("a study has a chapter");
  return chapter;
}

/** Returns the events that lead to the shown position. */
export function shownEvents(state: StudyState): string[] {
  return eventsTo(shownChapter(state).root, state.path);
}

/** Returns the study with other moves in the shown chapter. The result of the main line is not known any more. */
export function withTree(state: StudyState, { root, path = state.path }: { root: TreeNode; path?: Path }): StudyState {
  const before = shownChapter(state);
  if (root === before.root) return { ...state, path };
  const { ended: _, left: __, ...record } = before.record;
  const same = lineOf(root).events.join() === lineOf(before.root).events.join();
  const isOpen = before.record.result === null && before.record.ended === undefined;
  // The record stays the same object if nothing in it changes, since positions are kept by it.
  const chapter = { ...before, root, record: same || isOpen ? before.record : { ...record, result: null } };
  return { ...state, path, chapters: state.chapters.map((one) => (one === before ? chapter : one)) };
}

/** Returns a study at the position at which `before` is, if it still has that. */
export function atSamePosition(state: StudyState, before: StudyState): StudyState {
  const chapter = state.chapters[before.chapter];
  if (!chapter) return state;
  const isThere = eventsTo(chapter.root, before.path).join() === shownEvents(before).join();
  return { ...state, chapter: before.chapter, path: isThere ? before.path : [] };
}

/** Returns the study with another chapter at its end, which is shown. */
export function withChapter(state: StudyState, chapter: OpenChapter): StudyState {
  return { ...state, chapters: [...state.chapters, chapter], chapter: state.chapters.length, path: [] };
}

/** Returns the study without a chapter; the last one stays. */
export function withoutChapter(state: StudyState, index: number): StudyState {
  if (state.chapters.length < 2) return state;
  const chapters = state.chapters.filter((_, at) => at !== index);
  if (index !== state.chapter) return { ...state, chapters, chapter: state.chapter - (index < state.chapter ? 1 : 0) };
  return { ...state, chapters, chapter: Math.min(index, chapters.length - 1), path: [] };
}

/** Returns the study with a chapter moved to another index. */
export function movedChapter(state: StudyState, from: number, to: number): StudyState {
  const moved = state.chapters[from];
  if (!moved || to < 0 || to >= state.chapters.length) return state;
  const shown = state.chapters[state.chapter];
  const others = state.chapters.filter((one) => one !== moved);
  const chapters = [...others.slice(0, to), moved, ...others.slice(to)];
  return { ...state, chapters, chapter: Math.max(0, chapters.findIndex((one) => one === shown)) };
}
