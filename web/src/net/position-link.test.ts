import assert from "node:assert/strict";
import { test } from "node:test";
import { positionFragment, positionFromFragment, startOf } from "./position-link.ts";

const POSITION = {
  game: "block-ness",
  rules: 1,
  options: { players: 2, variant: "base" },
  start: { stage: "play", pieces: Array.from({ length: 20 }, () => ({ seat: 0, feet: ["c3", "é5"] })) },
};

test("a position survives the link", async () => {
  const fragment = await positionFragment(POSITION);
  assert.match(fragment, /^#p=[\w-]+$/);
  assert.deepEqual(await positionFromFragment(fragment), POSITION);
});

test("links are compressed", async () => {
  assert.ok((await positionFragment(POSITION)).length < JSON.stringify(POSITION).length / 3);
});

test("other fragments and damaged links hold no position", async () => {
  const fragment = await positionFragment(POSITION);
  const empty = await positionFragment({ ...POSITION, start: [] as unknown as Record<string, unknown> });
  for (const wrong of ["", "#", "#p=", "#p=%%%", "#board=abcd", fragment.slice(0, -9), empty]) {
    assert.equal(await positionFromFragment(wrong), null, wrong);
  }
});

test("startOf leaves out the picture of a view", () => {
  assert.deepEqual(startOf({ seat: 1, picture: "<svg/>" }), { seat: 1 });
});
