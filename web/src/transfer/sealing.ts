/**
 * Encrypts what a transfer carries with a key that only its code gives: the server never has the code.
 *
 * scrypt derives a name and a key from the code, XChaCha20-Poly1305 encrypts. Web Crypto is not used because
 * browsers offer it on secure origins alone, and a family's server often has none.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { packJson, unpackJson } from "../net/fragment.ts";

/** Letters that are not confused when they are read aloud or copied by hand: no I, 1, O, 0, S, 5, Z, 2. */
const LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789";
const LENGTH = 12;
const GROUP = 4;
const NAME_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const COST = { N: 2 ** 14, r: 8, p: 1, dkLen: NAME_BYTES + KEY_BYTES };
const SALT = "empile/transfer/1";

export interface Sealed {
  /** By what the server finds it; says nothing of the key. */
  name: string;
  body: string;
}

/** Returns a random code of 57 bits, in groups: `ABCD-EFGH-JKLM`. */
export function newCode(): string {
  const letters: string[] = [];
  // Larger values are skipped, so that each letter is as likely as the others.
  const most = 256 - (256 % LETTERS.length);
  while (letters.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < most && letters.length < LENGTH) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return grouped(letters.join(""));
}

/** Returns a code as it is shown, or null if the text cannot be one. */
export function readCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const valid = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter));
  return valid ? grouped(letters) : null;
}

export async function seal(code: string, value: unknown): Promise<Sealed> {
  const { name, key } = await derived(code);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(await packJson(value));
  const sealed = xchacha20poly1305(key, nonce).encrypt(plain);
  return { name, body: toBase64(nonce) + toBase64(sealed) };
}

/** Returns the name under which the server keeps what belongs to a code. */
export async function nameOf(code: string): Promise<string> {
  return (await derived(code)).name;
}

/** Returns what was sealed, or undefined if the code is another one or the text is damaged. */
export async function unseal(code: string, body: string): Promise<unknown> {
  const { key } = await derived(code);
  const split = (NONCE_BYTES / 3) * 4;
  try {
    const plain = xchacha20poly1305(key, fromBase64(body.slice(0, split))).decrypt(fromBase64(body.slice(split)));
    return await unpackJson(new TextDecoder().decode(plain));
  } catch {
    return undefined;
  }
}

function grouped(letters: string): string {
  return letters.replace(new RegExp(`(.{${GROUP}})(?=.)`, "g"), "$1-");
}

async function derived(code: string): Promise<{ name: string; key: Uint8Array }> {
  const bytes = await scryptAsync(code.replaceAll("-", ""), SALT, COST);
  const name = Array.from(bytes.subarray(0, NAME_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { name, key: bytes.subarray(NAME_BYTES) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
