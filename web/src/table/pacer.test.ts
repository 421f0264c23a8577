import assert from "node:assert/strict";
import { test } from "node:test";
import { Pacer } from "./pacer.ts";

function paced() {
  const shown: string[] = [];
  let due: (() => void)[] = [];
  const pacer = new Pacer<string>(
    (item) => shown.push(item),
    (item) => (item === "quick" ? 0 : 500),
    (action) => {
      due.push(action);
      return () => (due = due.filter((other) => other !== action));
    },
  );
  return { pacer, shown, tick: () => due.shift()?.() };
}

test("the first is shown at once, the next after it was seen", () => {
  const { pacer, shown, tick } = paced();
  pacer.add("a");
  pacer.add("b");
  assert.deepEqual(shown, ["a"]);
  assert.equal(pacer.busy, true);
  tick();
  assert.deepEqual(shown, ["a", "b"]);
  assert.equal(pacer.busy, false);
});

test("what needs no time holds nothing up", () => {
  const { pacer, shown } = paced();
  pacer.add("quick");
  pacer.add("a");
  assert.deepEqual(shown, ["quick", "a"]);
});

test("flush shows all that waits, in order, and later items are shown again", () => {
  const { pacer, shown, tick } = paced();
  for (const item of ["a", "b", "c"]) pacer.add(item);
  pacer.flush();
  assert.deepEqual(shown, ["a", "b", "c"]);
  tick();
  pacer.add("d");
  assert.deepEqual(shown, ["a", "b", "c", "d"]);
});

test("Pacer reports an item after it was visible, also after flush", () => {
  const seen: string[] = [];
  const due: (() => void)[] = [];
  const pacer = new Pacer<string>(
    () => undefined, () => 500, (action) => {
      due.push(action);
      return () => due.pop();
    }, (item) => seen.push(item),
  );
  for (const item of ["a", "b", "c"]) pacer.add(item);
  assert.deepEqual(seen, []);
  due.shift()?.();
  assert.deepEqual(seen, ["a"]);
  pacer.flush();
  assert.deepEqual(seen, ["a", "b", "c"]);
});
