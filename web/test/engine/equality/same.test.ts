/** The comparisons that browsers make without Node agree with Node's own. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { digest, equal, same } from "./same.ts";

class Point {
  x = 1;
}

const values: unknown[] = [
  null, undefined, true, 0, -0, NaN, 1, "1", "", [], {}, [0], [-0], [1, 2], [1, [2]], [1, { a: 2 }], { a: 1 }, { a: 2 }, { b: 1 }, { a: 1, b: undefined },
  { a: 1, b: 2 }, { b: 2, a: 1 }, { 0: 1 }, [1], [undefined], { x: 1 }, new Point(), { a: { b: [NaN] } },
];

test("values are equal where Node says so", () => {
  const isEqual = (one: unknown, other: unknown): boolean => {
    try {
      assert.deepStrictEqual(one, other);
      return true;
    } catch {
      return false;
    }
  };
  const again = (value: unknown): unknown => (value instanceof Point ? new Point() : structuredClone(value));
  for (const one of values) {
    for (const other of values) assert.equal(equal(one, again(other)), isEqual(one, other), JSON.stringify([one, other]));
  }
});

test("an error shows both values", () => {
  same("legal moves", [1, 2], [1, 2]);
  assert.throws(() => same("legal moves", [1, 2], [1, 3]), { message: "legal moves differ: [1,2], not [1,3]" });
});

test("digests are the first digits of those of Node", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    assert.equal(digest(bytes), createHash("sha256").update(bytes).digest("hex").slice(0, 16));
  }
});
