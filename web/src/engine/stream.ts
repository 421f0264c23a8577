/** Random streams of 64 bits, as in `empile.engine.random`. */
import { ArgumentError } from "./errors.ts";
import type { RulesModule } from "./rules-module.ts";

const WORD = 2 ** 32;
const HIGH = 4;
/** Bytes of a stream in memory. */
export const STREAM_BYTES = 8;

/** A stream as plain data: its low and high 32 bits. */
export type Words = readonly [low: number, high: number];

/** A stream; calls that draw change it. */
export class Stream {
  #low: number;
  #high: number;

  constructor(low: number, high: number) {
    this.#low = low >>> 0;
    this.#high = high >>> 0;
  }

  /** Returns what is left of the stream as plain data, for `streamOf`. */
  toWords(): Words {
    return [this.#low, this.#high];
  }

  /** Runs `draw` with the stream at `address` in the memory of the rules, and takes what it leaves there. */
  lend<T>(rules: RulesModule, address: number, draw: () => T): T {
    rules.view.setUint32(address, this.#low, true);
    rules.view.setUint32(address + HIGH, this.#high, true);
    const result = draw();
    this.#low = rules.view.getUint32(address, true);
    this.#high = rules.view.getUint32(address + HIGH, true);
    return result;
  }
}

/** Returns a new stream; `seed` is a whole number from 0 to 2 ** 53 - 1. Example: `newStream(42)`. */
export function newStream(seed: number): Stream {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new ArgumentError(`a seed is a whole number from 0, not ${seed}`);
  return new Stream(seed % WORD, Math.floor(seed / WORD));
}

/** Returns the stream of `Stream.toWords`; throws `ArgumentError` for other data. */
export function streamOf(words: Words): Stream {
  const isWord = (word: number) => Number.isInteger(word) && word >= 0 && word < WORD;
  if (words.length !== 2 || !words.every(isWord)) throw new ArgumentError(`a stream is two words of 32 bits, not ${String(words)}`);
  return new Stream(...words);
}
