/**
 * A compiled module of rules and its memory. Calls take addresses, lengths and numbers, never a BigInt; 64-bit integers
 * in memory are read as two words.
 *
 * The memory has static data, then the stack, then scratch arrays of the call that runs, then what is placed here. It
 * grows up to a maximum and never shrinks: a page that ends the worker gives it back.
 */
import { EngineError, MemoryError } from "./errors.ts";

const PAGE = 1 << 16;
const STACK = 1 << 18;
/** Bytes of the scratch arrays of a call. */
export const SCRATCH = 1 << 20;
const ALIGNMENT = 64;
const MOST_PAGES = 1 << 16;
const MEGABYTE = 1 << 20;
/** The most memory of rules unless their page says otherwise. */
export const DEFAULT_MEGABYTES = 512;
const SLOT = 8;

/** An export of a module. */
export type Call = (...numbers: number[]) => number;

/** What may be chosen about a module. */
export interface RulesOptions {
  /** The most memory that rules and searches may use, in MB (2 ** 20 bytes); by default 512. */
  megabytes?: number;
}

/** Our own facts in a module. */
interface Facts {
  /** Where the static data end. */
  static: number;
  /** The slots of the blocks of arguments, by export. */
  blocks: Readonly<Record<string, readonly string[]>>;
}

const upTo = (address: number, to = ALIGNMENT): number => Math.ceil(address / to) * to;

function factsOf(module: WebAssembly.Module): Facts {
  const [section] = WebAssembly.Module.customSections(module, "empile");
  if (section === undefined) throw new EngineError("this module is not one of Empile");
  return JSON.parse(new TextDecoder().decode(section)) as Facts;
}

/** The rules of a game, for any of its options. */
export class RulesModule {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Readonly<Record<string, Call | undefined>>;
  readonly #blocks: Facts["blocks"];
  readonly #most: number;
  #top: number;
  #borrowers = 0;

  constructor(module: WebAssembly.Module, { megabytes = DEFAULT_MEGABYTES }: RulesOptions = {}) {
    const facts = factsOf(module);
    const stack = upTo(facts.static) + STACK;
    this.#top = stack + SCRATCH;
    const initial = Math.ceil(this.#top / PAGE);
    const maximum = Math.min(Math.floor((megabytes * MEGABYTE) / PAGE), MOST_PAGES);
    if (!(maximum >= initial)) throw new MemoryError(`rules need at least ${Math.ceil((initial * PAGE) / MEGABYTE)} MB`);
    this.memory = new WebAssembly.Memory({ initial, maximum });
    this.#most = maximum * PAGE;
    const pointer = new WebAssembly.Global({ value: "i32", mutable: true }, stack);
    const env = { __linear_memory: this.memory, __stack_pointer: pointer };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as Record<string, Call>;
    this.#blocks = facts.blocks;
    this.call("set_scratch")(stack, stack + SCRATCH);
  }

  /** Returns an export; throws `EngineError` if the module has none of this name. */
  call(name: string): Call {
    const call = this.#exports[name];
    if (call === undefined) throw new EngineError(`the module of the rules has no ${name}`);
    return call;
  }

  /** The most memory of a tree, in bytes, unless a search says otherwise: half of all. */
  get treeBytes(): number {
    return Math.floor(this.#most / 2);
  }

  /** Where the next bytes are placed. */
  get top(): number {
    return this.#top;
  }

  /** How many bytes can still be placed. */
  get left(): number {
    return this.#most - this.#top;
  }

  /** Runs `work`, then drops what it has placed; the memory stays for what is placed next. */
  borrow<T>(work: () => T): T {
    const giveBack = this.borrowed();
    try {
      return work();
    } finally {
      giveBack();
    }
  }

  /** Borrows memory for work in steps; returns what gives back all that is placed from here on. */
  borrowed(): () => void {
    const top = this.#top;
    this.#borrowers += 1;
    return () => {
      this.#borrowers -= 1;
      this.#top = top;
    };
  }

  /** Throws `EngineError` while memory is borrowed, since what is placed then does not stay. */
  checkStays(): void {
    if (this.#borrowers > 0) throw new EngineError("a game cannot be loaded during a search");
  }

  /** Reserves bytes of any value; returns their address. Throws `MemoryError`. */
  reserve(bytes: number): number {
    const address = this.#top;
    this.extend(address + bytes);
    return address;
  }

  /** Reserves bytes, each `value`. Throws `MemoryError`. */
  place(bytes: number, value = 0): number {
    const address = this.reserve(bytes);
    this.bytes(address, bytes).fill(value);
    return address;
  }

  /** Places a copy of `data`. Throws `MemoryError`. */
  put(data: Uint8Array): number {
    const address = this.reserve(data.length);
    this.bytes(address, data.length).set(data);
    return address;
  }

  /** Lets the bytes that were placed last end at `end`. Throws `MemoryError`. */
  extend(end: number): void {
    const top = upTo(end);
    const missing = Math.ceil((top - this.memory.buffer.byteLength) / PAGE);
    if (top > this.#most) throw new MemoryError("the memory of the rules is full");
    if (missing > 0) {
      try {
        this.memory.grow(missing);
      } catch {
        throw new MemoryError("the browser has no more memory for the rules");
      }
    }
    this.#top = top;
  }

  // Views are made anew at each use, since memory that grows detaches them.

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, count);
  }

  words(address: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, count);
  }

  get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** Places a block of arguments for an export that takes one. */
  block(name: string): ArgumentBlock {
    const slots = this.#blocks[name];
    if (slots === undefined) throw new EngineError(`the module of the rules has no block of ${name}`);
    return new ArgumentBlock(this, name, slots);
  }
}

/** The arguments of an export that takes many: one slot for each number, and for each address and length of an array. */
export class ArgumentBlock {
  readonly #rules: RulesModule;
  readonly #call: Call;
  readonly #slots: ReadonlyMap<string, number>;
  readonly #address: number;

  constructor(rules: RulesModule, name: string, slots: readonly string[]) {
    this.#rules = rules;
    this.#call = rules.call(name);
    this.#address = rules.place(slots.length * SLOT);
    this.#slots = new Map(slots.map((slot, at) => [slot, this.#address + at * SLOT]));
  }

  array(name: string, address: number, ...lengths: number[]): void {
    this.#rules.view.setInt32(this.#slot(name), address, true);
    lengths.forEach((length, axis) => this.#rules.view.setInt32(this.#slot(`${name}.${axis}`), length, true));
  }

  number(name: string, value: number): void {
    this.#rules.view.setFloat64(this.#slot(name), value, true);
  }

  run(): number {
    return this.#call(this.#address);
  }

  #slot(name: string): number {
    const address = this.#slots.get(name);
    if (address === undefined) throw new EngineError(`a block of arguments has no slot ${name}`);
    return address;
  }
}

/**
 * Compiles a module; throws `EngineError` for one that is not of Empile.
 *
 * Example: `await loadRules(await (await fetch("blox.wasm")).arrayBuffer(), { megabytes: 256 })`.
 */
export async function loadRules(source: BufferSource | WebAssembly.Module, options: RulesOptions = {}): Promise<RulesModule> {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new RulesModule(module, options);
}

/** Returns the error of a call that trapped. */
export function trapped(rules: RulesModule, name: string, error: unknown): unknown {
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  return new EngineError(`${name} failed with status ${rules.call("last_status")()}: ${error.message}`);
}
