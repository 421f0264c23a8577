/** Tables in the browser: kept, damaged, without room, and with the rules of their games. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { created, failWrites, FakeBrowser, moves } from "../../../test/fake-browser.ts";
import { newTableId } from "./records.ts";

const KEPT = { kept: true };
const fault = (code: string) => ({ name: "KeepError", code, reason: { key: `kept.${code}`, args: {} } });

test("a table is kept as it was created, with all its entries", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  assert.deepEqual(await store.create(created("~one")), KEPT);
  const log = moves(...Array.from({ length: 30 }, (_, index) => `${index}`));
  assert.deepEqual(await store.append("~one", 0, log.slice(0, 2)), KEPT);
  browser.jump(100);
  assert.deepEqual(await store.append("~one", 2, log.slice(2)), KEPT);
  store.close();
  const expected = { created: created("~one"), entries: log, changed: 1_000_100, origin: null };
  assert.deepEqual(await (await browser.tab("b")).read("~one"), expected);
});

test("a table is kept with its first entries, or goes on in memory with them", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  const [first, second] = [moves("x"), moves("y")];
  assert.deepEqual(await store.create(created("~kept"), null, {}, first), KEPT);
  const restore = failWrites("QuotaExceededError");
  try {
    await store.create(created("~unsaved"), null, {}, first);
    await store.append("~unsaved", 1, second);
  } finally {
    restore();
  }
  assert.deepEqual(await store.append("~kept", 1, second), KEPT);
  for (const id of ["~kept", "~unsaved"]) assert.deepEqual((await store.read(id)).entries, [...first, ...second]);
  assert.deepEqual((await store.facts()).unsaved, ["~unsaved"]);
});

test("tables are listed, the last changed first", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  for (const id of ["~one", "~two", "~ten"]) {
    browser.jump(1);
    await store.create(created(id));
  }
  browser.jump(1);
  await store.append("~one", 0, moves("x", "y"));
  const found = (await store.list()).map(({ id, length, fault: none, elsewhere }) => [id, length, none, elsewhere]);
  assert.deepEqual(found, [["~one", 2, null, false], ["~ten", 0, null, false], ["~two", 0, null, false]]);
});

test("entries that do not follow the log are refused, and nothing is written", async () => {
  const store = await new FakeBrowser().tab("a");
  await store.create(created("~one"));
  await store.append("~one", 0, moves("x", "y"));
  for (const from of [0, 1, 3]) await assert.rejects(store.append("~one", from, moves("z")), fault("behind"));
  await assert.rejects(store.append("~two", 0, moves("z")), fault("absent"));
  await assert.rejects(store.create(created("~one", "on-top")), fault("behind"));
  const { created: { game }, entries } = await store.read("~one");
  assert.deepEqual([game, entries], ["blox", moves("x", "y")]);
  assert.equal((await store.list()).length, 1);
});

test("changes of a tab are written in the order in which they were made", async () => {
  const store = await new FakeBrowser().tab("a");
  const all = [store.create(created("~one")), ...moves("x", "y", "z").map((move, from) => store.append("~one", from, [move]))];
  assert.deepEqual(await Promise.all(all), [KEPT, KEPT, KEPT, KEPT]);
  assert.equal((await store.read("~one")).entries.length, 3);
});

test("a table that is forgotten is gone, and its ID is free", async () => {
  const store = await new FakeBrowser().tab("a");
  for (const id of ["~one", "~one-more"]) {
    await store.create(created(id));
    await store.append(id, 0, moves("x"));
  }
  await store.forget("~one");
  await assert.rejects(store.read("~one"), fault("absent"));
  await store.create(created("~one"));
  assert.deepEqual((await store.read("~one")).entries, []);
  assert.deepEqual((await store.read("~one-more")).entries, moves("x"));
});

test("a damaged table says so, stays as it is, and harms no other", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  const ids = ["~head", "~creation", "~entry", "~gap", "~other", "~sound"];
  for (const id of ids) {
    await store.create(created(id));
    await store.append(id, 0, moves("x", "y"));
  }
  const head = { length: 2, changed: 1, origin: null };
  await browser.edit("tables", (tables) => {
    tables.put("?", "~head");
    tables.put({ ...head, created: "{" }, "~creation");
    tables.put({ ...head, created: JSON.stringify(created("~sound")) }, "~other");
  });
  await browser.edit("entries", (entries) => {
    entries.put('{"kind":', ["~entry", 1]);
    entries.delete(["~gap", 0]);
  });
  const damaged = ids.slice(0, -1);
  for (const id of damaged) await assert.rejects(store.read(id), fault("damaged"));
  assert.deepEqual((await store.read("~sound")).entries, moves("x", "y"));
  const faulty = (await store.list()).filter((one) => one.fault).map(({ id }) => id).sort();
  assert.deepEqual(faulty, ["~creation", "~head", "~other"]);
  const { tables, left } = await store.exportAll();
  assert.deepEqual([tables, left.map(({ id }) => id).sort()], [1, damaged.sort()]);
  await assert.rejects(store.append("~head", 2, moves("z")), fault("damaged"));
  await browser.edit("tables", (rows) => {
    rows.get("~head").onsuccess = ({ target }) => assert.equal((target as IDBRequest).result, "?");
  });
  await store.forget("~head");
  assert.ok(!(await store.list()).some(({ id }) => id === "~head"));
});

test("a table of a game that the page does not have is listed and exported, but not opened", async () => {
  const store = await new FakeBrowser().tab("a", { isKnown: (game) => game !== "chess" });
  await store.create(created("~one", "chess"));
  const reason = { key: "kept.unknown_game", args: { game: "chess" } };
  await assert.rejects(store.read("~one"), { code: "unknown_game", reason });
  assert.deepEqual((await store.list()).map((one) => [one.fault, one.created?.game]), [[reason, "chess"]]);
  assert.equal((await store.exportAll()).tables, 1);
});

test("without room a table goes on in memory, and is kept as a whole once there is room", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  await store.create(created("~old"));
  await store.append("~old", 0, moves("x"));
  const full = { kept: false, reason: { key: "kept.full", args: {} } };
  const restore = failWrites("QuotaExceededError");
  try {
    assert.deepEqual(await store.append("~old", 1, moves("y")), full);
    assert.deepEqual(await store.append("~old", 2, moves("z")), full);
    await assert.rejects(store.append("~old", 2, moves("z")), fault("behind"));
    assert.deepEqual(await store.create(created("~new")), full);
    assert.deepEqual(await store.append("~new", 0, moves("x", "y")), full);
    await assert.rejects(store.create(created("~new")), fault("behind"));
    assert.deepEqual((await store.read("~new")).entries, moves("x", "y"));
    assert.deepEqual((await store.facts()).unsaved, ["~old", "~new"]);
    assert.deepEqual((await store.list()).map(({ id, length }) => [id, length]).sort(), [["~new", 2], ["~old", 3]]);
    const { text } = await store.exportAll(["~new"]);
    await assert.rejects(store.importAll(text.replace("~new", "~newer")), fault("full"));
  } finally {
    restore();
  }
  const other = await browser.tab("b");
  assert.deepEqual((await other.list()).map(({ id, length }) => [id, length]), [["~old", 1]]);
  assert.deepEqual(await store.append("~old", 3, moves("!")), KEPT);
  assert.deepEqual(await store.append("~new", 2, []), KEPT);
  assert.deepEqual((await other.read("~old")).entries.map((one) => "text" in one && one.text), ["x", "y", "z", "!"]);
  assert.deepEqual((await other.read("~new")).entries, moves("x", "y"));
  assert.deepEqual((await store.facts()).unsaved, []);
});

test("changes that found no room give way to those of a tab that played on", async () => {
  const browser = new FakeBrowser();
  const [store, other] = [await browser.tab("a"), await browser.tab("b")];
  await store.create(created("~one"));
  const restore = failWrites("QuotaExceededError");
  await store.append("~one", 0, moves("lost")).finally(restore);
  await other.takeOver("~one", () => undefined);
  await other.append("~one", 0, moves("x"));
  await assert.rejects(store.append("~one", 1, moves("y")), fault("elsewhere"));
  assert.deepEqual((await store.read("~one")).entries, moves("x"));
  assert.deepEqual((await store.facts()).unsaved, []);
});

test("a browser that cannot write for another reason says so", async () => {
  const store = await new FakeBrowser().tab("a");
  await store.create(created("~one"));
  const restore = failWrites("UnknownError");
  try {
    const saved = await store.append("~one", 0, moves("x"));
    assert.deepEqual(saved, { kept: false, reason: { key: "kept.not_saved", args: {} } });
  } finally {
    restore();
  }
});

const REFUSING: [string, () => IDBFactory | undefined][] = [
  ["has no IndexedDB", () => undefined],
  ["throws", () => {
    throw new DOMException("blocked", "SecurityError");
  }],
];
for (const [name, indexedDB] of REFUSING) {
  test(`a browser that ${name} has tables until the page is closed`, async () => {
    const browser = new FakeBrowser();
    const store = await browser.tab("a", { indexedDB });
    const reason = { key: "kept.nothing_kept", args: {} };
    assert.deepEqual(await store.create(created("~one")), { kept: false, reason });
    await store.hold("~one", assert.fail);
    browser.jump(100);
    assert.deepEqual(await store.append("~one", 0, moves("x")), { kept: false, reason });
    await assert.rejects(store.append("~one", 0, moves("y")), fault("behind"));
    await assert.rejects(store.append("~two", 0, moves("x")), fault("absent"));
    assert.deepEqual((await store.read("~one")).entries, moves("x"));
    assert.deepEqual(await store.facts(), { reason, persistent: null, unsaved: ["~one"] });
    assert.equal((await store.list())[0]?.changed, 1_000_100);
    const { text, tables } = await store.exportAll();
    assert.equal(tables, 1);
    await assert.rejects(store.importAll(text), fault("nothing_kept"));
    assert.equal(await store.file("/x"), null);
    await store.release();
    await store.forget("~one");
    assert.deepEqual(await store.list(), []);
  });
}

test("the store says whether the browser may delete tables by itself", async () => {
  const browser = new FakeBrowser();
  const said: [() => Promise<boolean>, boolean | null][] = [
    [async () => true, true], [async () => false, false], [() => Promise.reject(new Error("no")), null],
  ];
  for (const [persisted, persistent] of said) {
    const store = await browser.tab("a", { storage: { persisted } });
    assert.deepEqual(await store.facts(), { reason: null, persistent, unsaved: [] });
  }
});

const origin = (name: string, rules = 3) => ({ rules, module: `/${name}.wasm`, facts: `/${name}.json`, data: `/${name}.bin` });
const files = (name: string) => {
  const { rules: _, ...addresses } = origin(name);
  return Object.fromEntries(Object.values(addresses).map((address, index) => [address, Uint8Array.of(index)]));
};

test("a running game keeps its rules; they are freed when no game needs them", async () => {
  const browser = new FakeBrowser();
  const store = await browser.tab("a");
  await store.create(created("~one"), origin("old"), files("old"));
  await store.create(created("~two"), origin("old"), files("old"));
  const has = async (address: string) => (await store.file(address)) !== null;
  assert.deepEqual(await store.file("/old.bin"), Uint8Array.of(2));
  assert.deepEqual((await store.read("~one")).origin, origin("old"));
  await store.append("~one", 0, moves("x"));
  assert.deepEqual((await store.read("~one")).origin, origin("old"), "moves leave it as it is");
  await store.setOrigin("~one", null);
  assert.ok(await has("/old.wasm"));
  await store.setOrigin("~one", origin("new", 4), files("new"));
  await store.forget("~two");
  assert.deepEqual([await has("/old.wasm"), await has("/new.wasm"), await has("/new.json")], [false, true, true]);
  await store.setOrigin("~one", null);
  assert.equal(await has("/new.wasm"), false);
  assert.equal((await store.read("~one")).origin, null);
});

test("a table is worth more than the files of its rules", async () => {
  const store = await new FakeBrowser().tab("a");
  const restore = failWrites("QuotaExceededError", (value) => value instanceof Uint8Array);
  try {
    assert.deepEqual(await store.create(created("~one"), origin("old"), files("old")), KEPT);
  } finally {
    restore();
  }
  assert.deepEqual((await store.read("~one")).origin, origin("old"));
  assert.equal(await store.file("/old.wasm"), null);
});

test("IDs of tables are local and differ", () => {
  const ids = Array.from({ length: 100 }, newTableId);
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^~[\w-]{12}$/);
});
