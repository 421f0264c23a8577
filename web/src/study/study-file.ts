/**
 * Studies as files and as links, `/study/GAME#s=...`, which contain a copy and are never sent to a server.
 *
 * The format is described in `docs/reference/study.md`; `empile study check` applies the same rules and also
 * plays all lines.
 */
import { isObject, packJson, unpackJson } from "../net/fragment.ts";
import type { Args } from "../i18n/message-format.ts";
import {
  GLYPHS, MARK_COLOURS, STUDY_FORMAT, type Chapter, type Line, type Mark, type Note, type Study, type Variation,
} from "./study.ts";

export const MOST_CHAPTERS = 64;
/** Characters of a name of a study, a folder or a chapter. */
export const LONGEST_NAME = 100;
export const LONGEST_COMMENT = 4000;
export const MOST_MARKS = 100;
/** How deeply variations may be nested. */
export const DEEPEST = 32;
export const STUDY_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Characters of a link that all programs pass on. */
const LONGEST_LINK = 16_000;

const RECORD_FORMAT = "empile/1";
const RECORD_KEYS = ["format", "game", "rules", "options", "seats", "start", "events", "result", "ended", "left"];
const LINE_KEYS = ["notes", "variations"];
const PREFIX = "#s=";

/** Thrown for a text that is no study; `key` is the message of the page. */
export class StudyFileError extends SyntaxError {
  readonly key: string;
  readonly args: Args;

  constructor(key: string, args: Args = {}) {
    super(`${key} ${JSON.stringify(args)}`);
    this.name = "StudyFileError";
    this.key = key;
    this.args = args;
  }
}

/** Returns the id of a new study. */
export function newStudyId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads a study from the text of a file, which may also be a game record, with variations or without: then the
 * study has one chapter and no name. The study is a copy, with another id. Throws a `StudyFileError`.
 */
export function readStudy(text: string): Study {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new StudyFileError("study.file.format");
  }
  return { ...studyFrom(data), id: newStudyId() };
}

/** Returns the study, or the record as a study, in `data`; it keeps its id. Throws a `StudyFileError`. */
export function studyFrom(data: unknown): Study {
  if (isObject(data) && data.format === RECORD_FORMAT) {
    const chapter = readChapter(data, 1);
    return { format: STUDY_FORMAT, id: newStudyId(), name: chapter.name, folder: "", chapters: [chapter] };
  }
  if (!isObject(data) || data.format !== STUDY_FORMAT) throw new StudyFileError("study.file.format");
  const outside = (key: string) => new StudyFileError("study.file.member", { member: key });
  const extra = Object.keys(data).find((key) => !["format", "id", "name", "folder", "chapters"].includes(key));
  if (extra !== undefined) throw outside(extra);
  const { id = newStudyId(), name, folder = "", chapters } = data;
  if (typeof id !== "string" || !STUDY_ID.test(id)) throw outside("id");
  if (!isName(name)) throw outside("name");
  if (!isName(folder)) throw outside("folder");
  if (!Array.isArray(chapters) || chapters.length === 0) throw outside("chapters");
  if (chapters.length > MOST_CHAPTERS) throw new StudyFileError("study.file.many", { most: MOST_CHAPTERS });
  const read = chapters.map((chapter, index) => readChapter(chapter, index + 1));
  if (new Set(read.map(({ game }) => game)).size > 1) throw new StudyFileError("study.file.games");
  return { format: STUDY_FORMAT, id, name, folder, chapters: read };
}

/** Returns a study as the text of a file. */
export function studyText(study: Study): string {
  return JSON.stringify(tidyStudy(study), null, 1);
}

/** Returns a chapter as the text of a file: a game record with notes and variations. */
export function chapterText(chapter: Chapter): string {
  return JSON.stringify(tidyChapter(chapter), null, 1);
}

export function studyFileName(study: Study): string {
  return `${slug(study.name) || study.chapters[0]!.game}.study.json`;
}

/** Returns the name of a chapter's file; `number` counts from 1. */
export function chapterFileName(study: Study, number: number): string {
  const chapter = study.chapters[number - 1]!;
  return `${slug(`${study.name} ${chapter.name || number}`) || chapter.game}.json`;
}

/** Returns the fragment of a link that contains a copy of the study. */
export async function studyFragment(study: Study): Promise<string> {
  const { name, chapters } = tidyStudy(study);
  return PREFIX + await packJson({ format: STUDY_FORMAT, name, chapters });
}

/** Returns the study in a URL fragment, with an id of its own; null if there is none, or if it is damaged. */
export async function studyFromFragment(fragment: string): Promise<Study | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    return { ...studyFrom(await unpackJson(fragment.slice(PREFIX.length))), id: newStudyId() };
  } catch (error) {
    if (error instanceof StudyFileError) return null;
    throw error;
  }
}

/** Whether programs may cut a link off, so that a file must be shared instead. */
export function isLongLink(link: string): boolean {
  return link.length > LONGEST_LINK;
}

// -- Writing ----------------------------------------------------------------------------------------

/** Letters and digits of a name with hyphens, without accents: "Öffnung, 1" becomes "offnung-1". */
function slug(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{Mark}/gu, "").toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, 60);
}

function tidyStudy({ id, name, folder, chapters }: Study): Study {
  return { format: STUDY_FORMAT, id, name, folder, chapters: chapters.map(tidyChapter) };
}

function tidyChapter(chapter: Chapter): Chapter {
  const { name, format, game, rules, options, seats, start, events, result, ended, left } = chapter;
  return {
    format, game, rules, options, seats, ...(start && { start }), name, events, result, ...(ended && { ended }),
    ...(left && { left }), ...tidyLine(chapter),
  };
}

/** Returns the notes and variations of a line, without empty ones. */
function tidyLine({ notes = [], variations = [] }: Line): Pick<Line, "notes" | "variations"> {
  const kept = notes.map(tidyNote).filter((note) => Object.keys(note).length > 1).sort((a, b) => a.at - b.at);
  const lines = variations.map((line) => ({ at: line.at, events: line.events, ...tidyLine(line) }));
  return { ...(kept.length && { notes: kept }), ...(lines.length && { variations: lines }) };
}

function tidyNote({ at, comment, glyph, marks }: Note): Note {
  return { at, ...(comment && { comment }), ...(glyph && { glyph }), ...(marks?.length && { marks }) };
}

// -- Reading ----------------------------------------------------------------------------------------

/** Reads parts of a chapter, each with its path for errors. */
class ChapterReader {
  private readonly chapter: number;

  constructor(chapter: number) {
    this.chapter = chapter;
  }

  expect(holds: boolean, member: string): asserts holds {
    if (!holds) throw new StudyFileError("study.file.chapter", { chapter: this.chapter, member });
  }

  only(data: Record<string, unknown>, keys: readonly string[], path: string): void {
    const extra = Object.keys(data).find((key) => !keys.includes(key));
    this.expect(extra === undefined, `${path}${extra}`);
  }

  /** Reads the notes and variations of a line of `length` events; `depth` is 0 for the main line. */
  line(data: Record<string, unknown>, length: number, path: string, depth: number): Pick<Line, "notes" | "variations"> {
    const found: Pick<Line, "notes" | "variations"> = {};
    if (data.notes !== undefined) found.notes = this.notes(data.notes, length, `${path}notes`, depth > 0 ? 1 : 0);
    if (data.variations !== undefined) {
      const { variations } = data;
      this.expect(Array.isArray(variations) && (variations.length === 0 || depth < DEEPEST), `${path}variations`);
      found.variations = variations.map((one, index) =>
        this.variation(one, length, `${path}variations[${index}]`, depth + 1));
    }
    return found;
  }

  private variation(data: unknown, length: number, path: string, depth: number): Variation {
    this.expect(isObject(data), path);
    this.only(data, ["at", "events", ...LINE_KEYS], `${path}.`);
    const { at, events } = data;
    this.expect(isCount(at, 0, length), `${path}.at`);
    this.expect(isTexts(events) && events.length > 0, `${path}.events`);
    return { at, events, ...this.line(data, events.length, `${path}.`, depth) };
  }

  private notes(data: unknown, length: number, path: string, first: number): Note[] {
    this.expect(Array.isArray(data), path);
    const seen = new Set<unknown>();
    return data.map((one: unknown, index) => {
      const here = `${path}[${index}]`;
      this.expect(isObject(one), here);
      this.only(one, ["at", "comment", "glyph", "marks"], `${here}.`);
      const { at, comment, glyph, marks } = one;
      this.expect(isCount(at, first, length) && !seen.has(at), `${here}.at`);
      seen.add(at);
      const note: Note = { at };
      if (comment !== undefined) {
        this.expect(typeof comment === "string" && comment.length <= LONGEST_COMMENT, `${here}.comment`);
        note.comment = comment;
      }
      if (glyph !== undefined) {
        this.expect(isOneOf(GLYPHS, glyph) && at > 0, `${here}.glyph`);
        note.glyph = glyph;
      }
      if (marks !== undefined) {
        this.expect(Array.isArray(marks) && marks.length <= MOST_MARKS, `${here}.marks`);
        note.marks = marks.map((mark, order) => this.mark(mark, `${here}.marks[${order}]`));
      }
      return note;
    });
  }

  private mark(data: unknown, path: string): Mark {
    this.expect(isObject(data), path);
    const { kind, from, to, colour } = data;
    this.expect(kind === "circle" || kind === "arrow", `${path}.kind`);
    this.only(data, kind === "arrow" ? ["kind", "from", "to", "colour"] : ["kind", "from", "colour"], `${path}.`);
    this.expect(isPlace(from), `${path}.from`);
    this.expect(isOneOf(MARK_COLOURS, colour), `${path}.colour`);
    if (kind === "circle") return { kind, from, colour };
    this.expect(isPlace(to) && to !== from, `${path}.to`);
    return { kind, from, to, colour };
  }
}

function readChapter(data: unknown, number: number): Chapter {
  const reader: ChapterReader = new ChapterReader(number);
  reader.expect(isObject(data), "chapters");
  if ("view" in data) throw new StudyFileError("study.file.view", { chapter: number });
  reader.only(data, [...RECORD_KEYS, "name", ...LINE_KEYS], "");
  const { format, game, rules, options, seats, start, events, result, ended, left, name = "" } = data;
  reader.expect(format === RECORD_FORMAT, "format");
  reader.expect(typeof game === "string", "game");
  reader.expect(typeof rules === "number" && Number.isInteger(rules), "rules");
  reader.expect(isObject(options), "options");
  reader.expect(isTexts(seats), "seats");
  reader.expect(start === undefined || isObject(start), "start");
  reader.expect(isTexts(events), "events");
  reader.expect(result === null || isObject(result), "result");
  reader.expect(ended === undefined || isObject(ended), "ended");
  reader.expect(left === undefined || Array.isArray(left), "left");
  reader.expect(isName(name), "name");
  const chapter = {
    format, game, rules, options, seats, ...(start && { start }), name, events,
    result: result as unknown as Chapter["result"],
    ...(ended && { ended: ended as unknown as NonNullable<Chapter["ended"]> }),
    ...(left && { left: left as NonNullable<Chapter["left"]> }),
  };
  return { ...chapter, ...reader.line(data, events.length, "", 0) };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_NAME;
}

/** A place of the board, as the game names it. */
function isPlace(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= LONGEST_NAME;
}

function isCount(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
