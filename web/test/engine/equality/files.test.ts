/** Traces are read piece by piece. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, type Read } from "./files.ts";

const files = new Map([
  ["trace.json", '["trace-0.ndjson", "trace-1.ndjson"]'],
  ["trace-0.ndjson", '{"a":"é"}\n{"a":2}\n'],
  ["trace-1.ndjson", '{"a":3}\n'],
]);

test("lines of all pieces are read in turn, each piece when its lines are wanted", async () => {
  const asked: string[] = [];
  const told: number[] = [];
  const read: Read = async (name) => {
    asked.push(name);
    return new TextEncoder().encode(files.get(name));
  };
  const lines = linesOf<{ a: unknown }>(read, "trace", (count) => told.push(count));
  assert.deepEqual((await lines.next()).value, { a: "é" });
  assert.deepEqual(asked, ["trace.json", "trace-0.ndjson"]);
  const others = [];
  for await (const line of lines) others.push(line);
  assert.deepEqual(others, [{ a: 2 }, { a: 3 }]);
  assert.deepEqual(told, [1, 2, 3]);
});
