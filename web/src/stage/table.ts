/** The table under every game, and its lighting. */
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
} from "three";
import type { Extent } from "./scene.ts";
import { stagePainter } from "./stage-painter.ts";
import { mirrored } from "./textures.ts";

const BACKDROP = "#3b2a20";
/** How far the table extends beyond the game, in scene units. */
const BEYOND = 60;
/** Side of one texture tile in scene units. */
const TILE = 14;

export class Table {
  readonly root = new Group();
  readonly backdrop = new Color(BACKDROP);
  readonly #light = new DirectionalLight("#fff1dc", 2.1);
  readonly #top: Mesh<PlaneGeometry, MeshBasicMaterial>;

  constructor() {
    const wood = stagePainter.texture("wood", {
      base: "#7a5a41",
      dark: "#4a3222",
      light: "#a17c5b",
      planks: 4,
      size: 512,
      seed: 7,
    });
    const map = mirrored(wood, (2 * BEYOND) / TILE);
    const plane = new PlaneGeometry(2 * BEYOND, 2 * BEYOND).rotateX(-Math.PI / 2);
    // Unlit and drawn last, behind everything: it covers much of the picture and must be cheap.
    this.#top = new Mesh(plane, new MeshBasicMaterial({ map }));
    this.#top.renderOrder = 1;
    this.#light.castShadow = true;
    this.#light.shadow.bias = -0.0008;
    this.#light.shadow.normalBias = 0.03;
    this.#light.shadow.radius = 3.5;
    this.root.add(
      new HemisphereLight("#f4f7ff", "#a98d70", 1.75),
      this.#light,
      this.#light.target,
      this.#top,
    );
  }

  /** Places the table under a game whose lowest point is `ground`, and lights `extent`. */
  suit(extent: Extent, ground: number): void {
    this.#top.position.y = ground;
    const reach = Math.hypot(extent.x, extent.z);
    this.#light.position.set(-0.5, 1.05, -0.55).normalize().multiplyScalar(reach * 2 + 10);
    const { camera } = this.#light.shadow;
    camera.left = camera.bottom = -reach - 1;
    camera.right = camera.top = reach + 1;
    camera.near = 1;
    camera.far = reach * 4 + 20;
    camera.updateProjectionMatrix();
  }

  /** Side of the shadow map in texels. */
  set shadowMap(side: number) {
    const { shadow } = this.#light;
    if (shadow.mapSize.x === side) return;
    shadow.mapSize.set(side, side);
    shadow.map?.dispose();
    shadow.map = null;
  }

  dispose(): void {
    this.#light.dispose();
    this.#top.geometry.dispose();
    this.#top.material.map?.dispose();
    this.#top.material.dispose();
  }
}
