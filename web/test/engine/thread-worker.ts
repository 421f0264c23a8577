/** A thread of Node with the interface of a browser's worker, as far as `EngineWorker` uses it. */
import { Worker as Thread } from "node:worker_threads";

/** Returns a thread that runs `thread.ts`. */
export function threadWorker(): Worker {
  const thread = new Thread(new URL("./thread.ts", import.meta.url));
  const target = new EventTarget();
  const send = (kind: string, fields: object) => target.dispatchEvent(Object.assign(new Event(kind, { cancelable: true }), fields));
  thread.on("message", (data) => send("message", { data }));
  thread.on("error", ({ message }: Error) => send("error", { message }));
  return {
    addEventListener: target.addEventListener.bind(target),
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
  } as unknown as Worker;
}
