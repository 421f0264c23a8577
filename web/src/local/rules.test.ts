import assert from "node:assert/strict";
import { test } from "node:test";
import { createdWith, person } from "./flow/fixtures.ts";
import { RulesShelf } from "./rules.ts";

const ORIGIN = { rules: 1, module: "/engine/pile.wasm", facts: "/engine/pile-2.json", data: "/engine/pile.bin" };
const CREATED = createdWith([person(), person()]);

/** Returns a shelf where all files but the list are damaged, and the addresses that it reads. */
function shelfWith(listed: unknown) {
  const addresses: string[] = [];
  const shelf = new RulesShelf((address) => {
    addresses.push(address);
    if (address !== "/engine/index.json") return Promise.resolve(new TextEncoder().encode("{}"));
    return listed === null ? Promise.reject(new Error("no server")) : Promise.resolve(new TextEncoder().encode(JSON.stringify(listed)));
  }, 64);
  return { shelf, addresses };
}

const listed = (rules: number, status = "ready") => ({
  games: { pile: { status, rules, module: "/engine/pile.new.wasm", bundles: [{ players: 2, facts: "/engine/new.json", data: "/engine/new.bin" }] } },
});

test("rules are where the server says, if pages can play them", async () => {
  const found = { rules: 2, module: "/engine/pile.new.wasm", facts: "/engine/new.json", data: "/engine/new.bin" };
  assert.deepEqual(await shelfWith(listed(2)).shelf.find("pile", 2), found);
  for (const [shelf, name, players] of [
    [shelfWith(listed(2)).shelf, "pile", 3], [shelfWith(listed(2)).shelf, "constructor", 2],
    [shelfWith(listed(2, "compiling")).shelf, "pile", 2],
  ] as const) {
    await assert.rejects(shelf.find(name, players), { code: "no_game" });
  }
});

test("a table goes on with the rules of its version: today's, or those that were kept with it", async () => {
  for (const [list, wanted] of [[listed(1), "/engine/pile.new.wasm"], [listed(2), ORIGIN.module], [null, ORIGIN.module]] as const) {
    const { shelf, addresses } = shelfWith(list);
    await assert.rejects(shelf.of(CREATED, ORIGIN)); // it is no module
    assert.ok(addresses.includes(wanted), wanted);
  }
});

test("without rules of its version a table waits for the game, without a server for the server", async () => {
  await assert.rejects(shelfWith(listed(2)).shelf.of(CREATED, null), { code: "no_game" });
  await assert.rejects(shelfWith(null).shelf.of(CREATED, null), /no server/);
});
