/** Games and states: they move bytes and call the module, and know no rule. No DOM: for pages, workers and Node. */
import { type Bundle, type BundleFacts, type Level, partOf } from "./bundle.ts";
import { ArgumentError, EngineError, IllegalActionError, OptionError } from "./errors.ts";
import { type Call, type RulesModule, SCRATCH } from "./rules-module.ts";
import { filledBundle, stateFromPosition } from "./setup.ts";
import { STREAM_BYTES, type Stream } from "./stream.ts";

const SPECTATOR = -1;
const ALL_MOVES = -1;
const WORD = 4;
const LONG = 8;
const TOKENS = 1 << 12;
const BYTES_OF_A_TOKEN = 8;
const text = new TextDecoder();

/** The addresses of a game's data in the memory of its rules. */
interface Addresses {
  params: number;
  /** Of the state that a call works on. */
  state: number;
  actions: number;
  weights: number;
  stream: number;
  points: number;
  texts: number;
}

/** The calls of a game with options, and its data in the memory of its rules. */
export class Game {
  readonly rules: RulesModule;
  readonly facts: BundleFacts;
  readonly at: Readonly<Addresses>;
  readonly #start: Uint8Array;
  readonly #calls = new Map<string, Call>();
  #tokens = TOKENS;

  constructor(rules: RulesModule, bundle: Bundle) {
    rules.checkStays();
    const { facts } = bundle;
    const { sizes } = facts;
    this.rules = rules;
    this.facts = facts;
    this.#start = partOf(bundle, "start").slice();
    if (this.#start.length !== sizes.state) throw new EngineError(`the bundle of ${facts.game} does not hold together`);
    const room = Math.max(sizes.legal, sizes.outcomes);
    this.at = {
      params: rules.put(partOf(bundle, "params")),
      state: rules.place(sizes.state),
      actions: rules.place(WORD * room),
      weights: rules.place(LONG * room),
      stream: rules.place(STREAM_BYTES),
      points: rules.place(WORD * sizes.seats),
      texts: facts.texts === null ? 0 : rules.put(partOf(bundle, "texts")),
    };
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
    return stateFromPosition(this, position);
  }

  /** Returns a state of bytes from `State.toBytes` or Python's `tobytes`; throws `ArgumentError` for a wrong length. */
  stateFromBytes(bytes: Uint8Array): State {
    const { state } = this.facts.sizes;
    if (bytes.length !== state) throw new ArgumentError(`a state of ${this.name} has ${state} bytes, not ${bytes.length}`);
    return new State(this, bytes.slice());
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

  /** Returns what a function writes of the state in memory as UTF-8; `which` is a seat or a move. */
  written(name: string, which: number): Uint8Array {
    while (true) {
      const bytes = this.rules.borrow(() => this.#write(name, which));
      if (bytes !== null) return bytes;
      // The call needs a text of the same size in its scratch memory.
      if (4 * this.#tokens * BYTES_OF_A_TOKEN > SCRATCH) throw new EngineError(`what ${name} writes does not fit`);
      this.#tokens *= 2;
    }
  }

  /** Returns null if the text does not fit. */
  #write(name: string, which: number): Uint8Array | null {
    const { at, facts, rules } = this;
    if (facts.texts === null) throw new EngineError(`the rules of ${this.name} do not write views`);
    const size = this.#tokens * BYTES_OF_A_TOKEN;
    const tokens = rules.reserve(WORD * this.#tokens);
    const json = rules.reserve(size);
    const length = this.call(
      name, at.params, 1, at.state, 1, 0, which, at.texts, ...facts.texts, tokens, this.#tokens, json, size,
    );
    return length < 0 ? null : rules.bytes(json, length).slice();
  }
}

/** Returns the error of a call that trapped. */
export function trapped(rules: RulesModule, name: string, error: unknown): unknown {
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  return new EngineError(`${name} failed with status ${rules.call("last_status")()}: ${error.message}`);
}

/** What chance has decided: the actions in the order of drawing, and the state after them. */
export interface ChanceEvent {
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
    if (!isPossible) throw new IllegalActionError(`the action ${action} is not possible here`);
    this.#call("step.apply", action);
    this.#take();
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
    if (!this.isLegal(action)) throw new IllegalActionError(`the action ${action} is not legal here`);
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
    return JSON.parse(text.decode(this.viewBytes(seat)));
  }

  /** Returns the same as UTF-8, equal to what a server sends, but for the picture of games without a board of their own. */
  viewBytes(seat: number | null): Uint8Array {
    if (seat !== null) checkSeat(this.game, seat);
    this.#lend();
    return this.game.written("view.view", seat ?? SPECTATOR);
  }

  /** Returns the legal moves with their texts and parts, sorted by text. */
  moves(): unknown {
    return JSON.parse(text.decode(this.movesBytes()));
  }

  movesBytes(): Uint8Array {
    this.#lend();
    return this.game.written("view.moves", ALL_MOVES);
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

function checkSeat(game: Game, seat: number): void {
  if (!Number.isInteger(seat) || seat < 0 || seat >= game.numPlayers) {
    throw new ArgumentError(`seats are 0 to ${game.numPlayers - 1}, not ${seat}`);
  }
}

/** Returns a game with the options of a bundle. Example: `load(await loadRules(wasm), { facts, data }).newState()`. */
export function load(rules: RulesModule, bundle: Bundle): Game {
  const isFilled = bundle.facts.binary.params !== undefined;
  return new Game(rules, isFilled ? bundle : filledBundle(rules, bundle));
}
