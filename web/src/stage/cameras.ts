/** The two cameras: the table view (perspective) and the plan view (from above). */
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import { easeBoth } from "./motion.ts";
import type { Extent } from "./scene.ts";
import { ZOOM } from "./view-controls.ts";

/** Initial and largest angle from straight above, in radians. */
export interface Tilts {
  home: number;
  most: number;
}

/** Size of the picture in CSS pixels, and how much of it is covered at each side. */
export interface Frame {
  width: number;
  height: number;
  insets: Insets;
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Orientation, zoom and pan of a camera. Angles in radians; `tilt` is measured from straight above. */
export interface View {
  azimuth: number;
  tilt: number;
  zoom: number;
  panX: number;
  panZ: number;
}

const HALF_FIELD = Math.tan((12.5 * Math.PI) / 180);
const MARGIN = 1.02;
/** Number of corners that approximate a round base. */
const ROUND = 24;
export const TILT = { least: 0.18, most: 1.15 };

/** Returns the initial view: steeper in a narrow picture, unless `tilts` is given. */
export function homeView(frame: Frame, tilts?: Tilts): View {
  const { width, height } = inner(frame);
  const wide = clamp((width / height - 0.8) / 0.8, 0, 1);
  return { azimuth: 0, tilt: tilts?.home ?? 0.48 + 0.22 * wide, zoom: 1, panX: 0, panZ: 0 };
}

/** Returns the view within its limits: never below the table, never panned away from it. */
export function held(view: View, extent: Extent, tilts?: Tilts): View {
  const zoom = clamp(view.zoom, ZOOM.least, ZOOM.most);
  const reach = 1 - 1 / zoom;
  return {
    azimuth: view.azimuth,
    tilt: clamp(view.tilt, TILT.least, tilts?.most ?? TILT.most),
    zoom,
    panX: clamp(view.panX, -extent.x * reach, extent.x * reach),
    panZ: clamp(view.panZ, -extent.z * reach, extent.z * reach),
  };
}

/**
 * Places the perspective camera so that the whole extent just fits the picture.
 *
 * The two angles fix the camera's axes. Each corner of the extent then bounds the distance and the shift
 * along these axes linearly, so both follow without a search.
 */
export function placeTable(
  camera: PerspectiveCamera,
  view: View,
  extent: Extent,
  frame: Frame,
): void {
  const { width, height } = inner(frame);
  const aspect = width / height;
  const tangentY = aspect < 1 ? HALF_FIELD / aspect : HALF_FIELD;
  const tangentX = tangentY * aspect;
  const sine = Math.sin(view.tilt);
  const back = new Vector3(
    sine * Math.sin(view.azimuth),
    Math.cos(view.tilt),
    sine * Math.cos(view.azimuth),
  );
  const right = new Vector3(Math.cos(view.azimuth), 0, -Math.sin(view.azimuth));
  const up = new Vector3().crossVectors(back, right);
  const across = fit(extent, right, back, tangentX);
  const along = fit(extent, up, back, tangentY);
  const distance = (Math.max(across.distance, along.distance) * MARGIN) / view.zoom;
  camera.position
    .copy(back)
    .multiplyScalar(distance)
    .addScaledVector(right, across.shift)
    .addScaledVector(up, along.shift)
    .add(new Vector3(view.panX, 0, view.panZ));
  camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, up, back));
  camera.fov = (2 * Math.atan(tangentY) * 180) / Math.PI;
  camera.aspect = aspect;
  camera.near = distance * 0.2;
  camera.far = distance * 3 + 40;
  finish(camera, frame);
}

/** Places the camera of the plan, which can be panned and zoomed but not turned. */
export function placePlan(
  camera: OrthographicCamera,
  view: View,
  extent: Extent,
  frame: Frame,
): void {
  const { width, height } = inner(frame);
  const half = (Math.max(extent.z, (extent.x * height) / width) * MARGIN) / view.zoom;
  camera.top = half;
  camera.bottom = -half;
  camera.right = (half * width) / height;
  camera.left = -camera.right;
  const above = 40;
  camera.position.set(view.panX, above, view.panZ);
  camera.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  camera.near = 1;
  camera.far = above + 30;
  finish(camera, frame);
}

/** Returns the uncovered part of the picture. */
function inner({ width, height, insets }: Frame): { width: number; height: number } {
  return {
    width: Math.max(1, width - insets.left - insets.right),
    height: Math.max(1, height - insets.top - insets.bottom),
  };
}

function finish(camera: PerspectiveCamera | OrthographicCamera, frame: Frame): void {
  const { width, height } = inner(frame);
  const { insets } = frame;
  camera.setViewOffset(width, height, -insets.left, -insets.top, frame.width, frame.height);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** Returns the least distance, and the shift along `axis`, at which every corner is within `tangent`. */
function fit(
  extent: Extent,
  axis: Vector3,
  back: Vector3,
  tangent: number,
): { distance: number; shift: number } {
  let most = -Infinity;
  let least = Infinity;
  const corner = new Vector3();
  const { x, z, low = 0, height, column, spots } = extent;
  const reach = (across: number, y: number, deep: number): void => {
    corner.set(across, y, deep);
    const side = corner.dot(axis);
    const near = corner.dot(back) * tangent;
    most = Math.max(most, side + near);
    least = Math.min(least, side - near);
  };
  for (const spot of spots ?? []) for (const y of [low, height]) reach(spot.x, y, spot.z);
  for (const [right, front] of spots ? [] : [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const) {
    reach(right * (column ?? x), height, front * (column ?? z));
    if (column === undefined) reach(right * x, low, front * z);
  }
  for (let point = 0; column !== undefined && point < ROUND; point += 1) {
    const angle = (point / ROUND) * 2 * Math.PI;
    reach(x * Math.cos(angle), low, z * Math.sin(angle));
  }
  return { distance: (most - least) / (2 * tangent), shift: (most + least) / 2 };
}

/** Interpolates between two views. */
export function mixed(from: View, to: View, part: number): View {
  const mix = (axis: keyof View): number => from[axis] + (to[axis] - from[axis]) * part;
  return {
    azimuth: mix("azimuth"), tilt: mix("tilt"), zoom: mix("zoom"), panX: mix("panX"), panZ: mix("panZ"),
  };
}

/** Interpolates between the table view (0) and the plan (1). */
export function between(table: View, plan: View, height: number): View {
  const part = easeBoth(height);
  const mix = (from: number, to: number): number => from + (to - from) * part;
  const azimuth = Math.atan2(Math.sin(table.azimuth), Math.cos(table.azimuth));
  return {
    azimuth: height === 0 ? table.azimuth : mix(azimuth, 0),
    tilt: mix(table.tilt, 0),
    zoom: mix(table.zoom, plan.zoom),
    panX: mix(table.panX, plan.panX),
    panZ: mix(table.panZ, plan.panZ),
  };
}

export function alike(a: Extent, b: Extent): boolean {
  return a.x === b.x && a.z === b.z && a.height === b.height && a.low === b.low && a.column === b.column;
}

export function same(a: View, b: View): boolean {
  return (
    a.azimuth === b.azimuth &&
    a.tilt === b.tilt &&
    a.zoom === b.zoom &&
    a.panX === b.panX &&
    a.panZ === b.panZ
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
