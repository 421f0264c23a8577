/** A worker with rules in Node: `worker.ts` for threads. The address `loop` is one that never ends. */
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { serving } from "../../src/engine/index.ts";

async function read(address: string): Promise<Uint8Array<ArrayBuffer>> {
  while (address === "loop");
  return new Uint8Array(readFileSync(address));
}

const receive = serving(read, (answer) => parentPort?.postMessage(answer));
parentPort?.on("message", receive);
