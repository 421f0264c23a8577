import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { faultOf } from "./faults.ts";
import { ArgumentError, EngineError, EngineWorker, IllegalActionError, MemoryError } from "./index.ts";
import type { Answer, Message, Request } from "./serving.ts";

const FILES = { facts: "nim.json", data: "nim.bin" };
const PATIENCE = 1_000;
const REASON = { key: "illegal.taken", args: { cell: "a1" } };

/** A worker that does what its test says. */
class FakeWorker extends EventTarget {
  readonly received: Message[] = [];
  isEnded = false;

  postMessage(message: Message): void {
    this.received.push(structuredClone(message));
  }

  terminate(): void {
    this.isEnded = true;
  }

  send(answer: Answer): void {
    this.dispatchEvent(new MessageEvent("message", { data: answer }));
  }

  /** Answers the last request. */
  answer(answer: { done: number } | { result: unknown } | { fault: unknown }): void {
    this.send({ id: this.requests.at(-1)?.id ?? 0, ...answer } as Answer);
  }

  get requests(): Request[] {
    return this.received.filter((message) => "id" in message);
  }
}

/** Returns a client, and the workers that it has started. */
function clientOf(): { engine: EngineWorker; workers: FakeWorker[]; worker: () => FakeWorker } {
  const workers: FakeWorker[] = [];
  const start = () => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  };
  const worker = () => workers.at(-1) ?? assert.fail("no worker has been started");
  return { engine: new EngineWorker(start, "nim.wasm", { megabytes: 128, patience: PATIENCE }), workers, worker };
}

/** Lets the time of timers be told by a test. */
function stopClocks(context: TestContext): (milliseconds: number) => void {
  context.mock.timers.enable({ apis: ["setInterval"] });
  return (milliseconds) => context.mock.timers.tick(milliseconds);
}

test("requests wait for each other, and have the files of their game", async () => {
  const { engine, workers, worker } = clientOf();
  assert.equal(workers.length, 0);
  const first = engine.ask(FILES, "newState", []);
  const second = engine.ask(FILES, "view", [Uint8Array.of(1), null]);
  assert.deepEqual(worker().received, [
    { id: 1, module: "nim.wasm", megabytes: 128, bundle: FILES, call: "newState", args: [] },
  ]);
  worker().answer({ result: Uint8Array.of(7) });
  assert.deepEqual(await first, Uint8Array.of(7));
  assert.deepEqual(worker().requests.at(-1)?.args, [Uint8Array.of(1), null]);
  worker().answer({ result: { board: [] } });
  assert.deepEqual(await second, { board: [] });
  assert.equal(workers.length, 1);
});

test("a search reports its progress, and is stopped while it runs", async () => {
  const { engine, worker } = clientOf();
  const [stop, progress] = [new AbortController(), [] as number[]];
  const before = engine.ask(FILES, "newState", []);
  const found = engine.ask(FILES, "randomGames", [9, [1, 0], Uint8Array.of(1)], {
    stop: stop.signal, onProgress: (done) => progress.push(done),
  });
  stop.abort();
  assert.equal(worker().received.length, 1);
  worker().answer({ result: Uint8Array.of(1) });
  await before;
  assert.deepEqual(worker().received.at(-1), { stop: 2 });
  worker().answer({ done: 3 });
  worker().send({ id: 1, done: 8 }); // of a request that is over
  worker().answer({ result: { games: 3, actions: 9, wins: [3] } });
  assert.equal((await found).games, 3);
  assert.deepEqual(progress, [3]);
});

test("an error of the arguments leaves the worker, and says as much as in Python", async () => {
  const { engine, workers, worker } = clientOf();
  const illegal = engine.ask(FILES, "apply", [Uint8Array.of(1), 5]);
  const wrong = engine.ask(FILES, "view", [Uint8Array.of(1), 99]);
  worker().answer({ fault: faultOf(new IllegalActionError("not possible", REASON)) });
  await assert.rejects(illegal, (error: IllegalActionError) => {
    assert.deepEqual(error.reason, REASON);
    return error instanceof IllegalActionError && error.message === "not possible";
  });
  worker().answer({ fault: faultOf(new ArgumentError("seats are 0 to 1")) });
  await assert.rejects(wrong, new ArgumentError("seats are 0 to 1"));
  assert.equal(worker().isEnded, false);
  assert.equal(workers.length, 1);
});

test("what cannot be sent is refused alone", async () => {
  const { engine, worker } = clientOf();
  const sendable = engine.ask(FILES, "newState", []);
  const unsendable = engine.ask(FILES, "scores", [(() => 0) as never]);
  const last = engine.ask(FILES, "scores", [Uint8Array.of(1)]);
  worker().answer({ result: Uint8Array.of(1) });
  await sendable;
  await assert.rejects(unsendable, EngineError);
  worker().answer({ result: [4] });
  assert.deepEqual(await last, [4]);
});

for (const [what, error, kind] of [
  ["a trap", new EngineError("step.apply failed with status 0"), EngineError],
  ["an error of no class of the engine", new TypeError("undefined is not a function"), EngineError],
  ["memory that is full", new MemoryError("the memory of the rules is full"), MemoryError],
  ["what is no error", "out of order", EngineError],
] as const) {
  test(`${what} ends the worker, and the next request starts another`, async () => {
    const { engine, workers, worker } = clientOf();
    const ended = worker;
    const [running, waiting] = [engine.ask(FILES, "newState", []), engine.ask(FILES, "newState", [])];
    const first = ended();
    first.answer({ fault: faultOf(error) });
    for (const request of [running, waiting]) await assert.rejects(request, kind);
    assert.equal(first.isEnded, true);
    const next = engine.ask(FILES, "newState", []);
    first.send({ id: 3, result: Uint8Array.of(0) }); // too late
    worker().answer({ result: Uint8Array.of(2) });
    assert.deepEqual(await next, Uint8Array.of(2));
    assert.equal(workers.length, 2);
  });
}

for (const kind of ["error", "messageerror"]) {
  test(`a worker with the event ${kind} is ended`, async () => {
    const { engine, worker } = clientOf();
    const request = engine.ask(FILES, "newState", []);
    worker().dispatchEvent(new Event(kind));
    await assert.rejects(request, EngineError);
    assert.equal(worker().isEnded, true);
  });
}

test("a browser without workers says so", async () => {
  const engine = new EngineWorker(() => { throw new DOMException("no workers", "SecurityError"); }, "nim.wasm");
  await assert.rejects(engine.ask(FILES, "newState", []), /a worker was not asked: SecurityError: no workers/);
});

test("a worker that is silent is ended when the patience is over", async (context) => {
  const pass = stopClocks(context);
  const { engine, worker } = clientOf();
  const loop = engine.ask(FILES, "newState", []);
  worker().send({ pong: true });
  pass(PATIENCE - 1);
  assert.equal(worker().isEnded, false);
  pass(1);
  await assert.rejects(loop, new EngineError("the rules gave no sign of life for 1000 ms"));
  assert.equal(worker().isEnded, true);
});

test("a request may have a patience of its own", async (context) => {
  const pass = stopClocks(context);
  const { engine, worker } = clientOf();
  const slow = engine.ask(FILES, "newState", [], { patience: 9 * PATIENCE });
  worker().send({ pong: true });
  pass(9 * PATIENCE - 1);
  assert.equal(worker().isEnded, false);
  pass(1);
  await assert.rejects(slow, new EngineError("the rules gave no sign of life for 9000 ms"));
});

test("a worker that answers pings, or whose script is not loaded, has all the time", async (context) => {
  const pass = stopClocks(context);
  const { engine, worker } = clientOf();
  const request = engine.ask(FILES, "newState", []);
  pass(5 * PATIENCE);
  assert.equal(worker().received.length, 1);
  for (let time = 0; time < 5 * PATIENCE; time += PATIENCE / 2) {
    worker().send({ pong: true });
    pass(PATIENCE / 2);
  }
  assert.ok(worker().received.some((message) => "ping" in message));
  worker().answer({ result: Uint8Array.of(3) });
  assert.deepEqual(await request, Uint8Array.of(3));
});

test("a worker at rest is not watched, and the next request begins with all the patience", async (context) => {
  const pass = stopClocks(context);
  const { engine, workers, worker } = clientOf();
  const first = engine.ask(FILES, "newState", []);
  worker().send({ pong: true });
  pass(PATIENCE - 1);
  worker().answer({ result: Uint8Array.of(1) });
  await first;
  const { length } = worker().received;
  pass(5 * PATIENCE);
  assert.equal(worker().received.length, length);
  const second = engine.ask(FILES, "newState", []);
  pass(PATIENCE - 1);
  worker().answer({ result: Uint8Array.of(2) });
  assert.deepEqual(await second, Uint8Array.of(2));
  assert.equal(workers.length, 1);
});

test("a client that is closed gives its worker back", async () => {
  const { engine, worker } = clientOf();
  const request = engine.ask(FILES, "newState", []);
  engine.close();
  await assert.rejects(request, new EngineError("the worker of the rules was closed"));
  assert.equal(worker().isEnded, true);
  engine.close();
});
