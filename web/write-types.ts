/** Generates `src/net/protocol.ts` from the JSON Schema of the wire types: `npm run types`. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const SCHEMA = new URL("../docs/reference/protocol.schema.json", import.meta.url);
const TYPES = process.argv[2] ?? new URL("src/net/protocol.ts", import.meta.url);

type Node = Record<string, unknown>;

/** Rewrites what the generator reads too strictly: lengths of arrays, described references, objects of any members. */
function adapted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { $ref, ...node } = value as Node;
  if (node.minItems !== node.maxItems) {
    delete node.minItems;
    delete node.maxItems;
  }
  if (typeof node.description === "string") node.description = node.description.replaceAll("``", "`");
  if (node.type === "object" && node.properties === undefined) node.additionalProperties ??= true;
  if ($ref === undefined) {
    return "description" in node && Object.keys(node).length === 1 ? { ...node, tsType: "unknown" } : node;
  }
  return node.description === undefined ? { $ref } : { ...node, allOf: [{ $ref }] };
}

const { anyOf, ...rest } = JSON.parse(readFileSync(SCHEMA, "utf8"), adapted) as JSONSchema;
// Below a union the generator leaves out the types of REST.
const schema: JSONSchema = { ...rest, title: "Messages", type: "object", properties: { message: { anyOf } } };
const types = await compile(schema, "Messages", {
  additionalProperties: false,
  bannerComment: "/** Generated from `docs/reference/protocol.schema.json` by `npm run types`; do not edit. */",
  style: { printWidth: 100 },
  unreachableDefinitions: true,
});
const REFERENCES = /^( \*\n)? \* This interface was referenced by .*\n \* via the `definition` .*\n/gm;
writeFileSync(TYPES, types.replace(REFERENCES, "").replaceAll("/**\n */\n", ""));
