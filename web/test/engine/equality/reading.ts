/** Reads options and positions that Python has read, and compares what comes of them. */
import {
  type BoardSetup, boardSetup, type Bundle, type Game, gameOf, newStream, type Options, OptionError, PositionError, type Reason, RulesModule,
} from "../../../src/engine/index.ts";
import { bundleOf, linesOf, type Read, type Tell } from "./files.ts";
import { digest, same } from "./same.ts";

/** Options, and perhaps a position; then either what was read or why it was refused. */
interface Line {
  options: Options;
  position?: unknown;
  error?: string;
  reasons?: (Reason | null)[];
  state?: string | null;
  kept?: Options;
  params?: string;
  teams?: number[];
  setup?: BoardSetup;
  /** Digests of what is written before each of the first events of a game. */
  seen?: string[][];
}

const MEGABYTES = 64;


/** Compares what the rules of one bundle read, and counts. */
class Reader {
  readonly counts = { positions: 0, options: 0, refusals: 0, seen: 0 };
  readonly #wasm: WebAssembly.Module;
  readonly #bundle: Bundle;
  #rules: RulesModule;
  #last: { options: string; game: Game } | undefined;

  constructor(wasm: WebAssembly.Module, bundle: Bundle) {
    this.#wasm = wasm;
    this.#bundle = bundle;
    this.#rules = new RulesModule(wasm, { megabytes: MEGABYTES });
  }

  read(line: Line): void {
    // Games stay in the memory of their rules.
    if (this.#rules.left < MEGABYTES * 2 ** 19) this.#rules = new RulesModule(this.#wasm, { megabytes: MEGABYTES });
    if ("position" in line) this.#readPosition(line);
    else this.#readOptions(line);
  }

  #readPosition(line: Line): void {
    const { options, position, error } = line;
    const key = JSON.stringify(options);
    if (this.#last?.options !== key) this.#last = { options: key, game: gameOf(this.#rules, this.#bundle, options) };
    const { game } = this.#last;
    this.counts.positions += 1;
    if (error !== undefined) this.#compareRefusal(line, () => game.stateFromPosition(position));
    else comparePosition(game, position as Record<string, unknown>, line);
  }

  #readOptions(line: Line): void {
    const read = () => gameOf(this.#rules, this.#bundle, line.options);
    this.counts.options += 1;
    if (line.error !== undefined) this.#compareRefusal(line, read);
    else this.#compareGame(read(), line);
  }

  #compareRefusal(line: Line, read: () => unknown): void {
    const error = errorOf(read);
    if (error === null) throw new Error("this was not refused");
    same("texts", error.message, line.error);
    same("reasons", error instanceof OptionError ? error.reasons : [error.reason], line.reasons);
    this.counts.refusals += 1;
  }

  #compareGame(game: Game, line: Line): void {
    const { at, rules } = game;
    const [, length] = this.#bundle.facts.binary.constants ?? [0, 0];
    same("kept options", JSON.stringify(game.facts.options), JSON.stringify(line.kept));
    same("parameters", digest(rules.bytes(at.params, length)), line.params);
    same("teams", game.facts.teams, line.teams);
    if (line.state === null) same("refused starts", errorOf(() => game.newState()) instanceof OptionError, true);
    else same("first states", digest(game.newState().toBytes()), line.state);
    same("boards", boardSetup(game), line.setup);
    same("texts of a game", seenOf(game, line.seen?.length ?? 0), line.seen);
    this.counts.seen += line.seen?.length ?? 0;
  }
}

/** Returns the error by which options or a position are refused; null without one. */
function errorOf(read: () => unknown): OptionError | PositionError | null {
  try {
    read();
  } catch (error) {
    if (error instanceof OptionError || error instanceof PositionError) return error;
    throw error;
  }
  return null;
}

function comparePosition(game: Game, position: Record<string, unknown>, line: Line): void {
  same("states", digest(game.stateFromPosition(position).toBytes()), line.state);
  same("boards", boardSetup(game, position), line.setup);
}

/** Returns what is written before each of the first events of a random game. */
function seenOf(game: Game, events: number): string[][] {
  const stream = newStream(0);
  const viewers = [...Array(game.numPlayers).keys(), null];
  let state = events ? game.newState() : null;
  const seen: string[][] = [];
  while (state && seen.length < events) {
    const before = state.clone();
    const texts = [digest(state.viewBytes(null)), digest(state.movesBytes())];
    let actions: number[];
    if (state.isChanceNode()) {
      ({ actions, state } = state.afterChance(stream));
    } else {
      const legal = state.legalActions();
      actions = [legal[game.below(stream, legal.length)] ?? -1];
      for (const action of actions) state.apply(action);
    }
    seen.push([...texts, ...viewers.map((seat) => digest(before.eventMessageBytes({ actions }, seat)))]);
  }
  return seen;
}

/** Reads the lines of a trace; returns counts. Throws an error that names the line and what differs. */
export async function read(files: Read, tell: Tell = () => {}): Promise<Record<string, number>> {
  const reader = new Reader(await WebAssembly.compile(await files("rules.wasm")), await bundleOf(files, 0));
  for await (const line of linesOf<Line>(files, "read", tell)) {
    try {
      reader.read(line);
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      throw new Error(`${told}, of ${JSON.stringify(line)}`, { cause: error });
    }
  }
  return reader.counts;
}
