/** The database: its versions, and tabs with other versions of the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { created, FakeBrowser, moves } from "../../../test/fake-browser.ts";
import { DATABASE, Database, MIGRATIONS, type Migration } from "./database.ts";

/** What a later version of the page might do. */
const ADD: Migration = (_, transaction) => void transaction.objectStore("tables").put("moved", "~moved");

function openedAs(factory: IDBFactory, version: number, upgrade: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = factory.open(DATABASE, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
  });
}

test("an older database is brought to the version of the page, with all that it has", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  await store.create(created("~one"));
  await store.append("~one", 0, moves("x"));
  store.close();
  const database = new Database(browser.factory, [...MIGRATIONS, ADD]);
  const rows = await database.run("read", (transaction) => transaction.rows("tables"));
  assert.deepEqual([...rows.keys()], ["~moved", "~one"]);
  assert.equal(rows.get("~moved"), "moved");
  assert.deepEqual(await database.run("read", (transaction) => transaction.entries("~one")), [JSON.stringify(moves("x")[0])]);
});

test("an empty database takes all migrations, in order", async () => {
  const database = new Database(new IDBFactory(), [...MIGRATIONS, ADD]);
  assert.equal(await database.run("read", (transaction) => transaction.get("tables", "~moved")), "moved");
});

test("a newer version of the page gets the database at once, and the older one says so", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  await store.create(created("~one"));
  const newer = new Database(browser.factory, [...MIGRATIONS, ADD]);
  await newer.run("read", async () => undefined);
  const fault = { name: "KeepError", code: "newer", reason: { key: "kept.newer", args: {} } };
  await assert.rejects(store.append("~one", 0, moves("x")), fault);
  await assert.rejects(store.list(), fault);
  await assert.rejects(browser.tab("b"), fault);
  const rows = await newer.run("read", (transaction) => transaction.rows("tables"));
  assert.equal((rows.get("~one") as { length: number }).length, 0);
});

test("a tab that does not let go of an older version is named as the reason", async () => {
  const browser = new FakeBrowser();
  const held = await openedAs(browser.factory, 1, () => undefined);
  await assert.rejects(new Database(browser.factory, [...MIGRATIONS, ADD]).run("read", async () => undefined), { code: "blocked" });
  held.close();
});

test("a database of another program stays as it is; tables are in memory", async () => {
  const browser = new FakeBrowser();
  (await openedAs(browser.factory, 1, (database) => database.createObjectStore("other"))).close();
  const store = await browser.tab("a");
  const reason = { key: "kept.damaged", args: {} };
  assert.deepEqual((await store.facts()).reason, reason);
  assert.deepEqual(await store.create(created("~one")), { kept: false, reason });
  assert.deepEqual((await store.read("~one")).created, created("~one"));
  const names = (await openedAs(browser.factory, 1, () => undefined)).objectStoreNames;
  assert.deepEqual([...names], ["other"]);
});

test("a transaction whose work throws writes nothing, and one that ends is whole", async () => {
  const database = new Database(new IDBFactory());
  await assert.rejects(database.run("strict", async (transaction) => {
    transaction.put("tables", "~one", 1);
    await transaction.get("tables", "~one");
    throw new RangeError("no");
  }), RangeError);
  assert.equal(await database.run("read", (transaction) => transaction.get("tables", "~one")), undefined);
  await database.run("strict", async (transaction) => transaction.put("tables", "~one", 1));
  assert.equal(await database.run("read", (transaction) => transaction.get("tables", "~one")), 1);
});

test("a connection that the browser closed is opened again", async () => {
  const factory = new IDBFactory();
  const opened: IDBDatabase[] = [];
  const open = factory.open.bind(factory);
  factory.open = (...args) => {
    const request = open(...args);
    request.addEventListener("success", () => opened.push(request.result));
    return request;
  };
  const database = new Database(factory);
  await database.run("strict", async (transaction) => transaction.put("tables", "~one", 1));
  opened[0]!.close();
  assert.equal(await database.run("read", (transaction) => transaction.get("tables", "~one")), 1);
  assert.equal(opened.length, 2);
});

test("writes ask to be on the disk when they end", async () => {
  const factory = new IDBFactory();
  const database = new Database(factory);
  await database.run("read", async () => undefined);
  const asked: unknown[] = [];
  const connection = await openedAs(factory, 1, () => undefined);
  const prototype = Object.getPrototypeOf(connection) as IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (this: IDBDatabase, names, mode, options) {
    asked.push([mode, options]);
    return begin.call(this, names, mode, options);
  };
  try {
    for (const mode of ["read", "relaxed", "strict"] as const) await database.run(mode, async () => undefined);
  } finally {
    prototype.transaction = begin;
  }
  const write = (durability: string) => ["readwrite", { durability }];
  assert.deepEqual(asked, [["readonly", undefined], write("relaxed"), write("strict")]);
});
