/** Games and states: they move bytes and call the module, and know no rule. No DOM: for pages, workers and Node. */
import { type Bundle, type BundleFacts, type Level, partOf } from "./bundle.ts";
import { outcomesOf } from "./chance-text.ts";
import { ArgumentError, EngineError, IllegalActionError, OptionError, type Reason } from "./errors.ts";
import type { Options } from "./options.ts";
import { withPicture } from "./picture.ts";
import { type Call, type RulesModule, SCRATCH, trapped } from "./rules-module.ts";
import { filledBundle, stateOfPosition, withOptions } from "./setup.ts";
import { newStream, STREAM_BYTES, type Stream } from "./stream.ts";
import { checkSeat, SEES_ALL, viewerOf } from "./viewers.ts";

const ALL_MOVES = -1;
const WORD = 4;
const LONG = 8;
const TOKENS = 1 << 12;
const BYTES_OF_A_TOKEN = 8;
const RANDOM_BITS = 2 ** 32;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The addresses of a game's data in the memory of its rules. */
interface Addresses {
  params: number;
  /** Of the state that a call works on. */
  state: number;
  actions: number;
  weights: number;
  /** Of a stream, and of a child after it. */
  stream: number;
  points: number;
}

/** What is written: views with moves, or messages. */
type Kind = "texts" | "messages";

/** The address of a table of texts, its rows, and the bytes of a row; null if the rules write nothing of the kind. */
type Table = readonly [address: number, rows: number, bytes: number] | null;

const KINDS: Readonly<Record<Kind, string>> = { texts: "views", messages: "messages" };

/** The calls of a game with options, and its data in the memory of its rules. */
export class Game {
  readonly rules: RulesModule;
  readonly facts: BundleFacts;
  readonly at: Readonly<Addresses>;
  readonly #start: Uint8Array;
  readonly #tables: Readonly<Record<Kind, Table>>;
  readonly #calls = new Map<string, Call>();
  #tokens = TOKENS;

  constructor(rules: RulesModule, bundle: Bundle) {
    rules.checkStays();
    const { facts } = bundle;
    const { sizes } = facts;
    this.rules = rules;
    this.facts = facts;
    this.#start = new Uint8Array(partOf(bundle, "start")); // slices of a Buffer of Node are no copies
    if (this.#start.length !== sizes.state) throw new EngineError(`the bundle of ${facts.game} does not hold together`);
    const room = Math.max(sizes.legal, sizes.outcomes);
    this.at = {
      params: rules.put(partOf(bundle, "params")),
      state: rules.place(sizes.state),
      actions: rules.place(WORD * room),
      weights: rules.place(LONG * room),
      stream: rules.place(2 * STREAM_BYTES),
      points: rules.place(WORD * sizes.seats),
    };
    const table = (kind: Kind): Table => facts[kind] && [rules.put(partOf(bundle, kind)), ...facts[kind]];
    this.#tables = { texts: table("texts"), messages: table("messages") };
  }

  get name(): string {
    return this.facts.game;
  }

  get numPlayers(): number {
    return this.facts.seats;
  }

  get levels(): readonly Level[] {
    return this.facts.levels;
  }

  /** Actions are integers below this number. */
  get numDistinctActions(): number {
    return this.facts.sizes.actions;
  }

  /** Throws `OptionError` if games with these options begin from a position only. */
  newState(): State {
    if (this.facts.needs_start) throw new OptionError(`${this.name} with these options begins from a position only`);
    return new State(this, this.#start.slice());
  }

  /** Returns the state of a position object, as Python's `state.position()`; throws `PositionError` with the reason. */
  stateFromPosition(position: unknown): State {
    return new State(this, stateOfPosition(this.rules, this.facts, this.at.params, position));
  }

  /** Returns a state of bytes from `State.toBytes` or Python's `tobytes`; throws `ArgumentError` for a wrong length. */
  stateFromBytes(bytes: Uint8Array): State {
    const { state } = this.facts.sizes;
    if (bytes.length !== state) throw new ArgumentError(`a state of ${this.name} has ${state} bytes, not ${bytes.length}`);
    return new State(this, new Uint8Array(bytes));
  }

  /** Calls a function of the rules; throws `EngineError` where it traps: positions lie elsewhere and are unharmed. */
  call(name: string, ...numbers: number[]): number {
    let call = this.#calls.get(name);
    if (call === undefined) {
      call = this.rules.call(name);
      this.#calls.set(name, call);
    }
    try {
      return call(...numbers);
    } catch (error) {
      throw trapped(this.rules, name, error);
    }
  }

  /** Returns a random integer in `0 .. bound - 1`. */
  below(stream: Stream, bound: number): number {
    const { stream: address } = this.at;
    return stream.lend(this.rules, address, () => this.call("random.below", address, 1, bound));
  }

  /** Returns a child stream: a function of what is left of `stream`, which stays as it is, and of `index`. */
  split(stream: Stream, index: number): Stream {
    const { at, rules } = this;
    const child = newStream(0);
    const address = at.stream + STREAM_BYTES;
    stream.lend(rules, at.stream, () =>
      child.lend(rules, address, () => this.call("random.split", at.stream, 1, index, address, 1)));
    return child;
  }

  /** Whether the rules write log messages and reasons why a move is illegal. */
  get writesMessages(): boolean {
    return this.#tables.messages !== null;
  }

  /** Returns what a function writes of the state in memory as UTF-8; `which` are its arguments between state and texts. */
  written(kind: Kind, name: string, ...which: number[]): Uint8Array {
    return this.withTexts(kind, name, which, (length, text) => this.rules.bytes(text, length).slice());
  }

  /** Calls a function that writes, with buffers that are large enough; returns what `take` finds of its result and text. */
  withTexts<Taken>(kind: Kind, name: string, which: readonly number[], take: (result: number, text: number) => Taken): Taken {
    while (true) {
      const taken = this.rules.borrow(() => this.#write(kind, name, which, take));
      if (taken !== null) return taken;
      // The call needs a text of the same size in its scratch memory.
      if (4 * this.#tokens * BYTES_OF_A_TOKEN > SCRATCH) throw new EngineError(`what ${name} writes does not fit`);
      this.#tokens *= 2;
    }
  }

  /** Returns null if the text does not fit. */
  #write<Taken>(
    kind: Kind, name: string, which: readonly number[], take: (result: number, text: number) => Taken,
  ): Taken | null {
    const { at, rules } = this;
    const table = this.#tables[kind];
    if (table === null) throw new EngineError(`${this.name} cannot write ${KINDS[kind]} here: ${this.facts.server_reason}`);
    const size = this.#tokens * BYTES_OF_A_TOKEN;
    const tokens = rules.reserve(WORD * this.#tokens);
    const json = rules.reserve(size);
    const result = this.call(name, at.params, 1, at.state, 1, 0, ...which, ...table, tokens, this.#tokens, json, size);
    return result < 0 ? null : take(result, json);
  }
}

/** A move, which is one action, or a chance event. */
export interface GameEvent {
  /** Those of a chance event are in the order of drawing. */
  readonly actions: readonly number[];
}

/** What chance has decided, and the state after it. */
export interface ChanceEvent extends GameEvent {
  actions: number[];
  state: State;
}

/**
 * A position in a game: its bytes.
 *
 * Example: `const state = game.newState(); state.apply(state.legalActions()[0])`.
 */
export class State {
  readonly game: Game;
  #bytes: Uint8Array;

  constructor(game: Game, bytes: Uint8Array) {
    this.game = game;
    this.#bytes = bytes;
  }

  clone(): State {
    return new State(this.game, this.#bytes.slice());
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice();
  }

  /** Returns the seat to act, from 0, or one of `game.facts.codes`. */
  currentPlayer(): number {
    return this.#call("step.current");
  }

  isTerminal(): boolean {
    return this.currentPlayer() === this.game.facts.codes.terminal;
  }

  isChanceNode(): boolean {
    const { chance, external } = this.game.facts.codes;
    const player = this.currentPlayer();
    return player === chance || player === external;
  }

  /** Returns the legal moves of the seat to act, ascending; else none. */
  legalActions(): number[] {
    if (this.currentPlayer() < 0) return [];
    const { at, facts, rules } = this.game;
    const count = this.#call("step.legal", at.actions, facts.sizes.legal);
    return Array.from(rules.words(at.actions, count).slice().sort()); // sorts by number, unlike an array
  }

  isLegal(action: number): boolean {
    if (!Number.isInteger(action) || action < 0 || action >= this.game.numDistinctActions) return false;
    return this.currentPlayer() >= 0 && this.#call("step.is_legal", action) === 1;
  }

  /** Applies a legal move, or a possible outcome at a chance node; throws `IllegalActionError`. */
  apply(action: number): void {
    const isPossible = this.isChanceNode()
      ? this.chanceOutcomes().some(([outcome]) => outcome === action)
      : this.isLegal(action);
    if (!isPossible) throw this.#refused(action);
    this.#call("step.apply", action);
    this.#take();
  }

  /** Applies the move or the whole chance event that is written `text`, and returns it; throws as `readText`. */
  applyText(text: string): GameEvent {
    const event = this.readText(text);
    for (const action of event.actions) this.apply(action);
    return event;
  }

  /**
   * Returns the move or chance event that is written `text`, exactly as in a record; throws `NotationError`,
   * `IllegalActionError`. A tail that rules do not read, such as poses of blocks, is not checked.
   */
  readText(text: string): GameEvent {
    if (this.isTerminal()) throw this.#refused(-1);
    return { actions: this.isChanceNode() ? outcomesOf(this, text) : [this.textToAction(text)] };
  }

  /**
   * Returns the text of a move or of a whole chance event that can come next, in full or as a seat sees it, null: a spectator.
   * Throws `IllegalActionError`, `ArgumentError`.
   */
  eventText({ actions }: GameEvent, seat?: number | null): string {
    const viewer = seat === undefined ? SEES_ALL : viewerOf(this.game, seat);
    if (!this.isChanceNode()) return this.actionToText(actions[0] ?? -1);
    return decoder.decode(this.#eventBytes("messages.chance", actions, viewer));
  }

  /**
   * Returns the legal move that is written `text`, exactly as in a record; throws `IllegalActionError` if there is none.
   * It is found in the list of all: a page knows no notation. Example: `state.textToAction("d4-f4")`.
   */
  textToAction(text: string): number {
    const begin = encoder.encode(`[{"text":${JSON.stringify(text)}`);
    const action = this.legalActions().find((legal) => {
      const bytes = this.#moveBytes(legal);
      return begin.every((byte, at) => byte === bytes[at]);
    });
    if (action === undefined) throw new IllegalActionError(`no move is written '${text}' in the list of legal moves`);
    return action;
  }

  /** Returns the text of a legal move; throws `IllegalActionError`. */
  actionToText(action: number): string {
    if (!this.isLegal(action)) throw this.#refused(action);
    const [move] = JSON.parse(decoder.decode(this.#moveBytes(action))) as [{ text: string }];
    return move.text;
  }

  /** Returns the texts of all legal moves, sorted. */
  legalTexts(): string[] {
    return (this.moves() as { text: string }[]).map(({ text }) => text);
  }

  /** Returns the outcomes that are possible at a chance node, with their probabilities; none elsewhere. */
  chanceOutcomes(): [action: number, probability: number][] {
    if (!this.isChanceNode()) return [];
    const { at, facts, rules } = this.game;
    const count = this.#call("step.chance", at.actions, facts.sizes.outcomes, at.weights, facts.sizes.outcomes);
    const words = new Uint32Array(rules.memory.buffer, at.weights, 2 * count);
    const weights = Array.from({ length: count }, (_, number) => (words[2 * number] ?? 0) + 2 ** 32 * (words[2 * number + 1] ?? 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Array.from(rules.words(at.actions, count), (action, number) => [action, (weights[number] ?? 0) / total]);
  }

  /** Samples a whole chance event; throws `ArgumentError` unless one comes next. */
  afterChance(stream: Stream): ChanceEvent {
    if (!this.isChanceNode()) throw new ArgumentError("no chance event comes next");
    const { at, rules } = this.game;
    const state = this.clone();
    const left = this.#call("step.chance_actions_left");
    return rules.borrow(() => {
      const drawn = rules.reserve(WORD * (left + 1));
      const count = stream.lend(rules, at.stream, () => state.#call("step.draw", at.stream, 1, drawn, left + 1));
      state.#take();
      return { actions: [...rules.words(drawn, count)], state };
    });
  }

  /** Returns the points that a legal move scores at once for its seat; throws `IllegalActionError`. */
  gain(action: number): number {
    if (!this.isLegal(action)) throw this.#refused(action);
    return this.#call("step.gain", action);
  }

  /** Returns each seat's points so far. */
  scores(): number[] {
    return this.#bySeat("step.scores");
  }

  /** Returns each seat's rank, 1 is best; undefined before the end. */
  ranks(): number[] {
    return this.#bySeat("step.ranks");
  }

  /** Returns why the game is over: one of `game.facts.reasons`; null before the end. */
  reason(): string | null {
    if (!this.isTerminal()) return null;
    return this.game.facts.reasons[this.#call("step.reason")] ?? null;
  }

  /** Returns what a seat sees, null: a spectator. Throws `ArgumentError` for an unknown seat. */
  view(seat: number | null): unknown {
    return JSON.parse(decoder.decode(this.viewBytes(seat)));
  }

  /** Returns the same as UTF-8, equal to what a server sends, but for the picture if only a server draws it. */
  viewBytes(seat: number | null): Uint8Array {
    const viewer = viewerOf(this.game, seat);
    this.#lend();
    return withPicture(this.game.facts.picture, this, this.game.written("texts", "view.view", viewer));
  }

  /** Returns the legal moves with their texts and parts, sorted by text. */
  moves(): unknown {
    return JSON.parse(decoder.decode(this.movesBytes()));
  }

  movesBytes(): Uint8Array {
    return this.#moveBytes(ALL_MOVES);
  }

  /** Returns the log message of an event that comes next here, as a seat sees it, null: a spectator. Throws `ArgumentError`. */
  eventMessage(event: GameEvent, seat: number | null): Reason {
    return JSON.parse(decoder.decode(this.eventMessageBytes(event, seat))) as Reason;
  }

  /** Returns the same as UTF-8, equal to what a server writes. */
  eventMessageBytes({ actions }: GameEvent, seat: number | null): Uint8Array {
    return this.#eventBytes("messages.event", actions, viewerOf(this.game, seat));
  }

  /** Returns why a move is illegal; throws `ArgumentError` if it is legal, no action of the game, or no seat acts. */
  refusal(action: number): Reason {
    return JSON.parse(decoder.decode(this.refusalBytes(action))) as Reason;
  }

  /** Returns the same as UTF-8, equal to what a server writes. */
  refusalBytes(action: number): Uint8Array {
    if (!this.#isRefused(action)) throw new ArgumentError(`the action ${action} is no illegal move here`);
    this.#lend();
    return this.game.written("messages", "messages.refusal", action);
  }

  /** Returns a random state that `seat` cannot distinguish; throws `ArgumentError` unless a seat acts. */
  resampled(seat: number, stream: Stream): State {
    checkSeat(this.game, seat);
    if (this.currentPlayer() < 0) throw new ArgumentError("resampling needs a state in which a seat acts");
    const { at, rules } = this.game;
    const state = this.clone();
    stream.lend(rules, at.stream, () => state.#call("simulation.resample", seat, at.stream, 1));
    state.#take();
    return state;
  }

  /** Returns a move of the rollout policy for what the seat to act sees; throws `ArgumentError` unless a seat acts. */
  randomMove(stream: Stream): number {
    return this.resampled(this.currentPlayer(), stream).rolloutMove(this.game.below(stream, RANDOM_BITS));
  }

  /** Returns a move of the rollout policy, with 32 random bits; throws `ArgumentError` unless a seat acts. */
  rolloutMove(bits: number): number {
    const moves = this.legalActions();
    if (moves.length === 0) throw new ArgumentError("no seat acts");
    const { at, facts, rules } = this.game;
    rules.words(at.actions, moves.length).set(moves);
    this.#lend();
    return this.game.call(
      "simulation.rollout_move", at.params, 1, at.state, 1, at.actions, facts.sizes.legal, moves.length, bits,
    );
  }

  /** Returns the error of an action that is not possible. */
  #refused(action: number): IllegalActionError {
    if (this.isTerminal()) return new IllegalActionError("the game is over", { key: "illegal.over", args: {} });
    const reason = this.game.writesMessages && this.#isRefused(action) ? this.refusal(action) : null;
    return new IllegalActionError(`the action ${action} is not possible here`, reason);
  }

  /** Whether an action of the game is no legal move of the seat to act. */
  #isRefused(action: number): boolean {
    const isAction = Number.isInteger(action) && action >= 0 && action < this.game.numDistinctActions;
    return isAction && this.currentPlayer() >= 0 && !this.isLegal(action);
  }

  /** Whether a move or chance event can come next: the rules would read what is not there. */
  #canFollow(actions: readonly number[]): boolean {
    const [first] = actions;
    if (first === undefined) return false;
    if (!this.isChanceNode()) return actions.length === 1 && this.isLegal(first);
    const state = this.clone();
    return actions.every((action) => {
      const isPossible = state.chanceOutcomes().some(([outcome]) => outcome === action);
      if (isPossible) state.apply(action);
      return isPossible;
    });
  }

  /** Returns what a function writes of an event that comes next, for a viewer. */
  #eventBytes(name: string, actions: readonly number[], viewer: number): Uint8Array {
    if (!this.#canFollow(actions)) throw new ArgumentError("this event cannot come next");
    const { game } = this;
    return game.rules.borrow(() => {
      const address = game.rules.reserve(WORD * actions.length);
      game.rules.words(address, actions.length).set(actions);
      this.#lend();
      return game.written("messages", name, viewer, address, actions.length);
    });
  }

  /** Returns a legal move with its text and parts, or all, as JSON. */
  #moveBytes(action: number): Uint8Array {
    this.#lend();
    return this.game.written("texts", "view.moves", action);
  }

  #bySeat(name: string): number[] {
    const { at, facts, rules } = this.game;
    this.#call(name, at.points, facts.sizes.seats);
    return [...rules.words(at.points, facts.seats)];
  }

  #call(name: string, ...more: number[]): number {
    const { params, state } = this.game.at;
    this.#lend();
    return this.game.call(name, params, 1, state, 1, 0, ...more);
  }

  #lend(): void {
    this.game.rules.bytes(this.game.at.state, this.#bytes.length).set(this.#bytes);
  }

  #take(): void {
    this.#bytes = this.game.rules.bytes(this.game.at.state, this.#bytes.length).slice();
  }
}

/** Returns a game with the options of a bundle. Example: `load(await loadRules(wasm), { facts, data }).newState()`. */
export function load(rules: RulesModule, bundle: Bundle): Game {
  const isFilled = bundle.facts.binary.params !== undefined;
  return new Game(rules, isFilled ? bundle : filledBundle(rules, bundle));
}

/**
 * Returns a game with options of its own, as Python's `empile.load`; throws `OptionError` with the reasons.
 *
 * The bundle is any of the same game; its levels are taken, which may depend on the players and the variant. An option of
 * the kind `list` is left out unless it is given.
 *
 * Example: `gameOf(rules, bundle, { players: 3, layout }).newState()`.
 */
export function gameOf(rules: RulesModule, bundle: Bundle, options: Options): Game {
  return load(rules, withOptions(rules, bundle, options));
}
