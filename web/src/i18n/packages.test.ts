import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { listedFile } from "./package-files.ts";
import { loadPackagedFile, loadPackagedMessages } from "./packages.ts";

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

const address = async (found: string): Promise<string> => found;

beforeEach(() => mock.restoreAll());

test("loadPackagedFile asks for the list again after a failure, then once", async () => {
  serve({});
  await assert.rejects(loadPackagedFile("hex", "model.js", address), /packages\.json: 404/);
  assert.equal(listedFile("hex", "model.js"), null);
  const requested = serve({ "/packages.json": list("aa") });
  assert.equal(await loadPackagedFile("hex", "model.js", address), "/packages/hex/aa/model.js");
  assert.equal(await loadPackagedFile("hex", "scene.js", address), null);
  assert.equal(await loadPackagedFile("constructor", "model.js", address), null);
  assert.equal(listedFile("hex", "model.js"), "/packages/hex/aa/model.js");
  assert.deepEqual(requested, ["/packages.json"]);
});

test("loadPackagedMessages finds the files of another version", async () => {
  const requested = serve({ "/packages.json": list("bb"), "/packages/hex/bb/locales/fr.json": { name: "Hex" } });
  assert.deepEqual(await loadPackagedMessages("hex", "fr"), { name: "Hex" });
  assert.deepEqual(await loadPackagedMessages("hex", "de"), {});
  assert.deepEqual(requested, [
    "/packages/hex/aa/locales/fr.json", "/packages.json", "/packages/hex/bb/locales/fr.json",
  ]);
});

test("loadPackagedFile reports a file that fails in the same version", async () => {
  const requested = serve({ "/packages.json": list("bb") });
  const fail = () => Promise.reject(new Error("a fault of the module"));
  await assert.rejects(loadPackagedFile("hex", "model.js", fail), /a fault of the module/);
  assert.deepEqual(requested, ["/packages.json"]);
});
