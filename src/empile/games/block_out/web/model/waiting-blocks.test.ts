import assert from "node:assert/strict";
import { test } from "node:test";
import { highest, placed } from "./units.ts";
import { POSITION, SETUP, WAITING, at, input } from "./fixtures.ts";
import { MAT_RADIUS } from "./sizes.ts";
import { places } from "./waiting-blocks.ts";
import { cameraShot, approach } from "./camera-shots.ts";

const shown = (of: Parameters<typeof places>[0]) =>
  places(of, of.position as unknown as typeof POSITION, SETUP, WAITING);

test("blocks wait on the mat, clear of each other and of the tower", () => {
  const circles = [...WAITING].map(([block, { pose }]) => ({
    x: pose[0], y: pose[1], edge: SETUP.blocks.get(block)?.edge ?? 0,
  }));
  for (const [index, a] of circles.entries()) {
    const far = Math.hypot(a.x, a.y);
    assert.ok(far - 0.72 * a.edge > 75, "room for the hand");
    assert.ok(far + 0.72 * a.edge < MAT_RADIUS);
    for (const b of circles.slice(index + 1)) {
      assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > (a.edge + b.edge) / 2 + 3);
    }
  }
});

test("a block that waits stands on the mat", () => {
  for (const [block, { pose }] of WAITING) {
    const heights = SETUP.blocks.get(block)?.corners.map((corner) => placed(corner, pose)[2]) ?? [];
    assert.ok(Math.abs(Math.min(...heights)) < 1e-9);
  }
});

test("places returns given poses for the tower, and waiting places for the other blocks", () => {
  const { at: found, top, placing } = shown(input());
  assert.deepEqual(found.get("kL")?.slice(0, 3), [1, 2, 25]);
  assert.deepEqual(found.get("nS"), WAITING.get("nS")?.pose);
  assert.equal(placing, null);
  assert.equal(found.size, 9);
  assert.ok(top > 85 && top < 100);
});

test("the block that is being placed hovers over the others", () => {
  const { at: found, top, placing } = shown(at({ tower: ["kL", "yM", "nS"] }));
  assert.equal(placing, "nS");
  assert.ok((found.get("nS")?.[2] ?? 0) > top + 15);
  assert.ok(top < 100, "it is not yet part of the tower");
});

test("without poses a tower stands straight", () => {
  const { at: found, top } = shown(input({ restPoses: {} }));
  const kL = SETUP.blocks.get("kL");
  assert.ok(kL && Math.abs(highest(kL, found.get("kL") ?? [0, 0, 0, 1, 0, 0, 0]) + 40 - top) < 6);
});

test("cameraShot moves back as the tower grows, and closer during a placement", () => {
  const heights = [0, 120, 350].map((top) => cameraShot("table", top).height);
  assert.ok(heights.every((height, index) => index === 0 || height > (heights[index - 1] ?? 0)));
  assert.ok(cameraShot("hand", 350).low > 5);
  assert.ok(cameraShot("fall", 350).x > cameraShot("table", 350).x);
  const now = { ...cameraShot("table", 0) };
  let steps = 0;
  while (approach(now, cameraShot("hand", 350), 1 / 60)) steps += 1;
  assert.deepEqual(now, cameraShot("hand", 350));
  assert.ok(steps > 20 && steps < 200);
});
