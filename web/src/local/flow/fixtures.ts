/** A small game for tests: take 1 or 2 from a pile; after 2, a coin may add one. Whoever takes the last wins. */
import { ArgumentError, type Game, type GameEvent, IllegalActionError, newStream, type State, type Stream } from "../../engine/index.ts";
import type { CreatedPlace, Created, Entry } from "./created.ts";
import { begin, perform } from "./commands.ts";
import { LocalTable } from "./table.ts";

const PILE = 7;
const CHANCE = -1;
const TERMINAL = -4;
const TEXTS = ["one", "two", "~keep", "~more"];

class PileState {
  readonly game: PileGame;
  pile: number;
  seat: number;
  isCoinDue: boolean;

  constructor(game: PileGame, pile: number, seat = 0, isCoinDue = false) {
    this.game = game;
    this.pile = pile;
    this.seat = seat;
    this.isCoinDue = isCoinDue;
  }

  clone(): PileState {
    return new PileState(this.game, this.pile, this.seat, this.isCoinDue);
  }

  toBytes(): Uint8Array {
    return Uint8Array.of(this.pile, this.seat, Number(this.isCoinDue));
  }

  currentPlayer(): number {
    if (this.isCoinDue) return CHANCE;
    return this.pile <= 0 ? TERMINAL : this.seat;
  }

  isTerminal(): boolean {
    return this.currentPlayer() === TERMINAL;
  }

  isChanceNode(): boolean {
    return this.isCoinDue;
  }

  actionToText(action: number): string {
    return TEXTS[action] ?? "";
  }

  applyText(text: string): GameEvent {
    const action = TEXTS.indexOf(text);
    const isPossible = !this.isTerminal() && (this.isCoinDue ? [2, 3] : [0, 1]).includes(action);
    if (!isPossible) throw new IllegalActionError(`no move is written '${text}'`);
    if (this.isCoinDue) this.pile += Number(text === "~more");
    else this.pile -= action + 1;
    if (this.isCoinDue || action === 0) this.seat = (this.seat + 1) % this.game.numPlayers;
    this.isCoinDue = !this.isCoinDue && action === 1 && this.pile > 0;
    return { actions: [action] };
  }

  afterChance(stream: Stream): { actions: number[]; state: PileState } {
    if (!this.isCoinDue) throw new ArgumentError("no chance event comes next");
    const state = this.clone();
    return { actions: [...state.applyText(this.game.below(stream, 2) ? "~more" : "~keep").actions], state };
  }

  /** Spectators do not see coins. */
  eventText({ actions: [action = 0] }: GameEvent, seat?: number | null): string {
    return this.isCoinDue && seat === null ? "~?" : this.actionToText(action);
  }

  eventMessage(event: GameEvent, seat: number | null): unknown {
    return { key: this.eventText(event, seat), args: { seat: String(seat) } };
  }

  moves(): unknown {
    return ["one", "two"].map((text) => ({ text, parts: { take: text } }));
  }

  view(seat: number | null): unknown {
    return { pile: this.pile, viewer: seat };
  }

  scores(): number[] {
    return this.ranks().map((rank) => 2 - rank);
  }

  ranks(): number[] {
    return Array.from({ length: this.game.numPlayers }, (_, seat) => ((seat + 1) % this.game.numPlayers === this.seat ? 1 : 2));
  }

  reason(): string | null {
    return this.isTerminal() ? "empty" : null;
  }
}

class PileGame {
  readonly name = "pile";
  readonly levels = [1, 2, 3].map((number) => ({ number }));
  readonly numPlayers: number;
  readonly facts: Record<string, unknown>;

  constructor(players: number, hidden: boolean) {
    this.numPlayers = players;
    const teams = Array.from({ length: players }, (_, seat) => seat);
    this.facts = { rules_version: 1, hidden, teams, options: { players }, board_setup: { size: PILE } };
  }

  newState(): PileState {
    return new PileState(this, PILE);
  }

  stateFromPosition({ pile }: { pile: number }): PileState {
    return new PileState(this, pile);
  }

  below(stream: Stream, bound: number): number {
    return (stream.toWords()[0] >>> 7) % bound;
  }

  split(stream: Stream, index: number): Stream {
    return newStream(Math.imul(stream.toWords()[0] + index + 1, 0x9e3779b1) >>> 0);
  }
}

export const person = (name = ""): CreatedPlace => ({ kind: "person", name, level: null });
export const bot = (level = 1): CreatedPlace => ({ kind: "bot", name: "", level });

export function pileGame(players: number, { hidden = false } = {}): Game {
  return new PileGame(players, hidden) as unknown as Game;
}

export function createdWith(places: readonly CreatedPlace[], more: Partial<Created> = {}): Created {
  const options = { players: places.length };
  return {
    table: "~a", game: "pile", rules: 1, options, places, begins: 0, start: null, hints: true, language: "en", at: 1, seed: [1, 2], ...more,
  };
}

/** Returns a table whose first game has begun. */
export function begun(places: readonly CreatedPlace[], more: Partial<Created> = {}, hidden = false): LocalTable {
  const table = new LocalTable(createdWith(places, more), pileGame(places.length, { hidden }));
  takeAll(table, begin(table, 2));
  return table;
}

export function takeAll(table: LocalTable, entries: readonly Entry[]): void {
  for (const entry of entries) table.take(entry);
}

/** Lets the person to act move. */
export function act(table: LocalTable, ...texts: string[]): void {
  for (const action of texts) takeAll(table, perform(table, { type: "act", seq: table.seq, action }, 3));
}

/** The state of a table of this game. */
export function pileOf({ state }: LocalTable): number {
  return (state as State & { pile: number }).pile;
}
