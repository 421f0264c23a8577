import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, newCode, readCode, seal, unseal } from "./sealing.ts";

test("a code has three groups of four letters, none easily confused", () => {
  const codes = Array.from({ length: 200 }, newCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[A-HJ-NP-RT-Y346-9]{4}(-[A-HJ-NP-RT-Y346-9]{4}){2}$/);
});

test("readCode accepts what people type", () => {
  assert.equal(readCode(" abcd efgh–jklm "), "ABCD-EFGH-JKLM");
  assert.equal(readCode("ABCDEFGHJKLM"), "ABCD-EFGH-JKLM");
});

test("readCode refuses what is no code", () => {
  for (const text of ["", "ABCD-EFGH", "ABCD-EFGH-JKLM-N", "ABCD-EFGH-JKL0", "ABCD-EFGH-JKLI"]) {
    assert.equal(readCode(text), null, text);
  }
});

test("unseal returns what was sealed with the same code", async () => {
  const value = { tables: { a: { token: "secret" } }, names: ["Zoé"] };
  const code = newCode();
  const { name, body } = await seal(code, value);
  assert.deepEqual(await unseal(code, body), value);
  assert.equal(await nameOf(code), name);
  assert.match(name, /^[0-9a-f]{32}$/);
});

test("unseal returns undefined for another code and for a changed text", async () => {
  const code = newCode();
  const { body } = await seal(code, { secret: 1 });
  assert.equal(await unseal(newCode(), body), undefined);
  const changed = body.slice(0, -6) + (body.at(-6) === "A" ? "B" : "A") + body.slice(-5);
  assert.equal(await unseal(code, changed), undefined);
  assert.equal(await unseal(code, "!"), undefined);
});

test("the same value is sealed differently each time", async () => {
  const code = newCode();
  const [one, other] = await Promise.all([seal(code, "same"), seal(code, "same")]);
  assert.equal(one.name, other.name);
  assert.notEqual(one.body, other.body);
});
