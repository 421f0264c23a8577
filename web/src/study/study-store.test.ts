/** Studies in the browser: of members and guests, without room, and changed in other tabs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SafeStore } from "../ui/storage.ts";
import { StudyStore, type StudyChange } from "./study-store.ts";
import { STUDY_FORMAT, type Chapter, type Study } from "./study.ts";

function chapter(game: string): Chapter {
  return { name: "One", format: "empile/2", game, rules: 1, options: {}, seats: ["a", "b"], events: [], result: null };
}

function study(id: string, name = id, ...games: string[]): Study {
  return { format: STUDY_FORMAT, id, name, folder: "", chapters: games.map(chapter) };
}

/** A browser's storage with room for values of some length, as several tabs use it. */
function browser(room = Infinity) {
  const values = new Map<string, string>();
  const find = () => new Proxy({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  }, { ownKeys: () => [...values.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
  const tab = (owner = "", events = new EventTarget()) => new StudyStore(owner, new SafeStore(find), events);
  return { values, tab };
}

function changed(
  events: EventTarget, key: string | null, newValue: string | null, oldValue: string | null = null,
): void {
  events.dispatchEvent(Object.assign(new Event("storage"), { key, oldValue, newValue }));
}

test("a study is listed by what it holds, and loaded as it was saved", async () => {
  const store = browser().tab();
  const saved = study("a", "Openings", "blox", "on-top", "blox");
  assert.deepEqual(await store.save(saved), { kept: true });
  const [meta] = await store.list();
  assert.ok(meta && meta.changed > 0);
  assert.deepEqual({ ...meta, changed: 0 }, {
    id: "a", name: "Openings", folder: "", games: ["blox", "on-top"], chapters: 3, changed: 0, version: 0,
  });
  assert.deepEqual(await store.load("a"), saved);
  assert.equal(await store.load("b"), null);
});

test("members and guests have their own studies", async () => {
  const { tab } = browser();
  for (const owner of ["", "@anne", "@joanne"]) await tab(owner).save(study("same", `of ${owner}`));
  await tab("@anne").save(study("other"));
  const names = async (owner: string) => (await tab(owner).list()).map(({ name }) => name).sort();
  assert.deepEqual(await names(""), ["of "]);
  assert.deepEqual(await names("@anne"), ["of @anne", "other"]);
  assert.deepEqual(await names("@joanne"), ["of @joanne"]);
});

test("a study that finds no room is known until the page is closed, and the earlier one stays", async () => {
  const { values, tab } = browser(400);
  const store = tab();
  await store.save(study("a", "short"));
  const long = study("a", "long".repeat(200));
  assert.deepEqual(await store.save(long), { kept: false, reason: "full" });
  assert.deepEqual(await store.load("a"), long);
  assert.equal((await tab().load("a"))?.name, "short");
  assert.equal(values.size, 1);
  const blocked = new StudyStore("", new SafeStore(() => null), null);
  assert.deepEqual(await blocked.save(study("b")), { kept: false, reason: "blocked" });
});

test("a removed study can be put back, and counts as new for the account", async () => {
  const store = browser().tab("@anne");
  await store.save(study("a"));
  store.putEntry({ ...store.entry("a")!, version: 3 });
  const undo = await store.remove("a");
  assert.deepEqual([await store.list(), store.removed()], [[], { a: 3 }]);
  assert.deepEqual(await undo(), { kept: true });
  assert.deepEqual([(await store.list())[0]?.version, store.removed()], [0, {}]);
});

test("a study that the account never had leaves nothing behind", async () => {
  const { values, tab } = browser();
  const store = tab();
  await store.save(study("a"));
  await store.remove("a");
  await store.remove("unknown");
  assert.equal(values.size, 0);
});

test("changes of other tabs are heard, those of other people are not", async () => {
  const { values, tab } = browser();
  const events = new EventTarget();
  const heard: StudyChange[] = [];
  const here = tab("@anne", events);
  const end = here.onChange((change) => heard.push(change));
  const there = tab("@anne");
  await there.save(study("a"));
  there.putEntry({ ...there.entry("a")!, study: study("b"), copyOf: "a" });
  await tab("").save(study("c"));
  for (const [key, value] of values) changed(events, key, value);
  const sent = JSON.stringify({ ...there.entry("a"), version: 2 });
  changed(events, "empile.study.a@anne", sent, values.get("empile.study.a@anne"));
  changed(events, "empile.study.a@anne", null);
  changed(events, null, null);
  here.announce({ id: "d" });
  tab("").announce({ id: "e" });
  assert.deepEqual(heard, [{ id: "a" }, { id: "a", copy: "b" }, { id: "a" }, { id: null }, { id: "d" }]);
  end();
  changed(events, null, null);
  here.announce({ id: "d" });
  assert.equal(heard.length, 5);
});

test("what is damaged is left out, and not deleted", async () => {
  const { values, tab } = browser();
  values.set("empile.study.a", "{");
  values.set("empile.study.b", JSON.stringify({ study: { ...study("b"), format: "else" } }));
  values.set("empile.studies.removed", "[1");
  assert.deepEqual([await tab().list(), tab().removed(), values.size], [[], {}, 3]);
});

test("saves and removals are heard in this tab", async () => {
  const store = browser().tab();
  let heard = 0;
  const end = store.onSave(() => (heard += 1));
  await store.save(study("a"));
  const undo = await store.remove("a");
  await undo();
  assert.equal(heard, 3);
  end();
  await store.save(study("a"));
  assert.equal(heard, 3);
});

test("a copy of conflicting edits is announced once: when it is saved again it is a study like others", async () => {
  const store = browser().tab();
  await store.save(study("a"));
  store.putEntry({ ...store.entry("a")!, study: study("b"), copyOf: "a" });
  assert.equal(store.entry("b")?.copyOf, "a");
  await store.save(study("b"));
  assert.equal(store.entry("b")?.copyOf, undefined);
});
