/** The page's side of a worker with rules. A trap, a loop or damaged data ends the worker, never the page. */
import type { CallArguments, CallName, CallResult } from "./calls.ts";
import { EngineError } from "./errors.ts";
import { errorOf } from "./faults.ts";
import { DEFAULT_MEGABYTES } from "./rules-module.ts";
import type { Answer, BundleFiles, Message, Request } from "./serving.ts";

/** What may be chosen about a worker. */
export interface EngineWorkerOptions {
  /** The most memory that rules and searches may use, in MB (2 ** 20 bytes); by default 512. A phone has 128 to spare. */
  megabytes?: number;
  /** After so many milliseconds without a sign of life the worker is ended; by default 10,000. */
  patience?: number;
}

/** What may be chosen about a request. */
export interface AskOptions {
  /** Called about every 20 ms of a search, with the simulations so far. */
  onProgress?: (done: number) => void;
  /** Ends a search early: it then resolves with what it has found. Other calls are not stopped. */
  stop?: AbortSignal;
  /** That of the worker by default, for this request: a call that is not in steps is silent until its end. */
  patience?: number;
}

interface Waiting {
  request: Request;
  options: AskOptions;
  /** Called when the request is to be stopped. */
  stop: () => void;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const PATIENCE = 10_000;
/** Pings within the patience: timers of a page that slept fire once, however long it slept. */
const PINGS = 5;

/**
 * Asks a worker for calls of a game's rules, by the names of `Game` and `State`. Requests wait for each other.
 *
 * The worker starts with the first request, and anew with the first after it has ended. An error that nobody has foreseen
 * ends it, and so does silence: all that waits is rejected with an `EngineError`.
 *
 * Example:
 *
 *     const start = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
 *     const engine = new EngineWorker(start, "/engine/blox.wasm", { megabytes: 128 });
 *     const blox = { facts: "/engine/blox-2.json", data: "/engine/blox-2.bin" };
 *     const state = await engine.ask(blox, "newState", []);
 *     const view = await engine.ask(blox, "view", [state, 0]);
 */
export class EngineWorker {
  readonly #start: () => Worker;
  readonly #module: string;
  readonly #megabytes: number;
  readonly #patience: number;
  /** The first is running. */
  #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Pings since the last sign of life; null until the worker has its script. */
  #silence: number | null = null;
  #asked = 0;

  /** `start` makes a worker that runs `worker.ts`; `module` is the address of a game's module. */
  constructor(
    start: () => Worker, module: string, { megabytes = DEFAULT_MEGABYTES, patience = PATIENCE }: EngineWorkerOptions = {},
  ) {
    this.#start = start;
    this.#module = module;
    this.#megabytes = megabytes;
    this.#patience = patience;
  }

  /** Returns what a call returns; rejects with its error. */
  ask<Name extends CallName>(
    bundle: BundleFiles, call: Name, args: CallArguments<Name>, options: AskOptions = {},
  ): Promise<CallResult<Name>> {
    this.#asked += 1;
    const id = this.#asked;
    const request = { id, module: this.#module, megabytes: this.#megabytes, bundle, call, args };
    return new Promise((resolve, reject) => {
      const stop = () => this.#waiting[0]?.request === request && this.#post({ stop: id });
      this.#waiting.push({ request, options, stop, resolve: resolve as (result: unknown) => void, reject });
      if (this.#waiting.length === 1) this.#send();
    });
  }

  /** Ends the worker, which gives its memory back, and rejects what waits; the next request starts another. */
  close(): void {
    this.#end(new EngineError("the worker of the rules was closed"));
  }

  /** Sends the request that is first now. */
  #send(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    try {
      this.#worker ??= this.#begun();
      this.#worker.postMessage(next.request);
    } catch (error) {
      // The browser has no workers, or the arguments are no plain data.
      this.#finish(({ reject }) => reject(new EngineError(`a worker was not asked: ${String(error)}`)));
      return;
    }
    const { stop, patience = this.#patience } = next.options;
    stop?.addEventListener("abort", next.stop);
    if (stop?.aborted) next.stop();
    this.#rest();
    if (this.#silence !== null) this.#silence = 0;
    this.#timer = setInterval(() => this.#ping(patience), patience / PINGS);
  }

  #begun(): Worker {
    const worker = this.#start();
    // A worker that was ended may still be heard.
    const listen = (kind: string, listener: (event: Event) => void) =>
      worker.addEventListener(kind, (event) => worker === this.#worker && listener(event));
    listen("message", (event) => this.#hear((event as MessageEvent<Answer>).data));
    for (const kind of ["error", "messageerror"]) {
      listen(kind, (event) => {
        event.preventDefault();
        this.#end(new EngineError(`the worker of the rules failed: ${(event as ErrorEvent).message || kind}`));
      });
    }
    return worker;
  }

  #hear(answer: Answer): void {
    this.#silence = 0;
    const [running] = this.#waiting;
    if (running === undefined || !("id" in answer) || answer.id !== running.request.id) return;
    if ("done" in answer) running.options.onProgress?.(answer.done);
    else if ("result" in answer) this.#finish(({ resolve }) => resolve(answer.result));
    else if (answer.fault.ends) this.#end(errorOf(answer.fault));
    else this.#finish(({ reject }) => reject(errorOf(answer.fault)));
  }

  /** Settles the running request, and sends the next. */
  #finish(settle: (running: Waiting) => void): void {
    const running = this.#waiting.shift();
    if (running === undefined) return;
    running.options.stop?.removeEventListener("abort", running.stop);
    settle(running);
    if (this.#waiting.length === 0) this.#rest();
    else this.#send();
  }

  /** Asks whether the worker lives, or gives it up. */
  #ping(patience: number): void {
    if (this.#silence === null) return;
    this.#silence += 1;
    if (this.#silence < PINGS) this.#post({ ping: true });
    else this.#end(new EngineError(`the rules gave no sign of life for ${patience} ms`));
  }

  #end(error: EngineError): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#silence = null;
    this.#rest();
    const rejected = this.#waiting;
    this.#waiting = [];
    for (const { options, reject, stop } of rejected) {
      options.stop?.removeEventListener("abort", stop);
      reject(error);
    }
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #post(message: Message): void {
    this.#worker?.postMessage(message);
  }
}
