/** The worker's side: requests of a page, answered one after another. It knows no rule and no page. */
import type { BundleFacts } from "./bundle.ts";
import { type CallName, CALLS } from "./calls.ts";
import { EngineError } from "./errors.ts";
import { type Fault, faultOf } from "./faults.ts";
import { type Game, gameOf, load } from "./game.ts";
import type { Options } from "./options.ts";
import { loadRules, type RulesModule } from "./rules-module.ts";
import type { Steps } from "./steps.ts";

/** Addresses of the files of a bundle. */
export interface BundleFiles {
  facts: string;
  data: string;
  /** The game's own options, as in `gameOf`; by default those of the bundle. */
  options?: Options;
}

/** A call that a page asks for. All requests to a worker have the same module and memory. */
export interface Request {
  id: number;
  /** Address of the module. */
  module: string;
  megabytes: number;
  bundle: BundleFiles;
  call: CallName;
  args: readonly unknown[];
}

/** What a page sends: a request, the wish for the result so far of a running request, or a question whether the worker lives. */
export type Message = Request | { stop: number } | { ping: true };

/** What a worker sends: a sign of life, how much of a request is done, its result, or its error. */
export type Answer =
  | { pong: true }
  | { id: number; done: number }
  | { id: number; result: unknown }
  | { id: number; fault: Fault };

/** Returns the content of a file; may throw anything. */
export type Read = (address: string) => Promise<Uint8Array<ArrayBuffer>>;

const NONE = 0;
const decoder = new TextDecoder();

/** Returns what takes the messages of a page. Example: `onmessage = ({ data }) => receive(data)` with `receive = serving(read, postMessage)`. */
export function serving(read: Read, post: (answer: Answer) => void): (message: Message) => void {
  const games = new Map<string, Promise<Game>>();
  let rules: Promise<RulesModule> | undefined;
  let stopped = NONE;
  let idle = Promise.resolve();

  async function loaded({ module, megabytes, bundle }: Request): Promise<Game> {
    rules ??= read(module).then((wasm) => loadRules(wasm, { megabytes }));
    const [ready, facts, data] = await Promise.all([rules, read(bundle.facts), read(bundle.data)]);
    const { options } = bundle;
    const files = { facts: JSON.parse(decoder.decode(facts)) as BundleFacts, data };
    return options === undefined ? load(ready, files) : gameOf(ready, files, options);
  }

  function gameFor(request: Request): Promise<Game> {
    const key = JSON.stringify(request.bundle);
    const game = games.get(key) ?? loaded(request);
    games.set(key, game);
    return game;
  }

  /** Does steps; between them a page is heard. */
  async function walk(id: number, steps: Steps<unknown>): Promise<unknown> {
    let step = steps.next(false);
    while (!step.done) {
      post({ id, done: step.value });
      await nextTask();
      step = steps.next(stopped === id);
    }
    return step.value;
  }

  async function answer(request: Request): Promise<void> {
    const { id, call, args } = request;
    try {
      const game = await gameFor(request);
      if (!Object.hasOwn(CALLS, call)) throw new EngineError(`a worker of the rules cannot do ${call}`);
      const result = (CALLS[call] as (game: Game, ...args: readonly unknown[]) => unknown)(game, ...args);
      post({ id, result: isSteps(result) ? await walk(id, result) : result });
    } catch (error) {
      post({ id, fault: faultOf(error) });
    }
  }

  post({ pong: true });
  return (message) => {
    if ("ping" in message) post({ pong: true });
    else if ("stop" in message) stopped = message.stop;
    else idle = idle.then(() => answer(message));
  };
}

function isSteps(value: unknown): value is Steps<unknown> {
  return typeof value === "object" && value !== null && "next" in value;
}

/** Resolves after the messages that have come by now. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
