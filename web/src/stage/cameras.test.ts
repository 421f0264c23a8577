import assert from "node:assert/strict";
import { test } from "node:test";
import { OrthographicCamera, PerspectiveCamera, Vector3, type Camera } from "three";
import { type Frame, held, homeView, placePlan, placeTable, TILT } from "./cameras.ts";
import type { Extent } from "./scene.ts";

const EXTENT: Extent = { x: 5, z: 7, height: 2 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const FRAMES: Frame[] = [
  { width: 360, height: 740, insets: NONE },
  { width: 820, height: 1180, insets: { ...NONE, bottom: 300 } },
  { width: 1440, height: 900, insets: { ...NONE, right: 400, top: 50 } },
];

/** The extent's corners in CSS pixels. */
function corners(camera: Camera, frame: Frame): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (const x of [-EXTENT.x, EXTENT.x]) {
    for (const y of [0, EXTENT.height]) {
      for (const z of [-EXTENT.z, EXTENT.z]) {
        const at = new Vector3(x, y, z).project(camera);
        found.push({ x: ((at.x + 1) / 2) * frame.width, y: ((1 - at.y) / 2) * frame.height });
      }
    }
  }
  return found;
}

function assertFits(camera: Camera, frame: Frame): void {
  const { insets, width, height } = frame;
  const all = corners(camera, frame);
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  assert.ok(Math.min(...xs) >= insets.left && Math.max(...xs) <= width - insets.right);
  assert.ok(Math.min(...ys) >= insets.top && Math.max(...ys) <= height - insets.bottom);
  const roomX = (Math.max(...xs) - Math.min(...xs)) / (width - insets.left - insets.right);
  const roomY = (Math.max(...ys) - Math.min(...ys)) / (height - insets.top - insets.bottom);
  assert.ok(Math.max(roomX, roomY) > 0.9, `fills ${roomX} by ${roomY}`);
}

test("the table is wholly in the uncovered picture, and fills it, however it is turned", () => {
  for (const frame of FRAMES) {
    for (const azimuth of [0, 0.8, 2, -1.5]) {
      for (const tilt of [TILT.least, 0.6, TILT.most]) {
        const camera = new PerspectiveCamera();
        placeTable(camera, { azimuth, tilt, zoom: 1, panX: 0, panZ: 0 }, EXTENT, frame);
        assertFits(camera, frame);
      }
    }
  }
});

test("the plan is wholly in the uncovered picture, upright", () => {
  for (const frame of FRAMES) {
    const camera = new OrthographicCamera();
    placePlan(camera, { azimuth: 0, tilt: 0, zoom: 1, panX: 0, panZ: 0 }, EXTENT, frame);
    assertFits(camera, frame);
    const near = new Vector3(0, 0, 1).project(camera);
    const far = new Vector3(0, 0, -1).project(camera);
    assert.ok(far.y > near.y && Math.abs(far.x - near.x) < 1e-9);
  }
});

test("a view stays above the table and near the game", () => {
  const wild = { azimuth: 9, tilt: 4, zoom: 40, panX: 100, panZ: -100 };
  const view = held(wild, EXTENT);
  assert.equal(view.tilt, TILT.most);
  assert.equal(view.azimuth, 9);
  assert.ok(Math.abs(view.panX) < EXTENT.x && Math.abs(view.panZ) < EXTENT.z);
  const whole = held({ ...wild, zoom: 0.1 }, EXTENT);
  assert.ok(whole.zoom === 1 && whole.panX === 0 && Math.abs(whole.panZ) === 0);
});

test("a narrow picture is seen more from above than a wide one", () => {
  const [narrow, , wide] = FRAMES.map((frame) => homeView(frame));
  assert.ok((narrow?.tilt ?? 1) < (wide?.tilt ?? 0));
});

test("a stack is in the picture at full height, and a slender one is seen from nearer than a wall", () => {
  const stack = { x: 5, z: 5, height: 12, column: 1 };
  for (const frame of FRAMES) {
    const view = homeView(frame, { home: 1, most: 1.4 });
    assert.equal(view.tilt, 1);
    const [slender, wall] = [stack, { x: 5, z: 5, height: 12 }].map((extent) => {
      const camera = new PerspectiveCamera();
      placeTable(camera, view, extent, frame);
      return camera;
    }) as [PerspectiveCamera, PerspectiveCamera];
    const top = new Vector3(1, 12, 1).project(slender);
    assert.ok(Math.abs(top.x) <= 1 && Math.abs(top.y) <= 1);
    assert.ok(slender.position.length() < wall.position.length());
  }
});

test("what begins above the ground is looked at closely there", () => {
  const frame = FRAMES[2] as Frame;
  const camera = new PerspectiveCamera();
  placeTable(camera, homeView(frame), { x: 2, z: 2, low: 8, height: 12 }, frame);
  const foot = new Vector3(0, 0, 0).project(camera);
  const middle = new Vector3(0, 10, 0).project(camera);
  assert.ok(Math.abs(middle.y) < 0.3);
  assert.ok(Math.abs(foot.y) > 1);
  assert.equal(held({ ...homeView(frame), tilt: 9 }, { x: 1, z: 1, height: 1 }, { home: 1, most: 1.4 }).tilt, 1.4);
});

test("a board that leaves the corners of its rectangle free fills more of the picture", () => {
  const frame = FRAMES[2] as Frame;
  const spots = [[-4, 0], [-2, -3], [2, -3], [4, 0], [2, 3], [-2, 3]].map(([x = 0, z = 0]) => ({ x, z }));
  const [whole, close] = [{ x: 4, z: 3, height: 0.3 }, { x: 4, z: 3, height: 0.3, spots }].map((extent) => {
    const camera = new PerspectiveCamera();
    placeTable(camera, homeView(frame), extent, frame);
    return camera;
  }) as [PerspectiveCamera, PerspectiveCamera];
  assert.ok(close.position.length() < whole.position.length());
  for (const { x, z } of spots) {
    const seen = new Vector3(x, 0.3, z).project(close);
    assert.ok(Math.abs(seen.x) <= 1 && Math.abs(seen.y) <= 1);
  }
});
