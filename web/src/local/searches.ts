/** Searches for the computers at a table in the page, and for its hints: in a worker of their own. */
import type { Advice, BundleFiles, EngineWorker, Words } from "../engine/index.ts";
import type { BotTurn } from "./flow/index.ts";

/** The longest search of a hint, as a server's. */
const HINT_SECONDS = 1;
/** Milliseconds between reports of how far a search is. */
const PACE = 200;

export class Searches {
  readonly #engine: Pick<EngineWorker, "ask">;
  readonly #bundle: BundleFiles;
  #running: AbortController | null = null;

  constructor(engine: Pick<EngineWorker, "ask">, bundle: BundleFiles) {
    this.#engine = engine;
    this.#bundle = bundle;
  }

  /** Returns the move of a computer; `report` hears from time to time which part of the search is done. */
  async move({ level, state, stream }: BotTurn, report: (done: number) => void): Promise<number> {
    let last = Date.now();
    const onProgress = (done: number) => {
      if (Date.now() - last < PACE) return;
      last = Date.now();
      report(Math.min(1, done / level.simulations));
    };
    const { action } = await this.#engine.ask(this.#bundle, "choose", [state, level, stream], { stop: this.#begin(), onProgress });
    return action;
  }

  async hint(state: Uint8Array, stream: Words): Promise<Advice> {
    const options = { stream, seconds: HINT_SECONDS };
    const { stream: _, ...advice } = await this.#engine.ask(this.#bundle, "advise", [state, options], { stop: this.#begin() });
    return advice;
  }

  /** Ends the running search: it results in what it has found so far. */
  stop(): void {
    this.#running?.abort();
  }

  /** Ends the search before, since nobody waits for it any more. */
  #begin(): AbortSignal {
    this.stop();
    this.#running = new AbortController();
    return this.#running.signal;
  }
}
