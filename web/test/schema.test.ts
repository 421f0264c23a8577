/** Generators and validators of other projects understand the schema of the socket's messages. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const DOCS = new URL("../../docs/reference/", import.meta.url);
const schema = () => JSON.parse(readFileSync(new URL("protocol.schema.json", DOCS), "utf8")) as Record<string, unknown>;

test("ajv compiles the schema in strict mode and accepts the documented messages", () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema());
  const text = readFileSync(new URL("protocol.md", DOCS), "utf8");
  const examples = [...text.matchAll(/```json (?:client|server)\n(.*?)```/gs)].map(([, json]) => json!);
  assert.ok(examples.length > 30);
  for (const example of examples) {
    assert.ok(validate(JSON.parse(example)), `${example}: ${JSON.stringify(validate.errors?.slice(-1))}`);
  }
  assert.ok(!validate({ type: "act", seq: "4", action: "c3-e3" }));
  assert.ok(!validate({}));
});

test("types generated without adaptation name every message", async () => {
  const types = await compile(schema() as JSONSchema, "SocketMessage");
  assert.match(types, /export type SocketMessage = ClientMessage \| ServerMessage/);
  assert.match(types, /export interface HandPath \{[^}]*samples: \[Sample, \.\.\.Sample\[\]\]/);
  assert.doesNotMatch(types, /never|: \[\]/);
});
