/** What the device shows of a table: the page's `empile.server.tables.redaction`. */
import { boardSetup, type GameEvent, resultOf, type State } from "../../engine/index.ts";
import type {
  Created as CreatedEvent, LastMove, LegalMove, LogEvent, Parts, PlaceInfo, StateUpdate, StateView, TableInfo,
} from "../../net/protocol.ts";
import type { Applied, LocalTable, Place } from "./table.ts";

/** A seat, or null for a spectator. */
type Viewer = number | null;

type Json = Record<string, unknown>;

/** Returns the viewer of the log, which stays on screen: a spectator if several places are held. */
function logViewerOf({ held: [only = -1, ...others], seats }: LocalTable): Viewer {
  const seat = seats.indexOf(only);
  return others.length > 0 || seat < 0 ? null : seat;
}

/** Returns the viewer of positions: of several persons, who must not see each other's hands, the one to act. */
function viewerOf(table: LocalTable): Viewer {
  if (!table.game.facts.hidden) return null;
  return table.isMine ? table.seatToAct : logViewerOf(table);
}

/** Returns an event of the log; `isRevealed` shows all of it, as the record does after the end. */
export function eventSeen(table: LocalTable, { entry, played }: Applied, isRevealed: boolean): LogEvent {
  const viewer = logViewerOf(table);
  if (entry.kind === "started" && table.created.start !== null) {
    const view = isRevealed ? {} : (table.initial.view(viewer) as Json);
    return { ...entry, start: { ...table.created.start, ...view } };
  }
  if (played === null || (entry.kind !== "move" && entry.kind !== "chance")) return entry;
  const { before, event } = played;
  const eye = isRevealed ? informedViewer(before, event, entry.text) : viewer;
  const text = isRevealed ? entry.text : before.eventText(event, eye);
  const message = before.eventMessage(event, eye);
  if (entry.kind === "chance") return { ...entry, text, message };
  return { ...entry, text, parts: partsSeen(before, entry.text, text), message };
}

/** Returns a viewer that sees all of an event. */
function informedViewer(before: State, event: GameEvent, text: string): Viewer {
  const player = before.currentPlayer();
  if (player >= 0) return player;
  const viewers = [null, ...before.game.facts.teams.keys()];
  return viewers.find((viewer) => before.eventText(event, viewer) === text) ?? null;
}

/** Returns the parts of a move, nothing if `text`, as it is seen, hides something. */
function partsSeen(before: State, whole: string, text: string): Parts {
  return text === whole ? (movesOf(before).find((move) => move.text === text)?.parts ?? {}) : {};
}

function movesOf(state: State): LegalMove[] {
  return state.moves() as LegalMove[];
}

/** Returns the creation of the table as an event. */
export function createdSeen({ created, game }: LocalTable): CreatedEvent {
  return {
    kind: "created",
    seq: 1,
    at: created.at,
    game: created.game,
    rules: created.rules,
    options: game.facts.options,
    places: created.places.map((place, number) => ({ ...placeInfo({ ...place, isHeld: false, isResigned: false }, number), present: false })),
    allow_spectators: false,
    hints: created.hints,
    ...(created.begins === null ? {} : { begins: created.begins }),
  };
}

function placeInfo({ kind, name, level, isHeld, isResigned }: Place, place: number): PlaceInfo {
  return {
    place, kind, name, level, present: true, mine: isHeld, stands_in: isHeld && kind === "bot", resigned: isResigned, hand_skill: null,
  };
}

/** Returns the table without its position. */
export function tableInfo({ created, game, gameNumber, places, status }: LocalTable): TableInfo {
  const { hidden, options, teams } = game.facts;
  return {
    id: created.table,
    game: created.game,
    rules: created.rules,
    options,
    status,
    places: places.map(placeInfo),
    game_number: gameNumber,
    allow_spectators: false,
    spectators: 0,
    language: created.language,
    code: null,
    failure: null,
    hints: created.hints,
    imperfect_information: hidden,
    teams: new Set(teams).size < teams.length ? [...teams] : null,
    assist: null,
  };
}

/** Returns the current game, null before the first. */
export function stateView(table: LocalTable): StateView | null {
  const { state } = table;
  return state && { ...always(table), ...position(table, state), ...start(table), last: lastMove(table) };
}

/** Returns what events can have changed of the current game, null before the first. */
export function stateUpdate(table: LocalTable, applied: readonly Applied[]): StateUpdate | null {
  const { state } = table;
  if (state === null) return null;
  const kinds = new Set(applied.map(({ entry }) => entry.kind));
  if (kinds.has("started")) return stateView(table);
  if ([...kinds].every((kind) => kind === "hinted" || kind === "renamed")) return always(table);
  const last = kinds.has("taken_back") ? { last: lastMove(table) } : {};
  return { ...always(table), ...position(table, state), ...last };
}

function always(table: LocalTable): Pick<StateView, "asks" | "pending_ruling" | "seq" | "takeback"> {
  return { seq: table.seq, asks: [], pending_ruling: null, takeback: table.takebackTarget !== null };
}

type Position = Pick<StateView, "legal" | "mine" | "poses" | "position" | "result" | "scores" | "to_act">;

function position(table: LocalTable, state: State): Position {
  return {
    to_act: table.seatToAct,
    mine: table.isMine,
    legal: table.isMine ? movesOf(state) : [],
    position: state.view(viewerOf(table)) as Json,
    scores: state.scores(),
    result: resultOf(state),
    poses: {}, // the page knows how things lie that no hand has placed
  };
}

function start({ created, game, gameNumber, seats }: LocalTable): Pick<StateView, "board_setup" | "game_number" | "seats"> {
  return { game_number: gameNumber, seats: [...seats], board_setup: boardSetup(game, created.start) };
}

function lastMove(table: LocalTable): LastMove | null {
  for (const { entry, before, event } of table.standing.toReversed()) {
    if (entry.kind !== "move") continue;
    const text = before.eventText(event, logViewerOf(table));
    return { seat: entry.seat, text, parts: partsSeen(before, entry.text, text) };
  }
  return null;
}
