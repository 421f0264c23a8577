/** A table in the page, rebuilt from its events: the page's `empile.server.tables.table`, for one device. */
import { type Game, type GameEvent, IllegalActionError, NotationError, resultOf, type State, type Stream, streamOf } from "../../engine/index.ts";
import type { ChanceResolved, Moved, Over, Renamed, Resigned, Retaken, Started, TakenBack, TakenOver } from "../../net/protocol.ts";
import type { Created, CreatedPlace, Entry } from "./created.ts";
import { DamagedError } from "./errors.ts";

/** A place. Those of persons are all held by this device, also while a bot plays there. */
export interface Place extends CreatedPlace {
  isHeld: boolean;
  /** Whether its person resigned the current game. */
  isResigned: boolean;
}

/** An event that a table has taken. */
export interface Applied {
  entry: Entry;
  /** Of a move or chance event: the state before it, and what it was read as. */
  played: Played | null;
}

interface Played {
  before: State;
  event: GameEvent;
}

/** A move or chance event that counts. */
interface Standing extends Played {
  entry: ChanceResolved | Moved;
}

/** What is due before anything else can happen. */
type Due = "chance" | "over" | "taken_over";

/** A table of one device. Only `take` changes it, so that a table that was read equals one that has been running. */
export class LocalTable {
  readonly created: Created;
  readonly game: Game;
  /** The state in which each game begins. */
  readonly initial: State;
  readonly places: Place[];
  /** All events after the creation, which is event 1. */
  readonly entries: Entry[] = [];
  /** Rises when the seat to act or the position changes. */
  turn = 0;
  /** The turn of the last hint. */
  hintedAt = -1;
  /** The number of the current game, or of the last one; 0 before the first. */
  gameNumber = 0;
  /** Places by seat. */
  seats: readonly number[] = [];
  isOver = false;
  /** Replaced, never changed in place; null before the first game. */
  state: State | null = null;
  /** The moves and chance events of the game, but for those taken back. */
  standing: Standing[] = [];
  /** The events from the start of the game on. */
  logged: Applied[] = [];

  /** Throws `DamagedError` if the table is one of another game, `PositionError` if no game can begin from its position. */
  constructor(created: Created, game: Game) {
    const { places, begins, start } = created;
    const isOfGame = created.game === game.name && created.rules === game.facts.rules_version && places.length === game.numPlayers;
    const hasPlaces = places.every(({ kind, name, level }) =>
      typeof name === "string" && (kind === "person" ? level === null : kind === "bot" && hasLevel(game, level)));
    if (!isOfGame || !hasPlaces || ![...places.keys(), null].includes(begins)) {
      throw new DamagedError(`the table ${created.table} is not one of this game`);
    }
    streamOf(created.seed); // checks it
    this.created = created;
    this.game = game;
    this.initial = start === null ? game.newState() : game.stateFromPosition(start);
    this.places = places.map((place) => ({ ...place, isHeld: place.kind === "person", isResigned: false }));
  }

  /** Replays all events of a table; throws `DamagedError` if they are damaged, or those of another table. */
  static read(created: Created, game: Game, entries: readonly Entry[]): LocalTable {
    try {
      const table = new LocalTable(created, game);
      for (const entry of entries) table.take(entry);
      return table;
    } catch (cause) {
      if (cause instanceof DamagedError) throw cause;
      throw new DamagedError(`the table ${created.table} cannot be read: ${String(cause)}`, { cause });
    }
  }

  /** The number of events. */
  get seq(): number {
    return this.entries.length + 1;
  }

  get status(): "gathering" | "over" | "playing" {
    if (this.gameNumber === 0) return "gathering";
    return this.isOver ? "over" : "playing";
  }

  get seatToAct(): number | null {
    const player = this.status === "playing" ? this.state?.currentPlayer() : undefined;
    return player === undefined || player < 0 ? null : player;
  }

  get placeToAct(): number | null {
    return this.seatToAct === null ? null : (this.seats[this.seatToAct] ?? null);
  }

  /** Whether a person is to act. */
  get isMine(): boolean {
    return this.placeToAct !== null && this.places[this.placeToAct]?.kind === "person";
  }

  /** The places of this device. */
  get held(): number[] {
    return this.#places(({ isHeld }) => isHeld);
  }

  /** The places that persons play. */
  get persons(): number[] {
    return this.#places(({ kind }) => kind === "person");
  }

  /** The index in `standing` of the last move of a person; null if there is none, or if chance has revealed something since. */
  get takebackTarget(): number | null {
    if (this.status !== "playing") return null;
    const { persons } = this;
    const index = this.standing.findLastIndex(({ entry }) =>
      entry.kind === "chance" || persons.includes(this.seats[entry.seat] ?? -1));
    return this.standing[index]?.entry.kind === "move" ? index : null;
  }

  /** What is due by itself, null if nothing is. */
  get due(): Due | null {
    if (this.status !== "playing" || this.state === null) return null;
    if (this.state.isTerminal()) return "over";
    if (this.state.isChanceNode()) return "chance";
    if (!this.places.some(({ kind, isResigned }) => isResigned && kind === "person")) return null;
    return this.places.length === 2 ? "over" : "taken_over";
  }

  /** Returns what event `seq` is drawn from: no event can draw again what another one drew. */
  streamAt(seq: number): Stream {
    return this.game.split(streamOf(this.created.seed), seq);
  }

  /** Applies the next event. Throws `DamagedError`, and leaves the table unchanged, if it cannot come next. */
  take(entry: Entry): Applied {
    this.#check(entry.seq === this.seq + 1 && Number.isFinite(entry.at), entry);
    this.#check(this.due === null || this.due === entry.kind, entry);
    const applied = { entry, played: this.#apply(entry) };
    if (entry.kind !== "hinted" && entry.kind !== "renamed" && entry.kind !== "resigned") this.turn += 1;
    this.entries.push(entry);
    this.logged.push(applied);
    return applied;
  }

  /** Returns what a move or chance event was played as, null for other events. */
  #apply(entry: Entry): Played | null {
    switch (entry.kind) {
      case "move":
      case "chance":
        return this.#happen(entry);
      case "started":
        this.#start(entry);
        break;
      case "taken_back":
        this.#takeBack(entry);
        break;
      case "over":
        this.#check(this.status === "playing" && this.#isEnd(entry), entry);
        this.isOver = true;
        break;
      case "hinted":
        this.#check(this.isMine && entry.place === this.placeToAct, entry);
        this.hintedAt = this.turn;
        break;
      default:
        this.#seat(entry);
    }
    return null;
  }

  #start(entry: Started): void {
    const { game_number: number, seats } = entry;
    const count = this.places.length;
    const [first = -1] = seats;
    const turnsRound = seats.length === count && first in this.places && seats.every((place, seat) => place === (first + seat) % count);
    this.#check(this.status !== "playing" && number === this.gameNumber + 1 && turnsRound, entry);
    this.gameNumber = number;
    this.seats = seats;
    this.isOver = false;
    this.state = this.initial;
    this.standing = [];
    this.logged = [];
    for (const place of this.places) place.isResigned = false;
  }

  #happen(entry: ChanceResolved | Moved): Played {
    const before = this.state;
    const isDue = entry.kind === "chance" ? this.due === "chance" : this.seatToAct === entry.seat;
    if (before === null || !isDue) throw this.#damaged(entry);
    const after = before.clone();
    const event = this.#read(after, entry);
    this.#check(entry.kind === "move" || before.eventText(event) === entry.text, entry);
    this.standing.push({ entry, before, event });
    this.state = after;
    return { before, event };
  }

  #read(state: State, entry: ChanceResolved | Moved): GameEvent {
    try {
      return state.applyText(entry.text);
    } catch (error) {
      if (error instanceof IllegalActionError || error instanceof NotationError) throw this.#damaged(entry);
      throw error;
    }
  }

  #takeBack(entry: TakenBack): void {
    const first = this.standing[entry.to];
    if (this.status !== "playing" || first?.entry.kind !== "move" || !this.persons.includes(entry.place)) throw this.#damaged(entry);
    this.state = first.before;
    this.standing.length = entry.to;
  }

  /** Whether the game can end like this now. */
  #isEnd({ result, reason, place = -1 }: Over): boolean {
    if (result !== null || this.state?.isTerminal()) return JSON.stringify(result) === JSON.stringify(this.state && resultOf(this.state));
    return reason === undefined ? this.due === "over" : reason === "aborted" && this.persons.includes(place);
  }

  #seat(entry: Renamed | Resigned | Retaken | TakenOver): void {
    const place = this.places[entry.place];
    if (!place?.isHeld) throw this.#damaged(entry);
    const isPerson = place.kind === "person";
    switch (entry.kind) {
      case "renamed":
        this.#check(typeof entry.name === "string", entry);
        place.name = entry.name;
        break;
      case "resigned":
        this.#check(this.status === "playing" && isPerson, entry);
        place.isResigned = true;
        break;
      case "taken_over":
        this.#check(this.due === "taken_over" && isPerson && place.isResigned && hasLevel(this.game, entry.level), entry);
        Object.assign(place, { kind: "bot", level: entry.level });
        break;
      case "retaken":
        this.#check(this.status === "over" && !isPerson, entry);
        Object.assign(place, { kind: "person", level: null });
        break;
      default:
        throw this.#damaged(entry);
    }
  }

  #places(isWanted: (place: Place) => boolean): number[] {
    return this.places.flatMap((place, number) => (isWanted(place) ? [number] : []));
  }

  #check(isRight: boolean, entry: Entry): void {
    if (!isRight) throw this.#damaged(entry);
  }

  #damaged(entry: Entry): DamagedError {
    return new DamagedError(`event ${this.seq + 1} of the table ${this.created.table} cannot be ${JSON.stringify(entry)}`);
  }
}

function hasLevel(game: Game, level: number | null): boolean {
  return game.levels.some(({ number }) => number === level);
}
