/** Comparison of values without Node, so that browsers can do the same. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const DIGITS = 16;

/** Whether two values are of one kind and equal in depth: 0 is not -0, and a key that is missing is not `undefined`. */
export function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return Object.is(one, other);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => equal(value, other[index]));
  }
  const theirs = new Map<string, unknown>(Object.entries(other));
  const own = Object.entries(one);
  return own.length === theirs.size && own.every(([key, value]) => theirs.has(key) && equal(value, theirs.get(key)));
}

/** Throws an error that names what differs, unless two values are equal. */
export function same(what: string, own: unknown, theirs: unknown, more = ""): void {
  if (!equal(own, theirs)) throw new Error(`${what} differ: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}${more}`);
}

/** Returns the first digits of the SHA-256 of bytes. */
export function digest(data: Uint8Array): string {
  return bytesToHex(sha256(data)).slice(0, DIGITS);
}
