/** What messages do at a table, and what happens by itself: the page's `empile.server.tables.commands`, for one device. */
import { IllegalActionError, type Level, NotationError, resultOf, type State, type Words } from "../../engine/index.ts";
import type { Act, ClientMessage } from "../../net/protocol.ts";
import type { Entry } from "./created.ts";
import { CommandError } from "./errors.ts";
import { nameBeside } from "./names.ts";
import type { LocalTable } from "./table.ts";

type Unnumbered<One> = One extends Entry ? Omit<One, "at" | "seq"> : never;

/** An event that is not appended yet. */
type Step = Unnumbered<Entry>;

/** The children of an event's stream that searches draw from. */
const BOT = 0;
const HINT = 1;

/**
 * Returns the events that a message of the page appends, none if it changes nothing; throws `CommandError`.
 *
 * Not for `hello`, `older` and `ping`, which only ask. The table takes the events once they are stored.
 *
 * Example: `perform(table, { type: "act", seq: table.seq, action: "d4-f4" }, Date.now())`.
 */
export function perform(table: LocalTable, message: ClientMessage, at: number): Entry[] {
  return numbered(table, steps(table, message), at);
}

/**
 * Returns what happens by itself: the first game of a new table, or what is still due in one that was read. Often nothing.
 *
 * Example: `begin(table, Date.now())` after `new LocalTable(created, game)` or `LocalTable.read(created, game, entries)`.
 */
export function begin(table: LocalTable, at: number): Entry[] {
  const { due, places, state } = table;
  if (table.status === "gathering") return numbered(table, started(table, [], firstToBegin(table)), at);
  if (due === null || state === null) return [];
  const resigned = places.findIndex(({ kind, isResigned }) => isResigned && kind === "person");
  return numbered(table, resigned < 0 ? advanced(table, [], state) : afterResigning(table, resigned), at);
}

/** Returns the place of seat 0 in the first game. */
function firstToBegin(table: LocalTable): number {
  const { created: { begins }, game, initial, places: { length: count } } = table;
  if (begins === null) return game.below(table.streamAt(table.seq + 1), count);
  const seat = Math.max(0, initial.currentPlayer()); // a position may be another seat's turn
  return (begins - seat + count) % count;
}

/** What a bot is to move in. */
export interface BotTurn {
  /** For `moveOfBot`. */
  turn: number;
  place: number;
  seat: number;
  level: Level;
  /** The bytes of the state. */
  state: Uint8Array;
  /** What its search draws from. */
  stream: Words;
}

/** Returns what a bot is to move in, null if none is to act. */
export function botToMove(table: LocalTable): BotTurn | null {
  const { game, placeToAct: place, seatToAct: seat, state, turn } = table;
  if (place === null || seat === null || state === null) return null;
  const { kind, level: number } = table.places[place] ?? {};
  const level = game.levels.find((one) => one.number === number);
  if (kind !== "bot" || level === undefined) return null;
  return { turn, place, seat, level, state: state.toBytes(), stream: streamOfSearch(table, BOT) };
}

/** Returns the events of a bot's move; throws `CommandError` if something happened since `turn`. */
export function moveOfBot(table: LocalTable, turn: number, action: number, at: number): Entry[] {
  const { state } = table;
  if (turn !== table.turn || table.status !== "playing" || state === null) {
    throw new CommandError("stale", "something happened while the bot was thinking");
  }
  return numbered(table, moved(table, state, state.actionToText(action)), at);
}

/** Returns what the search of a hint draws from. */
export function hintStream(table: LocalTable): Words {
  return streamOfSearch(table, HINT);
}

function streamOfSearch(table: LocalTable, search: number): Words {
  return table.game.split(table.streamAt(table.seq + 1), search).toWords();
}

function numbered(table: LocalTable, drafts: readonly Step[], at: number): Entry[] {
  return drafts.map((step, index) => ({ ...step, seq: table.seq + 1 + index, at }));
}

function steps(table: LocalTable, message: ClientMessage): Step[] {
  const held = requireSeat(table);
  switch (message.type) {
    case "act":
      return act(table, message);
    case "hint":
      return hint(table);
    case "takeback":
      return takeback(table);
    case "resign":
      return resign(table, message.place ?? null);
    case "abort":
      return abort(table);
    case "rematch":
      return rematch(table);
    case "rename":
      return rename(table, message.name, resolvePlace(held, message.place ?? null));
    default:
      throw new CommandError("not_now", `'${message.type}' is not for tables of one device`);
  }
}

function act(table: LocalTable, { seq, action }: Act): Step[] {
  if (seq !== table.seq) throw new CommandError("stale", `something happened since event ${seq}`);
  requireTurn(table);
  return moved(table, requireState(table), action);
}

function moved(table: LocalTable, state: State, text: string): Step[] {
  const after = state.clone();
  try {
    after.applyText(text);
  } catch (error) {
    if (error instanceof IllegalActionError) throw new CommandError("illegal", error.message, error.reason);
    if (error instanceof NotationError) throw new CommandError("illegal", error.message);
    throw error;
  }
  return advanced(table, [{ kind: "move", seat: state.currentPlayer(), text }], after);
}

/** Adds the chance events after a state, and the end of the game. */
function advanced(table: LocalTable, before: readonly Step[], reached: State): Step[] {
  const all = [...before];
  let state = reached;
  while (state.isChanceNode()) {
    const drawn = state.afterChance(table.streamAt(table.seq + 1 + all.length));
    all.push({ kind: "chance", text: state.eventText(drawn) });
    ({ state } = drawn);
  }
  if (state.isTerminal()) all.push({ kind: "over", result: resultOf(state) });
  return all;
}

function started(table: LocalTable, before: readonly Step[], first: number): Step[] {
  const seats = table.places.map((_, seat) => (first + seat) % table.places.length);
  return advanced(table, [...before, { kind: "started", game_number: table.gameNumber + 1, seats }], table.initial);
}

function hint(table: LocalTable): Step[] {
  if (!table.created.hints) throw new CommandError("no_hints", "this table plays without hints");
  const place = requireTurn(table);
  return table.hintedAt === table.turn ? [] : [{ kind: "hinted", place }];
}

function takeback(table: LocalTable): Step[] {
  const place = requirePerson(table)[0] ?? 0;
  const to = table.takebackTarget;
  if (to === null) throw new CommandError("not_now", "you have no move to take back");
  return [{ kind: "taken_back", to, place }];
}

function resign(table: LocalTable, named: number | null): Step[] {
  const place = resolvePlace(requirePerson(table), named);
  return [{ kind: "resigned", place }, ...afterResigning(table, place)];
}

/** With two seats the game ends, else a bot plays on. */
function afterResigning(table: LocalTable, place: number): Step[] {
  if (table.places.length === 2) return [{ kind: "over", result: null }];
  const { levels } = table.game;
  return [{ kind: "taken_over", place, level: levels[Math.floor(levels.length / 2)]?.number ?? 0 }];
}

function abort(table: LocalTable): Step[] {
  const [place = 0, ...others] = requirePerson(table);
  const moves = table.standing.flatMap(({ entry }) => (entry.kind === "move" ? [table.seats[entry.seat]] : []));
  if ([place, ...others].every((person) => moves.includes(person))) {
    throw new CommandError("not_now", "everybody has moved: resign instead");
  }
  return [{ kind: "over", result: null, reason: "aborted", place }];
}

function rematch(table: LocalTable): Step[] {
  if (table.status !== "over") throw new CommandError("not_now", "the game is not over");
  const back = table.held.filter((place) => table.places[place]?.kind === "bot");
  const first = ((table.seats[0] ?? 0) + 1) % table.places.length;
  return started(table, back.map((place) => ({ kind: "retaken", place })), first);
}

function rename(table: LocalTable, text: string, place: number): Step[] {
  const names = table.places.map(({ name }) => name);
  const name = nameBeside(text, names.toSpliced(place, 1));
  if (names[place] === name) throw new CommandError("not_now", "this is the name already");
  return [{ kind: "renamed", place, name }];
}

function requireSeat({ held }: LocalTable): number[] {
  if (held.length === 0) throw new CommandError("not_yours", "spectators cannot do that");
  return held;
}

function requireState({ state, status }: LocalTable): State {
  if (state !== null && status === "playing") return state;
  throw new CommandError("not_now", status === "over" ? "the game is over" : "the game has not started");
}

/** Returns the places that persons play in the running game. */
function requirePerson(table: LocalTable): number[] {
  requireState(table);
  const { persons } = table;
  if (persons.length === 0) throw new CommandError("not_now", "a bot plays your place");
  return persons;
}

/** Returns the place to act, if it is a person's. */
function requireTurn(table: LocalTable): number {
  requireState(table);
  const { placeToAct: place } = table;
  if (place === null) throw new CommandError("not_now", "no seat is to act");
  if (table.isMine) return place;
  throw new CommandError("not_yours", table.places[place]?.isHeld ? "a bot plays your place" : "it is not your turn");
}

function resolvePlace(places: readonly number[], named: number | null): number {
  const [only, ...others] = places;
  if (named === null && only !== undefined && others.length === 0) return only;
  if (named === null) throw new CommandError("bad_message", "you hold several places: say which one");
  if (!places.includes(named)) throw new CommandError("not_yours", `place ${named} is not yours`);
  return named;
}
