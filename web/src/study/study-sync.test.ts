/** Studies of two browsers and an account: what each has after changes, conflicts and lost answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../net/api.ts";
import type { NewStudy, StudyInfo } from "../net/protocol.ts";
import { SafeStore } from "../ui/storage.ts";
import { StudyStore, type StudyChange } from "./study-store.ts";
import { syncStudies, type StudyAccount } from "./study-sync.ts";
import { STUDY_FORMAT, type Study } from "./study.ts";

const copyName = (name: string) => `${name} (copy)`;

function study(id: string, name = id): Study {
  const chapter = { format: "empile/1", game: "blox", rules: 1, options: {}, seats: ["1", "2"], events: [], result: null };
  return { format: STUDY_FORMAT, id, name, folder: "", chapters: [{ name: "", ...chapter }] };
}

function browser(room = Infinity): StudyStore {
  const values = new Map<string, string>();
  const find = () => new Proxy({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (values.size >= room && !values.has(key)) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  }, { ownKeys: () => [...values.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
  return new StudyStore("@anne", new SafeStore(find), null);
}

function failed(code: ApiError["code"]): ApiError {
  return new ApiError({ code, detail: code });
}

/** An account as the server keeps it. */
class Account implements StudyAccount {
  readonly stored = new Map<string, { info: StudyInfo; study: string }>();
  puts = 0;
  /** Called before each change. */
  before: (id: string) => void = () => undefined;
  /** Whether answers to changes are lost. */
  losesAnswers = false;
  private clock = 100;

  async list() {
    return [...this.stored.values()].map(({ info }) => info);
  }

  async get(id: string) {
    const found = this.stored.get(id);
    if (!found) throw failed("no_table");
    return found;
  }

  async put(id: string, wanted: NewStudy) {
    this.puts += 1;
    this.before(id);
    const known = this.stored.get(id)?.info;
    if (known?.edit === wanted.edit) return known;
    if ((known?.version ?? 0) !== wanted.version) throw failed("stale");
    const { name, folder } = JSON.parse(wanted.study) as Study;
    const version = (this.clock += 1);
    const info = { id, name, folder, games: ["blox"], chapters: 1, changed: version, version, edit: wanted.edit };
    this.stored.set(id, { info, study: wanted.study });
    if (this.losesAnswers) throw failed("offline");
    return info;
  }

  async remove(id: string, version: number) {
    this.before(id);
    const known = this.stored.get(id)?.info;
    if (known && known.version !== version) throw failed("stale");
    this.stored.delete(id);
  }

  names(): string[] {
    return [...this.stored.values()].map(({ info }) => info.name).sort();
  }
}

const namesIn = async (store: StudyStore) => (await store.list()).map(({ name }) => name).sort();

function world() {
  const account = new Account();
  const [here, there] = [browser(), browser()];
  const sync = (store: StudyStore) => syncStudies(store, account, copyName);
  return { account, here, there, sync };
}

test("a study reaches the other browser, its changes and its removal too", async () => {
  const { account, here, there, sync } = world();
  await here.save(study("a", "first"));
  await sync(here);
  await sync(there);
  assert.deepEqual(await there.load("a"), study("a", "first"));
  await there.save(study("a", "second"));
  await sync(there);
  await sync(here);
  assert.deepEqual(await namesIn(here), ["second"]);
  const { puts } = account;
  await sync(here);
  await sync(there);
  assert.equal(account.puts, puts, "nothing is sent twice");
  await here.remove("a");
  await sync(here);
  await sync(there);
  assert.deepEqual([await namesIn(there), account.names(), here.removed()], [[], [], {}]);
});

test("both edits of a conflict are kept, and all browsers have the same in the end", async () => {
  const { account, here, there, sync } = world();
  await here.save(study("a"));
  await sync(here);
  await sync(there);
  await here.save(study("a", "mine"));
  await there.save(study("a", "theirs"));
  await sync(there);
  const heard: StudyChange[] = [];
  const end = here.onChange((change) => heard.push(change));
  await sync(here);
  end();
  const copy = (await here.list()).find(({ id }) => id !== "a");
  assert.equal(copy?.name, "mine (copy)");
  assert.deepEqual(heard, [{ id: "a", copy: copy.id }, { id: "a" }]);
  await sync(there);
  for (const names of [await namesIn(here), await namesIn(there), account.names()]) {
    assert.deepEqual(names, ["mine (copy)", "theirs"]);
  }
  assert.equal(here.entry(copy.id)?.copyOf, undefined, "known as a copy until it is stored");
});

test("without room for the copy the own edits stay", async () => {
  const { account, there, sync } = world();
  const here = browser(1);
  await here.save(study("a"));
  await sync(here);
  await sync(there);
  await here.save(study("a", "mine"));
  await there.save(study("a", "theirs"));
  await sync(there);
  await sync(here);
  assert.deepEqual([await namesIn(here), account.names()], [["mine"], ["theirs"]]);
});

test("a lost answer makes no copy, and later edits are sent", async () => {
  const { account, here, sync } = world();
  account.losesAnswers = true;
  await here.save(study("a", "first"));
  await assert.rejects(sync(here), { code: "offline" });
  await here.save(study("a", "second"));
  account.losesAnswers = false;
  await sync(here);
  assert.deepEqual([account.names(), await namesIn(here)], [["second"], ["second"]]);
});

test("what another device changed is not removed, and comes back", async () => {
  const { account, here, there, sync } = world();
  await here.save(study("a"));
  await sync(here);
  await sync(there);
  await there.save(study("a", "changed"));
  await sync(there);
  await here.remove("a");
  await sync(here);
  assert.deepEqual([await namesIn(here), account.names()], [["changed"], ["changed"]]);
});

test("edits of what another device removed are stored again", async () => {
  const { account, here, there, sync } = world();
  await here.save(study("a"));
  await sync(here);
  await sync(there);
  await there.remove("a");
  await sync(there);
  await here.save(study("a", "changed"));
  await sync(here);
  assert.deepEqual([await namesIn(here), account.names()], [["changed"], ["changed"]]);
});

test("a removal is undone, before and after the account has heard of it", async () => {
  const { account, here, sync } = world();
  await here.save(study("a"));
  await sync(here);
  await (await here.remove("a"))();
  await sync(here);
  const undo = await here.remove("a");
  await sync(here);
  assert.deepEqual(account.names(), []);
  await undo();
  await sync(here);
  assert.deepEqual([await namesIn(here), account.names()], [["a"], ["a"]]);
});

test("edits and removals while a study is sent are not lost", async () => {
  const { account, here, sync } = world();
  await here.save(study("a", "first"));
  account.before = () => {
    account.before = () => undefined;
    void here.save(study("a", "second"));
  };
  await sync(here);
  assert.deepEqual(await namesIn(here), ["second"]);
  await sync(here);
  assert.deepEqual(account.names(), ["second"]);
  await here.save(study("b"));
  account.before = () => {
    account.before = () => undefined;
    void here.remove("b");
  };
  await sync(here);
  await sync(here);
  assert.deepEqual([await namesIn(here), account.names()], [["second"], ["second"]]);
});

test("a device that is faster is waited for", async () => {
  const { account, here, there, sync } = world();
  await here.save(study("a"));
  await sync(here);
  await here.save(study("a", "mine"));
  account.before = () => {
    account.before = () => undefined;
    const known = account.stored.get("a")!;
    account.stored.set("a", { ...known, info: { ...known.info, version: 999, edit: "other" } });
  };
  await sync(here);
  await sync(there);
  assert.deepEqual(await namesIn(there), ["a", "mine (copy)"]);
});

test("a study that the account refuses keeps nothing else back", async () => {
  const { account, here, sync } = world();
  await here.save(study("large"));
  await here.save(study("small"));
  account.before = (id) => {
    if (id === "large") throw failed("too_large");
  };
  const refused = await sync(here);
  assert.deepEqual([[...refused.keys()], account.names()], [["large"], ["small"]]);
  assert.deepEqual(await namesIn(here), ["large", "small"]);
});
