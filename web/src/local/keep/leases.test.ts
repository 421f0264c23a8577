/** Tabs that have the same table: one at a time may continue it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { created, FakeBrowser, moves, until } from "../../../test/fake-browser.ts";
import { ANSWER, RENEWAL, TERM } from "./leases.ts";

const ELSEWHERE = { name: "KeepError", code: "elsewhere", reason: { key: "kept.elsewhere", args: {} } };
const HOUR = 3_600_000;

/** Opens two tabs; the first one has a table. */
async function twoTabs(hasChannel = true) {
  const browser = new FakeBrowser();
  browser.hasChannel = hasChannel;
  const [one, two] = [await browser.tab("one"), await browser.tab("two")];
  await one.create(created("~table"));
  const lost: string[] = [];
  await one.hold("~table", () => lost.push("one"));
  return { browser, one, two, lost };
}

for (const hasChannel of [true, false]) {
  test(`another tab is told that a table is open, and writes nothing (${hasChannel ? "with" : "without"} channel)`, async () => {
    const { one, two, lost } = await twoTabs(hasChannel);
    await assert.rejects(two.hold("~table", assert.fail), ELSEWHERE);
    await assert.rejects(two.append("~table", 0, moves("x")), ELSEWHERE);
    await assert.rejects(two.setOrigin("~table", null), ELSEWHERE);
    await assert.rejects(two.forget("~table"), ELSEWHERE);
    const elsewhere = async (store: typeof one) => (await store.list()).map((listed) => listed.elsewhere);
    assert.deepEqual([await elsewhere(one), await elsewhere(two)], [[false], [true]]);
    await one.append("~table", 0, moves("y"));
    assert.deepEqual((await two.read("~table")).entries, moves("y"));
    assert.deepEqual(lost, []);
  });

  test(`a tab that took a table over has it (${hasChannel ? "with" : "without"} channel)`, async () => {
    const { browser, one, two, lost } = await twoTabs(hasChannel);
    await two.takeOver("~table", () => lost.push("two"));
    if (!hasChannel) await browser.pass(RENEWAL);
    await until(() => lost.length > 0);
    assert.deepEqual(lost, ["one"]);
    await assert.rejects(one.append("~table", 0, moves("x")), ELSEWHERE);
    await two.append("~table", 0, moves("y"));
    await one.takeOver("~table", () => undefined);
    await one.append("~table", 1, moves("z"));
  });
}

test("a table that was given up is free at once", async () => {
  const { one, two } = await twoTabs();
  const told: string[] = [];
  two.onChange((id) => told.push(id));
  await one.release();
  await until(() => told.length > 0);
  await two.hold("~table", assert.fail);
  await assert.rejects(one.append("~table", 0, moves("x")), ELSEWHERE);
  await one.release(["~table"]); // it is not its own any more
  await two.append("~table", 0, moves("x"));
  assert.equal(told[0], "~table");
});

test("a lease is renewed for as long as the table is held", async () => {
  const { browser, two } = await twoTabs(false);
  for (let passed = 0; passed < 3 * TERM; passed += RENEWAL) {
    await browser.pass(RENEWAL);
    await browser.renewed("~table", browser.now + TERM);
  }
  await assert.rejects(two.hold("~table", assert.fail), ELSEWHERE);
});

test("a tab that slept longer than its lease goes on unless another tab took the table", async () => {
  const { browser, one, two, lost } = await twoTabs(false);
  browser.jump(HOUR);
  await one.append("~table", 0, moves("x"));
  await assert.rejects(two.hold("~table", assert.fail), ELSEWHERE);
  browser.jump(TERM);
  await two.hold("~table", assert.fail);
  await assert.rejects(one.append("~table", 1, moves("y")), ELSEWHERE);
  await browser.pass(0);
  await until(() => lost.length > 0);
  assert.deepEqual(lost, ["one"]);
});

test("the table of a tab that is gone without a word is free when it does not answer", async () => {
  const { browser, two, lost } = await twoTabs();
  browser.frozen.add("one");
  const held = two.hold("~table", assert.fail);
  await browser.pass(ANSWER, 2);
  await held;
  await two.append("~table", 0, moves("x"));
  browser.frozen.delete("one");
  await browser.pass(RENEWAL, 2);
  await until(() => lost.length > 0);
  assert.deepEqual(lost, ["one"]);
});

test("a lease of a clock that was ahead does not last", async () => {
  const { browser, two } = await twoTabs(false);
  browser.jump(-HOUR);
  await two.hold("~table", assert.fail);
});

test("two tabs that append at the same time never mix their entries", async () => {
  const { one, two } = await twoTabs();
  await one.release();
  const tried = await Promise.allSettled([one, two, one, two].map((store, index) => store.append("~table", 0, moves(`${index}`, "!"))));
  assert.equal(tried.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await one.read("~table")).entries.length, 2);
});
