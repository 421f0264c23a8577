import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, type Request, serving } from "./serving.ts";

const REQUEST: Request = {
  id: 1, module: "nim.wasm", megabytes: 8, bundle: { facts: "nim.json", data: "nim.bin" }, call: "newState", args: [],
};
/** A module without anything. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Serves with a function that reads files; returns what takes messages, all answers, and what waits for one to a request. */
function served(read: (address: string) => Promise<Uint8Array<ArrayBuffer>>) {
  const answers: Answer[] = [];
  let heard = () => {};
  const receive = serving(read, (answer) => {
    answers.push(answer);
    heard();
  });
  const next = async (): Promise<Answer> => {
    while (true) {
      const answer = answers.find((answer) => "id" in answer);
      if (answer) return answer;
      await new Promise<void>((resolve) => { heard = resolve; });
    }
  };
  return { receive, next, answers };
}

test("a worker says that it lives, also while it loads", async () => {
  let load = (_: Uint8Array<ArrayBuffer>) => {};
  const file = new Promise<Uint8Array<ArrayBuffer>>((resolve) => { load = resolve; });
  const { receive, next, answers } = served(() => file);
  receive(REQUEST);
  receive({ ping: true });
  assert.deepEqual(answers, [{ pong: true }, { pong: true }]);
  load(EMPTY);
  assert.ok("fault" in await next());
});

test("files that are missing or no rules are faults that end a worker", async () => {
  const missing = served(() => Promise.reject(new Error("no such file")));
  missing.receive(REQUEST);
  const fault = { name: "Error", message: "no such file", why: undefined, ends: true };
  assert.deepEqual(await missing.next(), { id: 1, fault });
  const empty = served(() => Promise.resolve(EMPTY));
  empty.receive({ ...REQUEST, id: 2 });
  const { id, fault: other } = await empty.next() as Extract<Answer, { fault: unknown }>;
  assert.deepEqual([id, other.name, other.ends], [2, "EngineError", true]);
});
