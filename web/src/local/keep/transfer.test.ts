/** Tables that move to another browser as a text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { created, FakeBrowser, moves } from "../../../test/fake-browser.ts";
import type { Entry } from "../flow/created.ts";
import type { TableStore } from "./store.ts";

const NONE = { added: 0, extended: 0, same: 0, copied: 0 };

/** Opens a browser with tables, by their IDs; nobody has them open. */
async function browserWith(tables: Record<string, Entry[]>, game?: string): Promise<TableStore> {
  const store = await new FakeBrowser().tab("a");
  for (const [id, entries] of Object.entries(tables)) {
    await store.create(created(id, game));
    await store.append(id, 0, entries);
    await store.release([id]);
  }
  return store;
}

/** Returns the logs of all tables by their IDs. */
async function logs(store: TableStore): Promise<Record<string, Entry[]>> {
  const ids = (await store.list()).map(({ id }) => id);
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, (await store.read(id)).entries] as const)));
}

async function exported(tables: Record<string, Entry[]>, ids?: string[]): Promise<string> {
  return (await (await browserWith(tables)).exportAll(ids)).text;
}

test("all tables move to another browser; a second time nothing happens", async () => {
  const tables = { "~one": moves("x", "y"), "~two": moves("x") };
  const text = await exported(tables);
  const { format, version } = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual([format, version], ["empile-tables", 1]);
  const store = await new FakeBrowser().tab("b");
  assert.deepEqual(await store.importAll(text), { ...NONE, added: 2 });
  assert.deepEqual(await logs(store), tables);
  assert.deepEqual(await store.importAll(text), { ...NONE, same: 2 });
  assert.equal((await store.exportAll(["~one"])).tables, 1);
  assert.deepEqual((await store.exportAll()).text.length, text.length);
});

test("an imported table goes on", async () => {
  const store = await new FakeBrowser().tab("b");
  await store.importAll(await exported({ "~one": moves("x", "y") }));
  await store.append("~one", 2, moves("z"));
  assert.equal((await store.read("~one")).entries.length, 3);
});

test("one table can be exported alone", async () => {
  const text = await exported({ "~one": moves("x"), "~two": moves("y") }, ["~two", "~none"]);
  const store = await browserWith({});
  assert.deepEqual(await store.importAll(text), { ...NONE, added: 1 });
  assert.deepEqual(await logs(store), { "~two": moves("y") });
});

test("a longer log of the same beginning replaces, a shorter one does not", async () => {
  const store = await browserWith({ "~one": moves("x"), "~two": moves("x", "y") });
  const text = await exported({ "~one": moves("x", "y", "z"), "~two": moves("x") });
  assert.deepEqual(await store.importAll(text), { ...NONE, extended: 1, same: 1 });
  assert.deepEqual(await logs(store), { "~one": moves("x", "y", "z"), "~two": moves("x", "y") });
});

test("another log becomes a second table, once, and grows", async () => {
  const store = await browserWith({ "~one": moves("x", "y") });
  const other = await exported({ "~one": moves("x", "other") });
  assert.deepEqual(await store.importAll(other), { ...NONE, copied: 1 });
  assert.deepEqual(await store.importAll(other), { ...NONE, same: 1 });
  const { "~one": first, ...others } = await logs(store);
  assert.deepEqual(first, moves("x", "y"));
  const [[id = "", entries] = []] = Object.entries(others);
  assert.deepEqual([entries, (await store.read(id)).created], [moves("x", "other"), { ...created("~one"), table: id }]);
  const longer = await exported({ "~one": moves("x", "other", "z") });
  assert.deepEqual(await store.importAll(longer), { ...NONE, extended: 1 });
  assert.deepEqual(await store.importAll(await exported({ "~one": moves("x") })), { ...NONE, same: 1 });
  assert.deepEqual(await logs(store), { "~one": moves("x", "y"), [id]: moves("x", "other", "z") });
});

test("another table under the same ID becomes a second table, once", async () => {
  const store = await browserWith({ "~one": moves("x") }, "on-top");
  const text = await exported({ "~one": moves("x") });
  assert.deepEqual(await store.importAll(text), { ...NONE, copied: 1 });
  assert.deepEqual(await store.importAll(text), { ...NONE, same: 1 });
  assert.equal((await store.list()).length, 2);
});

test("a table twice in one text is one table", async () => {
  const file = JSON.parse(await exported({ "~one": moves("x", "y") })) as { tables: { entries: Entry[] }[] };
  const [table] = file.tables;
  file.tables = [{ ...table!, entries: moves("x") }, table!, table!];
  const store = await browserWith({});
  assert.deepEqual(await store.importAll(JSON.stringify(file)), { ...NONE, added: 1, extended: 1, same: 1 });
  assert.deepEqual(await logs(store), { "~one": moves("x", "y") });
});

test("a table that is open does not change under its player, and nothing else does", async () => {
  const store = await browserWith({ "~one": moves("x") });
  const text = await exported({ "~new": moves("x"), "~one": moves("x", "y") });
  await store.hold("~one", assert.fail);
  await assert.rejects(store.importAll(text), { code: "elsewhere" });
  assert.deepEqual(await logs(store), { "~one": moves("x") });
  await store.release();
  assert.deepEqual(await store.importAll(text), { ...NONE, added: 1, extended: 1 });
});

const sound = { created: created("~new"), entries: moves("x"), changed: 1 };
const file = (table: object) => JSON.stringify({ format: "empile-tables", version: 1, tables: [sound, table] });
const BAD: [string, string, string][] = [
  ["that is empty", "", "bad_file"],
  ["that is cut", file(sound).slice(0, -9), "bad_file"],
  ["of another format", '{"format": "empile-study", "version": 1, "tables": []}', "bad_file"],
  ["without tables", '{"format": "empile-tables", "version": 1}', "bad_file"],
  ["of a newer version", '{"format": "empile-tables", "version": 2, "tables": []}', "newer"],
  ["with a table that is none", file([]), "bad_file"],
  ["with a table without time", file({ ...sound, changed: "now" }), "bad_file"],
  ["with an ID of a server", file({ ...sound, created: created("one") }), "bad_file"],
  ["with an ID that is none", file({ ...sound, created: created("~../one") }), "bad_file"],
  ["with an entry that is none", file({ ...sound, entries: [...moves("x"), { text: "y" }] }), "bad_file"],
];
for (const [name, text, code] of BAD) {
  test(`a text ${name} changes nothing`, async () => {
    const store = await browserWith({ "~one": moves("x") });
    await assert.rejects(store.importAll(text), { name: "KeepError", code, reason: { key: `kept.${code}`, args: {} } });
    assert.deepEqual(await logs(store), { "~one": moves("x") });
  });
}
