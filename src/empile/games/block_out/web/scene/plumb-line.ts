/** Shadow and plumb line of a held block, which help to judge where it will land. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
} from "three";
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Flat, around } from "../../../../../../web/src/physics/geometry.ts";
import { type Footing, clip, isOver } from "./support-below.ts";
import { MM, placed } from "../model/units.ts";
import type { Solid } from "../model/position.ts";

/** A block closer to a face than this lies on it, in millimetres. */
const DOWN = 1.5;
/** Distance from the middle of a support within which a block counts as over it, in millimetres. */
const NEAR = 66;
/** Height of the shadow above the face, in scene units. */
const OVER = 0.012;
/** Colour of the line over the tower, and when it misses; its ring is then larger too. */
const THREAD = "#fff6dc";
const ASTRAY = "#ff8d6b";
const DASHES = 24;
const DASH = 5 / MM;
/** Corners of a shadow: those of a block seen from above, and its intersections with a face's edges. */
const MOST = 12;

export class PlumbLine {
  readonly root = new Group();
  readonly #shadow: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #line: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #ring: Mesh<RingGeometry, MeshBasicMaterial>;

  constructor() {
    const shadow = new BufferGeometry();
    shadow.setAttribute("position", moving(MOST));
    shadow.setIndex(Array.from({ length: MOST - 2 }, (_, index) => [0, index + 1, index + 2]).flat());
    this.#shadow = new Mesh(shadow, new MeshBasicMaterial({
      color: "#140d06", transparent: true, opacity: 0.45, depthWrite: false,
    }));
    const line = new BufferGeometry();
    line.setAttribute("position", moving(2 * DASHES));
    this.#line = new LineSegments(line, new LineBasicMaterial({ color: THREAD, transparent: true }));
    this.#ring = new Mesh(
      new RingGeometry(2.2 / MM, 3.8 / MM, 24).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ color: THREAD, transparent: true, depthWrite: false }),
    );
    for (const thing of [this.#shadow, this.#line, this.#ring]) {
      thing.frustumCulled = false;
      thing.renderOrder = 3;
      this.root.add(thing);
    }
    this.root.visible = false;
  }

  hide(): void {
    this.root.visible = false;
  }

  /**
   * Shows a block's shadow on `footing`, and its plumb line to there or to the table. Shows nothing if the
   * block has landed or is elsewhere; returns false if it has landed.
   */
  show(solid: Solid, pose: BodyPose, footing: Footing): boolean {
    if (!isNear(footing, pose)) {
      this.root.visible = false;
      return true;
    }
    let gap = Infinity;
    const corners = solid.corners.map((corner): Flat => {
      const [across, up, high] = placed(corner, pose);
      gap = Math.min(gap, high - footing.height(across, up));
      return [across, up];
    });
    this.root.visible = gap > DOWN;
    if (!this.root.visible) return false;
    const shape = clip(around(corners), footing);
    this.#shadow.visible = shape.length > 2;
    const shadow = this.#shadow.geometry.getAttribute("position") as BufferAttribute;
    for (let index = 0; shape.length > 0 && index < MOST; index += 1) {
      const [across, up] = shape[Math.min(index, shape.length - 1)] as Flat;
      shadow.setXYZ(index, across / MM, footing.height(across, up) / MM + OVER, -up / MM);
    }
    shadow.needsUpdate = true;
    const [x, y, z] = pose;
    const over = isOver(footing, [x, y]);
    const level = (over ? footing.height(x, y) : 0) / MM + OVER;
    const colour = over ? THREAD : ASTRAY;
    this.#ring.position.set(x / MM, level, -y / MM);
    this.#ring.scale.setScalar(over ? 1 : 2.4);
    this.#ring.material.color.set(colour);
    this.#line.material.color.set(colour);
    const dashes = this.#line.geometry.getAttribute("position") as BufferAttribute;
    const step = Math.max(DASH, (z / MM - level) / (2 * DASHES));
    for (let dash = 0; dash < DASHES; dash += 1) {
      const upper = Math.max(level, z / MM - 2 * dash * step);
      dashes.setXYZ(2 * dash, x / MM, upper, -y / MM);
      dashes.setXYZ(2 * dash + 1, x / MM, Math.max(level, upper - step), -y / MM);
    }
    dashes.needsUpdate = true;
    return true;
  }

  dispose(): void {
    for (const thing of [this.#shadow, this.#line, this.#ring]) {
      thing.geometry.dispose();
      thing.material.dispose();
    }
  }
}

/** Whether a block is close enough to a support for its shadow to be shown. */
function isNear({ around: corners }: Footing, [x, y]: BodyPose): boolean {
  const [cx, cy] = [0, 1].map((axis) => corners.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / corners.length);
  return Math.hypot(x - (cx ?? 0), y - (cy ?? 0)) < NEAR;
}

/** Returns a buffer for points that move every frame. */
function moving(points: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(3 * points), 3).setUsage(DynamicDrawUsage);
}
