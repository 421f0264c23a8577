import assert from "node:assert/strict";
import { test } from "node:test";
import type { FairPlayNumber } from "./fair-play-api.ts";
import { numberText } from "./fair-play-text.ts";

const agreement: FairPlayNumber = {
  measure: "agreement", value: 0.8, error: 0.05, players: 12, mean: 0.5, spread: 0.06, percentile: 95.8, z: 3.21, z_error: 0.6,
};

test("a number has the unit of what it measures", () => {
  assert.deepEqual(numberText("en", agreement), {
    own: "80% ± 5%", others: "50% ± 6%", percentile: "96", z: "+3.2 ± 0.6",
  });
  const seconds = { ...agreement, measure: "seconds" as const, value: Math.log(8), error: 0.1, mean: Math.log(4), spread: 0.5 };
  assert.equal(numberText("en", seconds).own, "8 ± 0.8 sec");
  assert.equal(numberText("en", seconds).others, "4 ± 2 sec");
  assert.equal(numberText("de", { ...agreement, measure: "loss", value: 0.1055 }).own, "0,106 ± 0,050");
  assert.equal(numberText("de", { ...agreement, z: -2 }).z, "−2,0 ± 0,6");
});

test("without a comparison only the member's number is shown", () => {
  const few = { ...agreement, error: null, players: 3, mean: null, spread: null, percentile: null, z: null, z_error: null };
  assert.deepEqual(numberText("en", few), { own: "80%", others: "", percentile: "", z: "" });
});
