/** Settings: defaults, unknown values, and a browser that stores nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeSetting, changeSound, changeVolume, hears, onSettings, setting, volume,
} from "./settings.ts";

/** Installs a storage, or one that throws as with site data blocked. */
function storage(kept: Map<string, string> | null): void {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: kept ? (key: string) => kept.get(key) ?? null : refuse,
      setItem: kept ? (key: string, value: string) => void kept.set(key, value) : refuse,
    },
  });
}

test("the first value is the default, also instead of an unknown one", () => {
  storage(new Map([["empile.theme", "sepia"], ["empile.volume", "loud"]]));
  assert.equal(setting("theme"), "system");
  assert.equal(setting("confirm"), "on");
  assert.equal(volume(), 1);
  assert.ok(hears("turn"));
});

test("changes are kept and reported", () => {
  const kept = new Map<string, string>();
  storage(kept);
  let calls = 0;
  const stop = onSettings(() => (calls += 1));
  changeSetting("theme", "dark");
  changeVolume(0.25);
  changeSound("end", false);
  stop();
  changeSetting("motion", "reduced");
  assert.equal(calls, 3);
  assert.deepEqual([setting("theme"), setting("motion"), volume(), hears("end")], ["dark", "reduced", 0.25, false]);
  assert.equal(kept.get("empile.theme"), "dark");
});

test("with site data blocked settings last until the page is closed", () => {
  storage(null);
  assert.equal(setting("confirm"), "on");
  changeSetting("confirm", "off");
  assert.equal(setting("confirm"), "off");
});
