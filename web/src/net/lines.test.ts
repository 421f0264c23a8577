import assert from "node:assert/strict";
import test from "node:test";
import { valuesIn } from "./lines.ts";

function bodyOf(...parts: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === "string" ? new TextEncoder().encode(part) : part);
      controller.close();
    },
  });
}

async function all(body: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const value of valuesIn(body)) found.push(value);
  return found;
}

test("lines may come in any parts", async () => {
  assert.deepEqual(await all(bodyOf('{"a"', ":1}\n\n", '{"b":2}\n{"c":', "3}\n")), [{ a: 1 }, { b: 2 }, { c: 3 }]);
});

test("letters of several bytes may be divided", async () => {
  const bytes = new TextEncoder().encode('"é"\n');
  assert.deepEqual(await all(bodyOf(bytes.slice(0, 2), bytes.slice(2))), ["é"]);
});

test("a line without an end is incomplete", async () => {
  assert.deepEqual(await all(bodyOf('1\n{"a":')), [1]);
});
