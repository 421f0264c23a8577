import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, FIELDS, PRESETS, presetsFor } from "./presets.ts";

test("two seats have clocks for the game, more have clocks for a turn", () => {
  assert.deepEqual(new Set(presetsFor(2).map(({ kind }) => kind)), new Set(["real", "days"]));
  assert.deepEqual(new Set(presetsFor(4).map(({ kind }) => kind)), new Set(["turn", "days"]));
  for (const seats of [2, 3, 6]) assert.ok(presetsFor(seats).length >= 6);
});

test("presets are within what can be chosen", () => {
  for (const preset of PRESETS) {
    for (const { name, least, most } of FIELDS[preset.kind]) {
      const value = (preset as unknown as Record<string, number>)[name] ?? Number.NaN;
      assert.ok(value >= least && value <= most, `${preset.kind} ${name}`);
    }
  }
});

test("a clock is told in minutes, seconds, days and hours", () => {
  const told = (key: string, args: object = {}) => `${key} ${JSON.stringify(args)}`;
  assert.equal(clockText({ kind: "real", base: 90, increment: 2 }, told),
    'clock.text.real {"base":1.5,"increment":2}');
  assert.equal(clockText({ kind: "days", days: 3, reserve: 24 }, told), 'clock.text.days {"count":3,"reserve":24}');
});
