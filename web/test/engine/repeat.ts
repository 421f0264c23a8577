/**
 * Repeats games that were played natively, in a folder that `tests/long/engine/wasm` writes.
 *
 * Usage: `node repeat.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import { readFile } from "node:fs/promises";
import { repeat } from "./equality/repeating.ts";

const folder = process.argv[2] ?? ".";
console.log(JSON.stringify(await repeat((name) => readFile(`${folder}/${name}`))));
