import assert from "node:assert/strict";
import { test } from "node:test";
import type { PanelSet } from "../stage/scene.ts";
import { MultiSelect } from "./multi-select.ts";

const HAND = ["W", "G", "G", "M"];
const set: PanelSet = {
  part: "pay",
  first: { part: "figure", value: "hand" },
  value: (taken) => taken.map((index) => HAND[index]).join(""),
  taken: (value) => {
    const left = [...value];
    return HAND.flatMap((card, index) => {
      const found = left.indexOf(card);
      if (found < 0) return [];
      left.splice(found, 1);
      return [index];
    });
  },
};

test("things touched one after the other are taken together, in their order", () => {
  const taking = new MultiSelect();
  assert.equal(taking.touch(set, {}, 3), "M");
  assert.equal(taking.touch(set, { figure: "hand", pay: "M" }, 1), "GM");
  assert.equal(taking.touch(set, { figure: "hand", pay: "GM" }, 3), "G");
  assert.equal(taking.touch(set, { figure: "hand", pay: "G" }, 1), null);
});

test("of two equal things the one that was touched stays taken", () => {
  const taking = new MultiSelect();
  taking.touch(set, {}, 2);
  assert.deepEqual(taking.of(set, { figure: "hand", pay: "G" }), [2]);
  assert.deepEqual(new MultiSelect().of(set, { figure: "hand", pay: "G" }), [1]);
});

test("MultiSelect is empty while something else is being chosen", () => {
  assert.deepEqual(new MultiSelect().of(set, { figure: "c5", pay: "G" }), []);
  assert.deepEqual(new MultiSelect().of(set, {}), []);
});
