/**
 * A study as data: chapters, each of them a game record with comments and variations.
 *
 * `events` of a chapter is its main line, so that a chapter is also a record that everything reads. Notes and
 * variations belong to a line; `at` counts the events of that line.
 */
import type { GameRecord } from "../net/record.ts";

export const STUDY_FORMAT = "empile-study/1";

export const MARK_COLOURS = ["green", "red", "blue", "yellow"] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/** Judgements of a move, as chess writes them. */
export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Glyph = (typeof GLYPHS)[number];

/** A circle around a place of the board, or an arrow between two. Places are named by the game. */
export interface Mark {
  kind: "circle" | "arrow";
  from: string;
  /** Of an arrow. */
  to?: string;
  colour: MarkColour;
}

/** What is noted about the position after `at` events of a line. */
export interface Note {
  at: number;
  comment?: string;
  /** About the event that led there. */
  glyph?: Glyph;
  marks?: Mark[];
}

/** Events one after the other, with notes and other continuations. */
export interface Line {
  events: string[];
  notes?: Note[];
  variations?: Variation[];
}

/** A line that replaces the events of another line from index `at` on. */
export interface Variation extends Line {
  at: number;
}

export interface Chapter extends GameRecord, Line {
  name: string;
}

export interface Study {
  format: typeof STUDY_FORMAT;
  /** Random, and the same on all devices; a copy has another one. */
  id: string;
  name: string;
  /** Name of its folder; empty: none. */
  folder: string;
  chapters: Chapter[];
}
