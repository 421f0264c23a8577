/** Days are those of the time zone in which the page is seen. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { dayOf, midnight } from "./days.ts";

const before = process.env["TZ"];
afterEach(() => (before === undefined ? delete process.env["TZ"] : process.env["TZ"] = before));

test("dayOf is another day east and west of the date line", () => {
  const at = Date.UTC(2026, 10, 28, 11, 30);
  for (const [zone, day] of [["Pacific/Kiritimati", "2026-11-29"], ["UTC", "2026-11-28"], ["Pacific/Pago_Pago", "2026-11-28"]]) {
    process.env["TZ"] = zone;
    assert.equal(dayOf(at), day);
  }
  process.env["TZ"] = "Pacific/Pago_Pago";
  assert.equal(dayOf(at - 3_600_000), "2026-11-27");
});

test("days of 23 and 25 hours follow each other", () => {
  process.env["TZ"] = "Europe/Paris";
  for (const day of ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"]) {
    const begins = midnight(day);
    assert.equal(dayOf(begins), day);
    assert.equal(dayOf(begins - 1), dayOf(begins, -1));
    assert.equal(midnight(day, 1), midnight(dayOf(begins, 1)));
  }
});
