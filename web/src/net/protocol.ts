/**
 * The messages between the page and the server, as `docs/protocol.md` tells them.
 *
 * Members, event kinds and message types that this page does not know are skipped.
 */

export type PlaceKind = "person" | "open" | "bot";
export type Status = "gathering" | "playing" | "over" | "frozen";
export type Parts = Record<string, string>;
export type Args = Record<string, string | number>;

/** A message of the game's catalogue: a key and what fills its places. */
export interface Words {
  key: string;
  args?: Args;
}

export interface GameResult {
  winners: number[];
  scores: number[];
  ranks: number[];
  reason: string;
}

export interface LegalMove {
  text: string;
  parts: Parts;
  /** What it would do beyond its parts: the game's own object. */
  brings?: Record<string, unknown>;
}

export interface LastMove {
  text: string;
  parts: Parts;
  seat: number;
}

export interface PlaceInfo {
  place: number;
  kind: PlaceKind;
  name: string;
  level: number | null;
  /** How steady the hand of a bot is, where hands are at work. */
  dexterity: number | null;
  present: boolean;
  mine: boolean;
  stands_in: boolean;
  resigned: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  status: Status;
  places: PlaceInfo[];
  game_number: number;
  watch: boolean;
  watchers: number;
  language: string;
  code: string | null;
  trouble: string | null;
  /** Whether players may ask what a strong player would do. */
  hints: boolean;
  /** Whether seats do not see the whole position. */
  hides: boolean;
  /** The team of each seat where some play together; so of each place, as seats go round. */
  teams: number[] | null;
  /** Whether hands do not tremble and are helped to find the middle; null where none is at work. */
  calm: boolean | null;
}

export type AskKind = "takeback" | "rematch" | "takeover" | "calm";

export interface AskInfo {
  ask: number;
  what: AskKind;
  place: number;
  waiting: number[];
  takes: number | null;
  level: number | null;
  /** For calm: whether it is to be. */
  calm?: boolean | null;
}

/** What happened waits for an answer that the rules do not know. */
export interface Judging {
  /** A hand that places something in a simulated world, or the people at the table. */
  by: "hand" | "people";
  /** The seat whose hand it is. */
  seat: number;
  /** The ways to hold what is placed. */
  grips: string[];
  /** What people may answer: `ends` where the game would be over, `later` what it may still become. */
  answers: { text: string; ends: boolean; later: string | null }[];
  /** The answer that people gave and may still change, and the place that gave it. */
  held: { text: string; place: number } | null;
}

export interface StateView {
  seq: number;
  game_number: number;
  /** The place of seat 0, 1, ... */
  seats: number[];
  to_act: number | null;
  mine: boolean;
  legal: LegalMove[];
  setting: Record<string, unknown>;
  position: Record<string, unknown>;
  scores: number[];
  result: GameResult | null;
  last: LastMove | null;
  asks: AskInfo[];
  takeback: boolean;
  /** How things lie that the position does not tell of: the game's own object. */
  resting: Record<string, unknown>;
  /** Null where nothing waits for an answer from outside the rules. */
  judging: Judging | null;
}

interface Numbered {
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
}

export type LogEvent = Numbered &
  (
    | { kind: "created"; game: string; places: PlaceInfo[] }
    | { kind: "joined"; place: number; name: string }
    | { kind: "filled"; place: number; level: number }
    | { kind: "renamed"; place: number; name: string }
    | { kind: "started"; game_number: number; seats: number[] }
    | { kind: "move"; seat: number; text: string; parts?: Parts; words?: Words }
    | { kind: "chance"; text: string; words?: Words }
    | { kind: "asked"; what: AskKind; place: number; takes?: number; level?: number }
    | { kind: "answered"; ask: number; place: number; yes: boolean }
    | { kind: "taken_back"; to: number; place: number }
    | { kind: "hinted"; place: number }
    | { kind: "resigned"; place: number }
    | { kind: "taken_over"; place: number; level: number }
    | { kind: "retaken"; place: number }
    | { kind: "judged"; place: number; answer: string; words?: Words }
    | { kind: "calmed"; place: number; on: boolean }
    | { kind: "over"; result?: GameResult | null }
    | { kind: "frozen"; message: string }
    | { kind: "resumed" }
  );

export type ClientMessage =
  | { type: "hello"; table: string; token: string | null; since: number; detail: "full" }
  | { type: "act"; seq: number; action: string }
  | { type: "takeback" }
  | { type: "answer"; ask: number; yes: boolean }
  | { type: "hint" }
  | { type: "resign"; place?: number }
  | { type: "rematch" }
  | { type: "takeover"; place: number; level: number; dexterity?: number }
  | { type: "retake" }
  | { type: "rename"; name: string; place?: number }
  | { type: "resume" }
  | { type: "reach"; seq: number; grip: string; turn: number }
  | { type: "trail"; seq: number; samples: TrailSample[] }
  | { type: "let_go"; seq: number }
  | { type: "judge"; seq: number; answer: string; sure: boolean }
  | { type: "begin"; seq: number }
  | { type: "calm"; on: boolean }
  | { type: "ping" };

/** Seconds since the hand reached in; the centre of mass in millimetres; degrees about the vertical. */
export type TrailSample = [at: number, x: number, y: number, z: number, turn: number];

/** Centre of mass in millimetres and turn w, x, y, z. */
export type PoseSent = readonly [number, number, number, number, number, number, number];

export interface Welcome {
  type: "welcome";
  table: TableInfo;
  you: { places: number[] };
  seq: number;
  events: LogEvent[];
  state: StateView | null;
}

export interface Happened {
  type: "happened";
  events: LogEvent[];
  table?: TableInfo | null;
  state?: StateView | null;
}

export interface AdvisedMove {
  text: string;
  /** What the seat may expect, -1 to 1. */
  value: number;
  /** The points at the end by seat, on the mean. */
  scores?: number[] | null;
  parts?: Parts;
  words?: Words;
}

/** What a strong player would do for the seat to act. */
export interface Advice {
  type: "advice";
  seq: number;
  seat: number;
  /** How many play against each other: seats, or teams. */
  sides: number;
  best: AdvisedMove;
  others: AdvisedMove[];
}

/** A moment of a hand at work. */
export interface HandMessage {
  type: "hand";
  seq: number;
  place: number;
  grip: string;
  /** Seconds since the hand reached in. */
  at: number;
  /** Bodies that moved since the message before; at first all. */
  poses: Record<string, PoseSent>;
  /** The simulated world failed, and the same thing is placed once more. */
  again: boolean;
}

/** What was seen after a hand let go; `docs/protocol.md` tells how `data` is written. */
export interface FilmMessage {
  type: "film";
  seq: number;
  place: number;
  /** Seconds since it began, for who comes in the middle. */
  ago: number;
  names: string[];
  rate: number;
  frames: number;
  seconds: number;
  /** Moments in seconds. */
  marks: Record<string, number>;
  data: string;
}

export interface ErrorMessage {
  type: "error";
  code: string;
  message: string;
  about?: string | null;
  reason?: Words | null;
  seq?: number | null;
}

export type ServerMessage =
  | Welcome
  | Happened
  | Advice
  | HandMessage
  | FilmMessage
  | { type: "presence"; places: number[]; watchers: number }
  | ErrorMessage
  | { type: "pong" }
  | { type: "bye"; code: string; message: string };

// -- REST ------------------------------------------------------------------------------------------

export interface OptionInfo {
  name: string;
  kind: "choice" | "number" | "flag" | "list" | "data";
  default: unknown;
  values: unknown[];
  /** Whether few people ever change it. */
  rare?: boolean;
  /** Options with the values that they must have for this one to leave its default. */
  needs?: Record<string, unknown[]>;
  /** Options that say what a value of this one means. */
  depends?: string[];
  /** Values that the game brings along, by name. */
  named?: Record<string, unknown>;
}

/** How steady a bot's hand is. */
export interface Dexterity {
  number: number;
  key: string;
  spread: number;
}

export interface OptionsChecked {
  options: Record<string, unknown>;
  setting: Record<string, unknown>;
  /** How steady bots' hands can be, where hands are at work. */
  dexterities: Dexterity[];
}

/** What the server answers to options: what they make, or why they cannot be. */
export type OptionsAnswer = Partial<OptionsChecked> & { refused?: Refusal };

export interface GameInfo {
  name: string;
  rules: number;
  options: OptionInfo[];
  players: number[];
  /** `dexterity`: the number of the hand that bots of the level have unless another is chosen. */
  levels: { level: number; key: string; dexterity?: number }[];
  /** How steady the hands of bots can be, in games that ask for a hand. */
  dexterities: Dexterity[];
  /** How many lessons it has. */
  lessons: number;
}

export interface PlaceWanted {
  kind: PlaceKind;
  name?: string;
  level?: number;
  dexterity?: number;
}

export interface TableWanted {
  game: string;
  places: PlaceWanted[];
  options?: Record<string, unknown>;
  language?: string;
  watch?: boolean;
  hints?: boolean;
  calm?: boolean;
}

export interface TableMade {
  table: string;
  code: string;
  token: string;
  places: number[];
}

export interface ReplayFrame {
  event: { text: string; words: Words; seat?: number; parts?: Parts } | null;
  position: Record<string, unknown>;
  resting: Record<string, unknown>;
  scores: number[];
  to_act: number | null;
}

export interface LessonInfo {
  name: string;
  title: Words;
  steps: number;
}

/** A position in which the learner is asked for a move. */
export interface LessonStep {
  lesson: string;
  step: number;
  steps: number;
  title: Words;
  task: Words;
  hint: Words;
  seat: number;
  names: string[];
  setting: Record<string, unknown>;
  position: Record<string, unknown>;
  resting?: Record<string, unknown>;
  scores: number[];
  legal: LegalMove[];
  last: LastMove | null;
}

/** What is said to a learner's move. */
export interface LessonAnswer {
  right: boolean;
  told: Words;
  said: Words;
  happened: ReplayFrame[];
  next: LessonStep | null;
}

export interface GameRecord {
  format: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  seats: string[];
  events: string[];
  result: GameResult | null;
}

export interface Replay {
  record: GameRecord;
  setting: Record<string, unknown>;
  frames: ReplayFrame[];
  /** The team of each seat where some play together. */
  teams: number[] | null;
}

export interface Refusal {
  code: string;
  message: string;
  reason?: Words | null;
  reasons?: Words[];
}
