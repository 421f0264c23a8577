/**
 * Reads options and positions that Python has read, in a folder that `tests/long/engine/wasm` writes.
 *
 * Usage: `node read.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import { readFile } from "node:fs/promises";
import { read } from "./equality/reading.ts";

const folder = process.argv[2] ?? ".";
console.log(JSON.stringify(await read((name) => readFile(`${folder}/${name}`))));
