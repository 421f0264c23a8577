/** The 3D view of a game: one scene, a table, two cameras, drawn on demand. */
import {
  OrthographicCamera,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as World,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Extent, Scene } from "./scene.ts";
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
import { QualityGovernor, pixelRatio } from "./quality.ts";
import { Screen, drawn } from "./screen.ts";
import { Table } from "./table.ts";
import { texturesOf } from "./textures.ts";
import { nextTask } from "../ui/tasks.ts";
import { type ViewChange, ViewControls } from "./view-controls.ts";
import { webgl } from "./webgl.ts";

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

export interface StageOptions {
  /** False if the user prefers reduced motion: the camera then jumps. */
  motion: () => boolean;
  /** Called when the browser takes the graphics context away: nothing can be drawn from then on. */
  lost?: () => void;
  /** Element whose pointer, wheel and key events turn the view; by default the canvas. */
  surface?: HTMLElement;
}

const CHANGE_SECONDS = 0.45;
/** Duration of the way to a magnified spot and back. */
const GLIDE_SECONDS = 0.22;
const LONGEST_STEP = 0.2;
/** Milliseconds without motion until a sharp frame is drawn. */
const REST = 160;
/**
 * Distance from the picture's edge to which a point is revealed, in CSS pixels, and the maximum number of
 * moves.
 */
const INSIDE = 48;
const MOVES = 4;

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #screen: Screen;
  readonly #renderer: WebGLRenderer;
  readonly #governor: QualityGovernor;
  readonly #world = new World();
  readonly #table = new Table();
  readonly #perspective = new PerspectiveCamera();
  readonly #above = new OrthographicCamera();
  readonly #surface: HTMLElement;
  readonly #turning: ViewControls;
  readonly #resizing: ResizeObserver;
  readonly #watchers = new Set<() => void>();
  readonly #motion: () => boolean;
  #scene: Scene | null = null;
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
  #asked = 0;
  #lastFrame = 0;
  #moving = false;
  #changed = true;
  #cameraMoved = true;
  /** Whether projections have changed since the watchers were notified. */
  #placedAnew = false;
  /** The extent that the camera is set for; scenes may grow. */
  #framed: Extent | null = null;
  #lost = false;
  readonly #onLoss: () => void;
  /** The view to return to from a magnified spot. */
  #before: View | null = null;
  #glide: { from: View; to: View; done: number } | null = null;
  /** Whether frames are drawn: not before `start`. */
  #started = false;
  /** Whether a frame is being drawn, and another one was requested since. */
  #drawing = false;
  #wanted = false;
  #sharpening: ReturnType<typeof setTimeout> | undefined;
  readonly #settling: (() => void)[] = [];
  #ratio = 0;

  /** Draws nothing before `start`. Throws if WebGL is unavailable after all. */
  constructor(canvas: HTMLCanvasElement, options: StageOptions) {
    this.#canvas = canvas;
    this.#motion = options.motion;
    this.#onLoss = options.lost ?? (() => undefined);
    const software = webgl() === "software";
    this.#screen = new Screen(canvas, software);
    const { buffer } = this.#screen;
    this.#renderer = new WebGLRenderer({ canvas: buffer, antialias: true, preserveDrawingBuffer: software });
    this.#governor = new QualityGovernor(software);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#world.background = this.#table.backdrop;
    this.#world.add(this.#table.root);
    this.#surface = options.surface ?? canvas;
    this.#turning = new ViewControls(this.#surface, this.#ask);
    this.#resizing = new ResizeObserver(this.#resize);
    this.#resizing.observe(canvas);
    buffer.addEventListener("webglcontextlost", this.#onLost);
    buffer.addEventListener("webglcontextrestored", this.#onRestored);
    this.#touch();
    this.#resize();
  }

  /** Compiles shaders, uploads textures and draws the first frame, a task at a time. */
  async start(): Promise<void> {
    this.#place();
    await this.#renderer.compileAsync(this.#world, this.#camera());
    for (const texture of texturesOf(this.#world)) {
      await nextTask();
      if (this.#lost) return;
      this.#renderer.initTexture(texture);
    }
    await nextTask();
    if (this.#lost) return;
    this.#started = true;
    this.#touch();
    this.#onFrame(performance.now());
    await drawn(this.#gl);
  }

  get #gl(): WebGL2RenderingContext {
    return this.#renderer.getContext() as WebGL2RenderingContext;
  }

  /** Shows `scene` instead of the previous one, which is not disposed of; null shows the empty table. */
  setScene(scene: Scene | null): void {
    if (this.#scene) this.#world.remove(this.#scene.root);
    this.#scene = scene;
    if (scene) {
      this.#world.add(scene.root);
      this.#table.suit(scene.extent, scene.ground ?? 0);
      scene.planView?.(this.#plan);
    }
    if (!this.#turned && this.#view) this.#view = homeView(this.#frame, scene?.tilts);
    this.#cameraMoved = true;
    this.invalidate();
  }

  get plan(): boolean {
    return this.#plan;
  }

  /** Switches between plan and table view. */
  setPlan(plan: boolean): void {
    if (plan === this.#plan) return;
    if (this.#before) this.#show(this.#before);
    this.#before = this.#glide = null;
    this.#plan = plan;
    this.#turning.plan = plan;
    this.#scene?.planView?.(plan);
    if (!this.#motion()) this.#height = plan ? 1 : 0;
    this.#touch();
    this.#cameraMoved = true;
    this.invalidate();
  }

  /** Sets how much of the picture is covered, in CSS pixels; the game is shown in the rest. */
  setInsets(insets: Partial<Insets>): void {
    this.#frame.insets = { top: 0, right: 0, bottom: 0, left: 0, ...insets };
    this.#cameraMoved = true;
    this.invalidate();
  }

  /** Turns the view by radians, for buttons. */
  turn(azimuth: number, tilt = 0): void {
    this.#ask({ turn: { azimuth, tilt } });
  }

  /** Zooms by a factor, about a point of the picture in CSS pixels. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    this.#ask(at ? { zoom: factor, at } : { zoom: factor });
  }

  /** Whether the picture is magnified. */
  get zoomed(): boolean {
    return (this.#current()?.zoom ?? 1) !== 1;
  }

  /** Magnifies the surroundings of a point by a factor; `release` returns to the view before. */
  magnify(point: { x: number; y: number; z: number }, factor: number): void {
    const extent = this.#scene?.extent;
    const before = this.#current();
    if (!extent || !before) return;
    this.#before ??= before;
    const nearer = held({ ...before, zoom: before.zoom * factor }, extent, this.#scene?.tilts);
    const { width, height } = this.#frame;
    const middle = this.#groundOf(nearer, { x: width / 2, y: height / 2 }, point.y);
    if (middle) {
      nearer.panX += point.x - middle.x;
      nearer.panZ += point.z - middle.z;
    }
    this.#travelTo({ ...held(nearer, extent, this.#scene?.tilts), ...(this.#plan ? { tilt: 0, azimuth: 0 } : {}) });
  }

  /** Returns from a magnified spot to the view before. */
  release(): void {
    const before = this.#before;
    this.#before = null;
    if (before) this.#travelTo(before);
  }

  /** Resets the view. */
  home(): void {
    this.#ask({ home: true });
  }

  /** Resolves once nothing moves. */
  settled(): Promise<void> {
    if (this.#asked === 0 && !this.#drawing) return Promise.resolve();
    return new Promise((settle) => this.#settling.push(settle));
  }

  /** Projects a point to the picture of the next frame. */
  project(point: { x: number; y: number; z: number }): Projected {
    this.#place();
    const camera = this.#camera();
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
      if (!this.#ask({ move: { x: inside(x, width) - x, y: inside(y, height) - y } })) break;
    }
    this.#ask({ zoom: 0 });
  }

  /** Returns the point at height `y` that the next frame shows under a point of the page, or null. */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null {
    this.#place();
    const camera = this.#camera();
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { width, height } = this.#frame;
    const across = (2 * (clientX - left)) / width - 1;
    const up = 1 - (2 * (clientY - top)) / height;
    const near = new Vector3(across, up, -1).unproject(camera);
    const way = new Vector3(across, up, 1).unproject(camera).sub(near);
    const part = (y - near.y) / way.y;
    if (!Number.isFinite(part) || part < 0) return null;
    return { x: near.x + part * way.x, z: near.z + part * way.z };
  }

  /** Calls `watcher` when projections change. Returns a function that unsubscribes. */
  onView(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Requests a frame because the scene has changed. */
  readonly invalidate = (): void => {
    this.#changed = true;
    this.#askForFrame();
  };

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#sharpening);
    this.#lost = true;
    this.#turning.dispose();
    this.#resizing.disconnect();
    this.#watchers.clear();
    this.#screen.buffer.removeEventListener("webglcontextlost", this.#onLost);
    this.#screen.buffer.removeEventListener("webglcontextrestored", this.#onRestored);
    if (this.#scene) this.#world.remove(this.#scene.root);
    this.#scene = null;
    this.#table.dispose();
    this.#renderer.dispose();
  }

  #current(): View | null {
    return this.#plan ? this.#planView : this.#view;
  }

  #show(view: View): void {
    if (this.#plan) this.#planView = view;
    else this.#view = view;
    this.#touch();
    this.#cameraMoved = true;
  }

  #travelTo(view: View): void {
    const from = this.#current();
    if (!from) return;
    this.#turned = true;
    this.#glide = this.#motion() ? { from, to: view, done: 0 } : null;
    if (!this.#glide) this.#show(view);
    this.#askForFrame();
  }

  /** Returns the point at height `y` that a view would show at a point of the picture. */
  #groundOf(view: View, at: { x: number; y: number }, y: number): { x: number; z: number } | null {
    const shown = this.#current();
    if (!shown) return null;
    this.#show(view);
    const { left, top } = this.#canvas.getBoundingClientRect();
    const ground = this.under(left + at.x, top + at.y, y);
    this.#show(shown);
    return ground;
  }

  #askForFrame(): void {
    this.#wanted = true;
    if (this.#asked === 0 && this.#started && !this.#drawing && !this.#lost) {
      this.#asked = requestAnimationFrame(this.#onFrame);
    }
  }

  readonly #onFrame = (now: number): void => {
    this.#asked = 0;
    this.#wanted = false;
    if (this.#lost) return;
    const passed = this.#moving ? (now - this.#lastFrame) / 1000 : 1 / 60;
    this.#lastFrame = now;
    if (this.#moving && this.#governor.frame(passed)) this.#fitCanvas();
    this.#sharpen(false);
    const seconds = Math.min(passed, LONGEST_STEP);
    const sceneMoves = this.#scene?.frame(seconds) ?? false;
    const cameraMoves = this.#travel(seconds);
    this.#moving = sceneMoves || cameraMoves;
    this.#place();
    const moved = this.#placedAnew;
    this.#placedAnew = false;
    if (moved) this.#scene?.see?.(this.#height === 1 ? null : this.#perspective.position);
    if (moved) this.#scene?.pixelsPerUnit?.(this.project({ x: 0, y: 0, z: 0 }).scale);
    this.#renderer.shadowMap.needsUpdate ||= this.#changed || sceneMoves;
    this.#changed = sceneMoves;
    this.#render();
    if (moved) for (const watcher of this.#watchers) watcher();
  };

  /** Draws a frame. The next one is requested when it is shown, so that no more than one waits. */
  #render(): void {
    this.#drawing = true;
    this.#renderer.render(this.#world, this.#camera());
    this.#screen.show(this.#gl, () => {
      this.#drawing = false;
      if (this.#moving || this.#wanted) this.#askForFrame();
      else this.#rest();
    });
  }

  /** Draws a sharp frame at rest if frames of motions are coarse. */
  #rest(): void {
    if (this.#lost) return;
    for (const settle of this.#settling.splice(0)) settle();
    clearTimeout(this.#sharpening);
    if (this.#ratio === this.#sharpness(true)) return;
    this.#sharpening = setTimeout(() => {
      if (this.#asked !== 0 || this.#drawing || this.#lost) return;
      this.#sharpen(true);
      this.#render();
    }, REST);
  }

  #sharpness(atRest: boolean): number {
    const { width, height } = this.#frame;
    const { devicePixelRatio } = window;
    return pixelRatio(this.#governor.quality, { width, height, devicePixelRatio }, atRest);
  }

  #sharpen(atRest: boolean): void {
    const ratio = this.#sharpness(atRest);
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(this.#frame.width, this.#frame.height, false);
  }

  /** Moves the camera between table view and plan; returns whether it is still moving. */
  #travel(seconds: number): boolean {
    const gliding = this.#glideBy(seconds);
    const goal = this.#plan ? 1 : 0;
    if (this.#height === goal) return gliding;
    const step = (seconds / CHANGE_SECONDS) * (goal > this.#height ? 1 : -1);
    this.#height = Math.min(1, Math.max(0, this.#height + step));
    this.#cameraMoved = true;
    return this.#height !== goal || gliding;
  }

  #glideBy(seconds: number): boolean {
    const glide = this.#glide;
    if (!glide) return false;
    glide.done = Math.min(1, glide.done + seconds / GLIDE_SECONDS);
    if (glide.done === 1) this.#glide = null;
    this.#show(glide.done === 1 ? glide.to : mixed(glide.from, glide.to, easeBoth(glide.done)));
    return glide.done < 1;
  }

  #camera(): PerspectiveCamera | OrthographicCamera {
    return this.#height === 1 ? this.#above : this.#perspective;
  }

  /** Places the current camera. */
  #place(): void {
    const extent = this.#scene?.extent ?? { x: 6, z: 6, height: 1 };
    if (!this.#cameraMoved && this.#framed && alike(extent, this.#framed)) return;
    this.#cameraMoved = false;
    this.#placedAnew = true;
    this.#framed = { ...extent };
    if (this.#height === 1) {
      placePlan(this.#above, this.#planView, extent, this.#frame);
      return;
    }
    const table = this.#view ?? homeView(this.#frame, this.#scene?.tilts);
    placeTable(this.#perspective, between(table, this.#planView, this.#height), extent, this.#frame);
  }

  readonly #ask = (turned: ViewChange): boolean => {
    const extent = this.#scene?.extent;
    if (!extent || !this.#view || !this.#started) return false;
    const before = this.#plan ? this.#planView : this.#view;
    const asked = turned.home ? homeView(this.#frame, this.#scene?.tilts) : { ...before };
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
    let after = held(asked, extent, this.#scene?.tilts);
    const fixed = turned.at && this.#groundOf(before, turned.at, 0);
    const now = turned.at && this.#groundOf(after, turned.at, 0);
    if (fixed && now) {
      const panned = { panX: after.panX + fixed.x - now.x, panZ: after.panZ + fixed.z - now.z };
      after = held({ ...after, ...panned }, extent, this.#scene?.tilts);
    }
    if (this.#plan) after.tilt = after.azimuth = 0;
    if (same(before, after)) return false;
    this.#before = this.#glide = null;
    this.#show(after);
    this.#turned = !turned.home;
    this.#askForFrame();
    return true;
  };

  /** Unless zoomed in, vertical swipes scroll the page and only horizontal ones turn the table. */
  #touch(): void {
    const zoom = this.#plan ? this.#planView.zoom : (this.#view?.zoom ?? 1);
    this.#surface.style.touchAction = zoom === 1 ? "pan-y" : "none";
  }

  readonly #resize = (): void => {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#frame = { ...this.#frame, width: clientWidth, height: clientHeight };
    if (!this.#view || !this.#turned) this.#view = homeView(this.#frame, this.#scene?.tilts);
    this.#fitCanvas();
  };

  #fitCanvas(): void {
    this.#table.shadowMap = this.#governor.quality.shadowMap;
    // The drawing buffer is resized with the next frame, since resizing clears it.
    this.#ratio = 0;
    this.#cameraMoved = true;
    this.invalidate();
  }

  readonly #onLost = (event: Event): void => {
    event.preventDefault();
    this.#lost = true;
    cancelAnimationFrame(this.#asked);
    this.#asked = 0;
    for (const settle of this.#settling.splice(0)) settle();
    this.#onLoss();
  };

  readonly #onRestored = (): void => {
    this.#lost = false;
    this.#fitCanvas();
  };
}

/** Clamps a coordinate to the inside of the picture. */
function inside(place: number, length: number): number {
  const least = Math.min(INSIDE, length / 2);
  return Math.min(length - least, Math.max(least, place));
}
