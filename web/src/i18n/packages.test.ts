import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { listedFile, loadPackagedMessages, packagedFile } from "./packages.ts";

const base = (hash: string) => `/packages/hex/${hash}/`;
const list = (hash: string) => ({ hex: { base: base(hash), files: ["model.js", "locales/fr.json"] } });

/** Makes `fetch` answer these addresses, others with 404. Returns the addresses that were requested. */
function serve(bodies: Record<string, unknown>): string[] {
  const requested: string[] = [];
  mock.method(globalThis, "fetch", async (address: string) => {
    requested.push(address);
    return address in bodies ? Response.json(bodies[address]) : new Response("", { status: 404 });
  });
  return requested;
}

beforeEach(() => mock.restoreAll());

test("packagedFile tries again after a failure, then asks once", async () => {
  serve({});
  await assert.rejects(packagedFile("hex", "model.js"), /packages\.json: 404/);
  assert.equal(listedFile("hex", "model.js"), null);
  const requested = serve({ "/packages.json": list("aa") });
  assert.equal(await packagedFile("hex", "model.js"), "/packages/hex/aa/model.js");
  assert.equal(await packagedFile("hex", "scene.js"), null);
  assert.equal(await packagedFile("constructor", "model.js"), null);
  assert.equal(listedFile("hex", "model.js"), "/packages/hex/aa/model.js");
  assert.deepEqual(requested, ["/packages.json"]);
});

test("loadPackagedMessages asks for the list again if the package has changed", async () => {
  const requested = serve({ "/packages.json": list("bb"), "/packages/hex/bb/locales/fr.json": { name: "Hex" } });
  assert.deepEqual(await loadPackagedMessages("hex", "fr"), { name: "Hex" });
  assert.deepEqual(await loadPackagedMessages("hex", "de"), {});
  assert.deepEqual(requested, [
    "/packages/hex/aa/locales/fr.json", "/packages.json", "/packages/hex/bb/locales/fr.json",
  ]);
});

test("loadPackagedMessages takes English if a package lacks a language", async () => {
  const hex = { base: base("cc"), files: ["locales/en.json", "locales/fr.json"] };
  serve({
    "/packages.json": { hex }, "/packages/hex/cc/locales/en.json": { name: "Hex" },
    "/packages/hex/cc/locales/fr.json": { name: "Hexagones" },
  });
  assert.deepEqual(await loadPackagedMessages("hex", "fr"), { name: "Hexagones" });
  assert.deepEqual(await loadPackagedMessages("hex", "de"), { name: "Hex" });
});
