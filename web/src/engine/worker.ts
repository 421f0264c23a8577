/** The script of a worker with rules: see `EngineWorker`. */
import { EngineError } from "./errors.ts";
import { type Answer, type Message, serving } from "./serving.ts";

async function read(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new EngineError(`${address} was not loaded: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const receive = serving(read, (answer: Answer) => postMessage(answer));

onmessage = ({ data }: MessageEvent<Message>) => receive(data);
