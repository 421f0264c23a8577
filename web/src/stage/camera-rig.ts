/** Where the two cameras of the 3D view look from: turned, magnified, panned, or moving between views. */
import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import {
  type Frame,
  type Insets,
  type View,
  alike,
  between,
  held,
  homeView,
  mixed,
  placePlan,
  placeTable,
  same,
} from "./cameras.ts";
import { easeBoth } from "./motion.ts";
import type { Extent, Scene } from "./scene.ts";
import { type ViewChange, ViewControls } from "./view-controls.ts";

/** A point of the scene projected to the picture. */
export interface Projected {
  /** CSS pixels from the canvas's upper left corner. */
  x: number;
  y: number;
  /** Whether the point is inside the picture, even if something hides it. */
  visible: boolean;
  /** CSS pixels per scene unit at that point. */
  scale: number;
}

/** What the cameras need from the stage. */
export interface RigHost {
  readonly canvas: HTMLCanvasElement;
  /** Element whose pointer, wheel and key events turn the view. */
  readonly surface: HTMLElement;
  readonly scene: Scene | null;
  /** False if the camera jumps. */
  motion(): boolean;
  /** Whether the view may be changed by now. */
  ready(): boolean;
  /** Called when the view has changed: a frame is needed. */
  viewChanged(): void;
}

const CHANGE_SECONDS = 0.45;
/** Duration of the way to a magnified spot and back. */
const GLIDE_SECONDS = 0.22;
/**
 * Distance from the picture's edge to which a point is revealed, in CSS pixels, and the maximum number of
 * moves.
 */
const INSIDE = 48;
const MOVES = 4;

export class CameraRig {
  readonly #host: RigHost;
  readonly #perspective = new PerspectiveCamera();
  readonly #above = new OrthographicCamera();
  readonly #turning: ViewControls;
  #frame: Frame = {
    width: 1,
    height: 1,
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
  /** Null until the canvas has a size. */
  #view: View | null = null;
  #turned = false;
  #planView: View = { azimuth: 0, tilt: 0, zoom: 1, panX: 0, panZ: 0 };
  #plan = false;
  /** 0 in the table view, 1 in the plan, in between while the camera moves. */
  #height = 0;
  #moved = true;
  /** Whether projections have changed since `takeMoved`. */
  #placedAnew = false;
  /** The extent that the camera is set for; scenes may grow. */
  #framed: Extent | null = null;
  /** The view to return to from a magnified spot. */
  #before: View | null = null;
  #glide: { from: View; to: View; done: number } | null = null;

  constructor(host: RigHost) {
    this.#host = host;
    this.#turning = new ViewControls(host.surface, this.ask);
    this.#touch();
  }

  dispose(): void {
    this.#turning.dispose();
  }

  get frame(): Frame {
    return this.#frame;
  }

  get plan(): boolean {
    return this.#plan;
  }

  /** The current camera. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.#height === 1 ? this.#above : this.#perspective;
  }

  /** Position of the camera, null if it looks from straight above. */
  get eye(): Vector3 | null {
    return this.#height === 1 ? null : this.#perspective.position;
  }

  /** Whether the picture is magnified. */
  get zoomed(): boolean {
    return (this.#current()?.zoom ?? 1) !== 1;
  }

  /** Adapts to another scene. */
  sceneChanged(): void {
    if (!this.#turned && this.#view) this.#view = homeView(this.#frame, this.#host.scene?.tilts);
    this.#moved = true;
  }

  /** Switches between plan and table view. */
  setPlan(plan: boolean): void {
    if (this.#before) this.#show(this.#before);
    this.#before = this.#glide = null;
    this.#plan = plan;
    this.#turning.plan = plan;
    if (!this.#host.motion()) this.#height = plan ? 1 : 0;
    this.#touch();
    this.#moved = true;
  }

  setInsets(insets: Partial<Insets>): void {
    this.#frame.insets = { top: 0, right: 0, bottom: 0, left: 0, ...insets };
    this.#moved = true;
  }

  resize(width: number, height: number): void {
    this.#frame = { ...this.#frame, width, height };
    if (!this.#view || !this.#turned) this.#view = homeView(this.#frame, this.#host.scene?.tilts);
    this.#moved = true;
  }

  /** Magnifies the surroundings of a point by a factor; `release` returns to the view before. */
  magnify(point: { x: number; y: number; z: number }, factor: number): void {
    const { scene } = this.#host;
    const before = this.#current();
    if (!scene || !before) return;
    const { extent, tilts } = scene;
    this.#before ??= before;
    const nearer = held({ ...before, zoom: before.zoom * factor }, extent, tilts);
    const { width, height } = this.#frame;
    const middle = this.#groundOf(nearer, { x: width / 2, y: height / 2 }, point.y);
    if (middle) {
      nearer.panX += point.x - middle.x;
      nearer.panZ += point.z - middle.z;
    }
    this.#travelTo({ ...held(nearer, extent, tilts), ...(this.#plan ? { tilt: 0, azimuth: 0 } : {}) });
  }

  /** Returns from a magnified spot to the view before. */
  release(): void {
    const before = this.#before;
    this.#before = null;
    if (before) this.#travelTo(before);
  }

  /** Projects a point to the picture of the next frame. */
  project(point: { x: number; y: number; z: number }): Projected {
    this.place();
    const { camera } = this;
    const { width, height } = this.#frame;
    const at = new Vector3(point.x, point.y, point.z);
    const side = new Vector3(1, 0, 0).transformDirection(camera.matrixWorld).add(at);
    at.project(camera);
    side.project(camera);
    const visible = Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1 && Math.abs(at.z) <= 1;
    return {
      x: ((at.x + 1) / 2) * width,
      y: ((1 - at.y) / 2) * height,
      visible,
      scale: (Math.hypot(side.x - at.x, ((side.y - at.y) * height) / width) * width) / 2,
    };
  }

  /** Brings a point into the picture by panning, or else by zooming out. */
  reveal(point: { x: number; y: number; z: number }): void {
    const { width, height } = this.#frame;
    for (let moves = 0; moves <= MOVES; moves += 1) {
      const { x, y, visible } = this.project(point);
      if (visible) return;
      if (!this.ask({ move: { x: inside(x, width) - x, y: inside(y, height) - y } })) break;
    }
    this.ask({ zoom: 0 });
  }

  /** Returns the point at height `y` that the next frame shows under a point of the page, or null. */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null {
    this.place();
    const { camera } = this;
    const { left, top } = this.#host.canvas.getBoundingClientRect();
    const { width, height } = this.#frame;
    const across = (2 * (clientX - left)) / width - 1;
    const up = 1 - (2 * (clientY - top)) / height;
    const near = new Vector3(across, up, -1).unproject(camera);
    const way = new Vector3(across, up, 1).unproject(camera).sub(near);
    const part = (y - near.y) / way.y;
    if (!Number.isFinite(part) || part < 0) return null;
    return { x: near.x + part * way.x, z: near.z + part * way.z };
  }

  /** Moves the camera between table view and plan, and to magnified spots; returns whether it still moves. */
  travel(seconds: number): boolean {
    const gliding = this.#glideBy(seconds);
    const goal = this.#plan ? 1 : 0;
    if (this.#height === goal) return gliding;
    const step = (seconds / CHANGE_SECONDS) * (goal > this.#height ? 1 : -1);
    this.#height = Math.min(1, Math.max(0, this.#height + step));
    this.#moved = true;
    return this.#height !== goal || gliding;
  }

  /** Places the current camera. */
  place(): void {
    const extent = this.#host.scene?.extent ?? { x: 6, z: 6, height: 1 };
    if (!this.#moved && this.#framed && alike(extent, this.#framed)) return;
    this.#moved = false;
    this.#placedAnew = true;
    this.#framed = { ...extent };
    if (this.#height === 1) {
      placePlan(this.#above, this.#planView, extent, this.#frame);
      return;
    }
    const table = this.#view ?? homeView(this.#frame, this.#host.scene?.tilts);
    placeTable(this.#perspective, between(table, this.#planView, this.#height), extent, this.#frame);
  }

  /** Places the camera for a frame; returns whether projections have changed since the last one. */
  takeMoved(): boolean {
    this.place();
    const moved = this.#placedAnew;
    this.#placedAnew = false;
    return moved;
  }

  /** Changes the view as asked, within its limits; returns whether it has changed. */
  readonly ask = (turned: ViewChange): boolean => {
    const { scene } = this.#host;
    if (!scene || !this.#view || !this.#host.ready()) return false;
    const { extent, tilts } = scene;
    const before = this.#plan ? this.#planView : this.#view;
    const asked = turned.home ? homeView(this.#frame, tilts) : { ...before };
    if (turned.turn && !this.#plan) {
      asked.azimuth += turned.turn.azimuth;
      asked.tilt += turned.turn.tilt;
    }
    asked.zoom *= turned.zoom ?? 1;
    if (turned.move) {
      const { scale } = this.project({ x: before.panX, y: 0, z: before.panZ });
      const x = -turned.move.x / scale;
      const z = -turned.move.y / scale;
      asked.panX += x * Math.cos(before.azimuth) + z * Math.sin(before.azimuth);
      asked.panZ += z * Math.cos(before.azimuth) - x * Math.sin(before.azimuth);
    }
    let after = held(asked, extent, tilts);
    const fixed = turned.at && this.#groundOf(before, turned.at, 0);
    const now = turned.at && this.#groundOf(after, turned.at, 0);
    if (fixed && now) {
      const panned = { panX: after.panX + fixed.x - now.x, panZ: after.panZ + fixed.z - now.z };
      after = held({ ...after, ...panned }, extent, tilts);
    }
    if (this.#plan) after.tilt = after.azimuth = 0;
    if (same(before, after)) return false;
    this.#before = this.#glide = null;
    this.#show(after);
    this.#turned = !turned.home;
    this.#host.viewChanged();
    return true;
  };

  #current(): View | null {
    return this.#plan ? this.#planView : this.#view;
  }

  #show(view: View): void {
    if (this.#plan) this.#planView = view;
    else this.#view = view;
    this.#touch();
    this.#moved = true;
  }

  #travelTo(view: View): void {
    const from = this.#current();
    if (!from) return;
    this.#turned = true;
    this.#glide = this.#host.motion() ? { from, to: view, done: 0 } : null;
    if (!this.#glide) this.#show(view);
    this.#host.viewChanged();
  }

  #glideBy(seconds: number): boolean {
    const glide = this.#glide;
    if (!glide) return false;
    glide.done = Math.min(1, glide.done + seconds / GLIDE_SECONDS);
    if (glide.done === 1) this.#glide = null;
    this.#show(glide.done === 1 ? glide.to : mixed(glide.from, glide.to, easeBoth(glide.done)));
    return glide.done < 1;
  }

  /** Returns the point at height `y` that a view would show at a point of the picture. */
  #groundOf(view: View, at: { x: number; y: number }, y: number): { x: number; z: number } | null {
    const shown = this.#current();
    if (!shown) return null;
    this.#show(view);
    const { left, top } = this.#host.canvas.getBoundingClientRect();
    const ground = this.under(left + at.x, top + at.y, y);
    this.#show(shown);
    return ground;
  }

  /** Unless zoomed in, vertical swipes scroll the page and only horizontal ones turn the table. */
  #touch(): void {
    const zoom = this.#plan ? this.#planView.zoom : (this.#view?.zoom ?? 1);
    this.#host.surface.style.touchAction = zoom === 1 ? "pan-y" : "none";
  }
}

/** Clamps a coordinate to the inside of the picture. */
function inside(place: number, length: number): number {
  const least = Math.min(INSIDE, length / 2);
  return Math.min(length - least, Math.max(least, place));
}
