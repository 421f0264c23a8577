/** Levels for one person, as `empile.engine.contracts.solo`: solutions, difficulty and hints. */
import { type Layout, offsetOf, type SoloFacts } from "./bundle.ts";
import { ArgumentError, EngineError, type Reason } from "./errors.ts";
import type { Game, State } from "./game.ts";
import { trapped } from "./rules-module.ts";

const LONG = 8;
const WORD = 4;
const ALIGNMENT = 64;
const SOLVE = "solo.solve";
const decoder = new TextDecoder();

/** What the solver found out about a position. */
export interface Solved {
  /** Null: unknown, the search was stopped. */
  isSolvable: boolean | null;
  /** Solutions found. */
  solutions: number;
  /** Whether there are no others. */
  isExact: boolean;
  /** Whether all states were searched. */
  isComplete: boolean;
  /** Share of random plays that solve the position; an estimate unless the search is complete. */
  share: number;
  /** The grade of levels that are as difficult; null unless it can be solved. */
  grade: number | null;
  /** States searched. */
  nodes: number;
  /** Moves to take back until the position can be solved again; 0 if it can, or if unknown. */
  takeBack: number;
  /** The actions of a solution, if one was asked for. */
  moves: number[];
}

/** What may be chosen about a search. */
export interface SolveOptions {
  /** The earlier states of the game, to count the moves to take back. */
  before?: readonly State[];
  /** States after which a search ends. Without the memory for them it ends earlier. */
  nodes?: number;
  /** Solutions that are counted. */
  most?: number;
  /** Whether one solution is enough. */
  stops?: boolean;
}

/** A step of a hint. */
export interface Clue {
  message: Reason;
  /** The parts of the move that this step reveals. */
  parts: Record<string, string>;
  /** The move, at the last step. */
  move: string | null;
  isSolvable: boolean | null;
  takeBack: number;
}

/** The solver of a game with levels for one person. Example: `soloOf(game)?.solve(state).solutions`. */
export class Solo {
  readonly #game: Game;
  readonly #facts: SoloFacts;
  readonly #solved: Layout;

  constructor(game: Game, facts: SoloFacts) {
    const { solved } = game.facts.structs;
    if (solved === undefined) throw new EngineError(`the bundle of ${game.name} does not hold together`);
    this.#game = game;
    this.#facts = facts;
    this.#solved = solved;
  }

  /** Searches the plays of a position. Throws `ArgumentError` unless the limits are whole numbers from 1. */
  solve(state: State, options: SolveOptions = {}): Solved {
    const { before = [], nodes = this.#facts.nodes, most = this.#facts.most, stops = false } = options;
    for (const limit of [nodes, most]) {
      if (!Number.isSafeInteger(limit) || limit < 1) throw new ArgumentError(`a limit is a whole number from 1, not ${limit}`);
    }
    const { rules, facts, at } = this.#game;
    return rules.borrow(() => {
      const block = rules.block(SOLVE);
      const states = [...before, state].map((other) => other.toBytes());
      const bytes = facts.sizes.state;
      const first = rules.reserve(bytes * states.length);
      states.forEach((data, number) => rules.bytes(first + number * bytes, bytes).set(data));
      const solved = rules.place(offsetOf(this.#solved, "size"));
      block.array("params_array", at.params, 1);
      block.array("states", first, states.length);
      block.array("search", rules.reserve(this.#facts.search), 1);
      block.array("solved", solved, 1);
      block.number("nodes", nodes);
      block.number("most", most);
      block.number("stops", stops ? 1 : 0);
      const room = Math.min(this.#facts.memory, Math.floor((rules.left - ALIGNMENT) / LONG));
      block.array("memory", rules.reserve(LONG * room), room);
      try {
        block.run();
      } catch (error) {
        throw trapped(rules, SOLVE, error);
      }
      return this.#read(solved);
    });
  }

  /** Returns the moves of a solution, or null if none is found. */
  solution(state: State): string[] | null {
    const { isSolvable, moves } = this.solve(state, { stops: true });
    if (!isSolvable) return null;
    const after = state.clone();
    return moves.map((action) => {
      const text = after.actionToText(action);
      after.apply(action);
      return text;
    });
  }

  /** Returns a hint; `step` counts from 0, and each reveals more. `before` are the earlier states of the game. */
  clue(state: State, before: readonly State[], step: number): Clue {
    if (!Number.isInteger(step) || step < 0) throw new ArgumentError(`a step is a whole number from 0, not ${step}`);
    const { isSolvable, takeBack, moves } = this.solve(state, { before, stops: true });
    const [action] = moves;
    const message = this.#message(state, isSolvable === null ? -1 : Number(isSolvable), takeBack, action ?? -1, step);
    if (action === undefined) return { message, parts: {}, move: null, isSolvable, takeBack };
    const { clue_parts: names } = this.#facts;
    const text = state.actionToText(action);
    const whole = (state.moves() as { text: string; parts: Record<string, string> }[]).find((move) => move.text === text);
    const parts = Object.fromEntries(names.slice(0, step + 1).map((name) => [name, whole?.parts[name] ?? ""]));
    return { message, parts, move: step + 1 >= names.length ? text : null, isSolvable, takeBack };
  }

  #message(state: State, ...numbers: number[]): Reason {
    const { at, rules } = this.#game;
    const data = state.toBytes();
    rules.bytes(at.state, data.length).set(data);
    return JSON.parse(decoder.decode(this.#game.written("messages", "messages.clue", ...numbers))) as Reason;
  }

  #read(solved: number): Solved {
    const { rules } = this.#game;
    const { view } = rules;
    const place = (field: string) => solved + offsetOf(this.#solved, field);
    const [byte, word] = [(field: string) => view.getInt8(place(field)), (field: string) => view.getInt32(place(field), true)];
    const solvable = byte("solvable");
    const count = word("count");
    return {
      isSolvable: solvable < 0 ? null : solvable === 1,
      solutions: word("solutions"),
      isExact: byte("exact") === 1,
      isComplete: byte("complete") === 1,
      share: view.getFloat64(place("share"), true),
      grade: byte("grade") || null,
      nodes: word("nodes"),
      takeBack: word("take_back"),
      moves: Array.from({ length: count }, (_, number) => view.getInt32(place("moves") + number * WORD, true)),
    };
  }
}

/** Returns the solver of a game, or null if it has no levels for one person. */
export function soloOf(game: Game): Solo | null {
  return game.facts.solo && new Solo(game, game.facts.solo);
}
