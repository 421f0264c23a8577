/** Trees of searches in the memory of the rules, as in `empile.engine.search.trees`. */
import { type Layout, offsetOf, type SearchParams } from "./bundle.ts";
import { EngineError, MemoryError } from "./errors.ts";
import type { Game, State } from "./game.ts";
import { bestFirst, type MoveStats } from "./move-stats.ts";
import { type ArgumentBlock, type RulesModule, trapped } from "./rules-module.ts";
import type { Stream } from "./stream.ts";

const WORD = 4;
const LONG = 8;
const NONE = -1;
const UNUSED = 0xff;
/** Visits of a move in the principal variation, at least. */
const PV_VISITS = 8;

/** The one move to search, or null for all. */
export type First = number | null;

function rootDoesNotFit(bytes: number): MemoryError {
  return new MemoryError(`the root of the tree does not fit in ${bytes} bytes`);
}

/** What both trees share. */
export abstract class Tree {
  protected readonly game: Game;
  protected readonly rules: RulesModule;
  protected readonly root: number;
  protected readonly used: number;
  protected readonly edge: Layout;
  readonly #ends: number;

  constructor(state: State) {
    const { game } = state;
    const { sizes, structs } = game.facts;
    const rules = game.rules;
    this.game = game;
    this.rules = rules;
    this.edge = structs.edge;
    this.root = rules.put(state.toBytes());
    this.used = rules.place(2 * LONG);
    this.#ends = rules.place(offsetOf(structs.ends, "size") * sizes.actions);
  }

  /** Runs at most so many simulations; returns their number, fewer if the root is solved. */
  abstract grow(simulations: number, stream: Stream): number;

  /** Returns the moves of the root, the best first, the others by visits. */
  abstract moveStats(): MoveStats[];

  abstract principalVariation(): number[];

  /** Returns the mean of all returns by seat; exact if the root is solved. */
  abstract expected(): number[];

  /** Places a block of arguments for `name`, with those that all calls of simulations have. */
  protected simulating(name: string, params: SearchParams): ArgumentBlock {
    const { game, rules } = this;
    const { sizes, structs } = game.facts;
    const block = rules.block(name);
    const past = sizes.seats * sizes.actions;
    block.array("params_array", game.at.params, 1);
    block.array("root", this.root, 1);
    block.array("work", rules.place(sizes.state), 1);
    block.array("used", this.used, 2);
    block.array("history", rules.place(offsetOf(structs.history, "size") * past), past);
    block.array("ends", this.#ends, sizes.actions);
    block.array("stream", game.at.stream, 1);
    block.number("exploration", params.exploration);
    block.number("fpu_reduction", params.fpu_reduction);
    block.number("amaf_weight", params.amaf_weight);
    block.number("progressive_widening", params.progressive_widening);
    block.number("rollout_depth", params.rollout_depth);
    return block;
  }

  /** Runs a block, lending it `stream`. */
  protected run(name: string, block: ArgumentBlock, stream: Stream): number {
    try {
      return stream.lend(this.rules, this.game.at.stream, () => block.run());
    } catch (error) {
      throw trapped(this.rules, name, error);
    }
  }

  /** Returns what an edge says about a move, without points; `NONE` is the edge of a move without visits. */
  protected stats(action: number, edge: number, solved: boolean): MoveStats {
    const view = this.rules.view;
    const visits = edge === NONE ? 0 : view.getInt32(edge + offsetOf(this.edge, "visits"), true);
    const value = edge + offsetOf(this.edge, "value");
    const values = Array.from({ length: this.game.numPlayers }, (_, seat) =>
      visits === 0 ? 0 : view.getFloat64(value + LONG * seat, true) / visits);
    return { action, visits, values, scores: null, solved };
  }

  /** Returns what an edge of the root says about a move. */
  protected rootStats(action: number, edge: number, solved: boolean): MoveStats {
    const stats = this.stats(action, edge, solved);
    return { ...stats, scores: this.#scores(action, stats.visits) };
  }

  #scores(action: number, visits: number): number[] | null {
    const { facts } = this.game;
    const layout = facts.structs.ends;
    const end = this.#ends + action * offsetOf(layout, "size");
    const view = this.rules.view;
    const games = view.getUint32(end + offsetOf(layout, "games"), true);
    if (!facts.points || visits === 0 || games !== visits) return null;
    const points = end + offsetOf(layout, "points");
    return Array.from({ length: facts.seats }, (_, seat) => view.getFloat64(points + LONG * seat, true) / visits);
  }
}

/** UCT for perfect information. */
export class UctTree extends Tree {
  readonly #node: Layout;
  readonly #nodes: number;
  readonly #room: number;
  readonly #edges: number;
  readonly #most: number;
  readonly #start: ArgumentBlock;
  readonly #block: ArgumentBlock;
  #length = 0;

  constructor(state: State, simulations: number, params: SearchParams, stream: Stream, first: First, bytes: number) {
    super(state);
    const { game, rules } = this;
    const { sizes, structs } = game.facts;
    if (structs.node === undefined) throw new EngineError(`the bundle of ${game.name} has no nodes`);
    this.#node = structs.node;
    this.#start = rules.block("uct.start");
    this.#block = this.simulating("uct.simulate", params);
    const node = offsetOf(this.#node, "size");
    this.#room = Math.min(simulations + 1, sizes.nodes, Math.floor(Math.floor(bytes / sizes.share_of_nodes) / node));
    const most = Math.floor((bytes - this.#room * node) / offsetOf(this.edge, "size"));
    this.#most = Math.min((simulations + 1) * sizes.legal, sizes.edges, most);
    this.#nodes = rules.reserve(node * this.#room);
    this.#edges = rules.reserve(0); // the last array, which grows in place
    if (this.#most * offsetOf(this.edge, "size") > rules.left) throw new MemoryError("this tree does not fit in the memory of the rules");
    this.#block.number("solver", params.solver ? 1 : 0);
    this.#block.number("prior_weight", params.prior_weight);
    this.#start.array("params_array", game.at.params, 1);
    this.#start.array("root", this.root, 1);
    this.#start.array("used", this.used, 2);
    this.#start.array("stream", game.at.stream, 1);
    this.#reserve(1, this.#start);
    if (this.run("uct.start", this.#start, stream) === 0) throw rootDoesNotFit(bytes);
    if (first !== null) this.#begin(first);
  }

  override grow(simulations: number, stream: Stream): number {
    this.#reserve(simulations, this.#block);
    this.#block.number("simulations", simulations);
    return this.run("uct.simulate", this.#block, stream);
  }

  override moveStats(): MoveStats[] {
    return this.#statsOf(0);
  }

  override principalVariation(): number[] {
    const line: number[] = [];
    let node = 0;
    while (node >= 0) {
      const [best] = this.#statsOf(node);
      if (best === undefined || (line.length > 0 && best.visits < PV_VISITS)) break;
      line.push(best.action);
      node = this.#child(node, best.action);
    }
    return line;
  }

  override expected(): number[] {
    if (this.rules.view.getUint8(this.#at(0, "solved")) === 1) return this.#statsOf(0)[0]?.values ?? [];
    const edges = this.#edgesOf(0);
    const { view } = this.rules;
    const visits = edges.reduce((sum, edge) => sum + view.getInt32(edge + offsetOf(this.edge, "visits"), true), 0);
    const value = offsetOf(this.edge, "value");
    return Array.from({ length: this.game.numPlayers }, (_, seat) =>
      edges.reduce((sum, edge) => sum + view.getFloat64(edge + value + LONG * seat, true), 0) / Math.max(visits, 1));
  }

  /** Returns the moves or outcomes of a node, the best first. */
  #statsOf(node: number): MoveStats[] {
    const { view } = this.rules;
    const [action, solved] = [offsetOf(this.edge, "action"), offsetOf(this.edge, "solved")];
    const moves = this.#edgesOf(node).map((edge) => {
      const [number, isSolved] = [view.getInt32(edge + action, true), view.getUint8(edge + solved) === 1];
      return node === 0 ? this.rootStats(number, edge, isSolved) : this.stats(number, edge, isSolved);
    });
    return bestFirst(moves, view.getInt8(this.#at(node, "seat")));
  }

  /** Returns the node below a move, or -1. */
  #child(node: number, action: number): number {
    const { view } = this.rules;
    const edge = this.#edgesOf(node).find((address) => view.getInt32(address + offsetOf(this.edge, "action"), true) === action);
    return edge === undefined ? NONE : view.getInt32(edge + offsetOf(this.edge, "child"), true);
  }

  /** Returns the addresses of the edges of a node. */
  #edgesOf(node: number): number[] {
    const { view } = this.rules;
    const size = offsetOf(this.edge, "size");
    const from = this.#edges + size * view.getInt32(this.#at(node, "first"), true);
    const count = view.getInt32(this.#at(node, "count"), true);
    return Array.from({ length: count }, (_, number) => from + number * size);
  }

  /** Returns the address of a field of a node. */
  #at(node: number, field: string): number {
    return this.#nodes + node * offsetOf(this.#node, "size") + offsetOf(this.#node, field);
  }

  /** Makes room for `simulations`, each of which adds a node at most, up to the room that the tree may take. */
  #reserve(simulations: number, block: ArgumentBlock): void {
    const { legal, outcomes } = this.game.facts.sizes;
    const used = this.rules.view.getUint32(this.used + LONG, true);
    this.#length = Math.max(this.#length, Math.min(used + simulations * Math.max(legal, outcomes), this.#most));
    this.rules.extend(this.#edges + this.#length * offsetOf(this.edge, "size"));
    block.array("nodes", this.#nodes, this.#room);
    block.array("edges", this.#edges, this.#length);
  }

  /** Lets all simulations begin with the move `first`. */
  #begin(first: number): void {
    const { view } = this.rules;
    for (const edge of this.#edgesOf(0)) view.setInt32(edge + offsetOf(this.edge, "action"), first, true);
    view.setInt32(this.#at(0, "count"), 1, true);
    view.setInt32(this.#at(0, "tried"), 1, true);
  }
}

/** Search with imperfect information, with what one seat knows. */
export class IsmctsTree extends Tree {
  readonly #moves: readonly number[];
  readonly #seat: number;
  readonly #room: number;
  readonly #edges: number;
  readonly #table: number;
  readonly #slots: number;
  readonly #sums: number;
  readonly #block: ArgumentBlock;

  constructor(state: State, observer: number, simulations: number, params: SearchParams, first: First, bytes: number) {
    super(state);
    const { game, rules } = this;
    const { bytes_of_slots, nodes, seats } = game.facts.sizes;
    const edge = offsetOf(this.edge, "size");
    this.#room = Math.min(simulations, nodes, Math.floor(bytes / (edge + bytes_of_slots)));
    if (this.#room === 0) throw rootDoesNotFit(bytes);
    this.#seat = state.currentPlayer();
    this.#moves = first === null ? state.legalActions() : [first];
    this.#block = this.simulating("ismcts.simulate", params);
    this.#slots = 2 ** (Math.floor(Math.log2(2 * this.#room)) + 1);
    this.#table = rules.place(WORD * this.#slots, UNUSED);
    this.#block.array("table", this.#table, this.#slots);
    this.#sums = rules.place(LONG * seats);
    this.#block.array("sums", this.#sums, seats);
    this.#block.number("searcher", observer);
    this.#block.number("first", first ?? NONE);
    this.#edges = rules.reserve(edge * this.#room);
    this.#block.array("edges", this.#edges, this.#room);
  }

  override grow(simulations: number, stream: Stream): number {
    this.#block.number("simulations", simulations);
    return this.run("ismcts.simulate", this.#block, stream);
  }

  override moveStats(): MoveStats[] {
    const { game, rules } = this;
    const count = this.#moves.length;
    const [moves, numbers] = [rules.reserve(WORD * count), rules.reserve(WORD * count)];
    rules.words(moves, count).set(this.#moves);
    const report = rules.block("ismcts.report");
    report.array("params_array", game.at.params, 1);
    report.array("root", this.root, 1);
    report.array("edges", this.#edges, this.#room);
    report.array("table", this.#table, this.#slots);
    report.array("moves", moves, count);
    report.array("out", numbers, count);
    report.run();
    const size = offsetOf(this.edge, "size");
    const edges = [...rules.words(numbers, count)];
    const stats = this.#moves.map((action, at) => {
      const edge = edges[at] ?? NONE;
      return this.rootStats(action, edge < 0 ? NONE : this.#edges + edge * size, false);
    });
    return bestFirst(stats, this.#seat);
  }

  override principalVariation(): number[] {
    return this.moveStats().slice(0, 1).map(({ action }) => action);
  }

  override expected(): number[] {
    const { view } = this.rules;
    const simulations = view.getUint32(this.used + LONG, true);
    return Array.from({ length: this.game.numPlayers }, (_, seat) =>
      view.getFloat64(this.#sums + LONG * seat, true) / Math.max(simulations, 1));
  }
}
