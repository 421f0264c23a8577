/** The 3D view of a game: one scene, a table, two cameras, drawn on demand. */
import { PCFShadowMap, Scene as World, WebGLRenderer } from "three";
import { CameraRig, type Projected, type RigHost } from "./camera-rig.ts";
import type { Insets } from "./cameras.ts";
import { QualityGovernor, pixelRatio } from "./quality.ts";
import type { Scene } from "./scene.ts";
import { Screen, drawn } from "./screen.ts";
import { Table } from "./table.ts";
import { allPainted, onPainted } from "./texture-painter.ts";
import { texturesOf } from "./textures.ts";
import { nextTask } from "../ui/tasks.ts";
import { webgl } from "./webgl.ts";

export interface StageOptions {
  /** False if the user prefers reduced motion: the camera then jumps. */
  motion: () => boolean;
  /** Called when the browser takes the graphics context away: nothing can be drawn from then on. */
  lost?: () => void;
  /** Element whose pointer, wheel and key events turn the view; by default the canvas. */
  surface?: HTMLElement;
}

const LONGEST_STEP = 0.2;
/** Milliseconds without motion until a sharp frame is drawn. */
const REST = 160;

export class Stage implements RigHost {
  readonly canvas: HTMLCanvasElement;
  readonly surface: HTMLElement;
  readonly motion: () => boolean;
  readonly #screen: Screen;
  readonly #renderer: WebGLRenderer;
  readonly #governor: QualityGovernor;
  readonly #world = new World();
  readonly #table = new Table();
  readonly #rig: CameraRig;
  readonly #resizing: ResizeObserver;
  readonly #watchers = new Set<() => void>();
  readonly #unwatch: () => void;
  #scene: Scene | null = null;
  #asked = 0;
  #lastFrame = 0;
  #moving = false;
  #changed = true;
  #lost = false;
  readonly #onLoss: () => void;
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
    this.canvas = canvas;
    this.surface = options.surface ?? canvas;
    this.motion = options.motion;
    this.#onLoss = options.lost ?? (() => undefined);
    const software = webgl() === "software";
    this.#screen = new Screen(canvas, software);
    const { buffer } = this.#screen;
    const context = buffer.getContext("webgl2", { antialias: true, preserveDrawingBuffer: software });
    if (!context) throw new Error("this browser does not support WebGL 2");
    this.#renderer = new WebGLRenderer({ canvas: buffer, context, antialias: true });
    this.#governor = new QualityGovernor(software);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#world.background = this.#table.backdrop;
    this.#world.add(this.#table.root);
    this.#rig = new CameraRig(this);
    this.#resizing = new ResizeObserver(this.#resize);
    this.#resizing.observe(canvas);
    buffer.addEventListener("webglcontextlost", this.#onLost);
    buffer.addEventListener("webglcontextrestored", this.#onRestored);
    this.#unwatch = onPainted(this.invalidate);
    this.#resize();
  }

  /** Compiles shaders, uploads textures and draws the first frame, a task at a time. */
  async start(): Promise<void> {
    this.#rig.place();
    await this.#renderer.compileAsync(this.#world, this.#rig.camera);
    await allPainted();
    for (const texture of texturesOf(this.#world)) {
      await nextTask();
      if (this.#lost) return;
      this.#renderer.initTexture(texture);
    }
    await nextTask();
    if (this.#lost) return;
    this.#started = true;
    this.#onFrame(performance.now());
    await drawn(this.#gl);
  }

  get #gl(): WebGL2RenderingContext {
    return this.#renderer.getContext() as WebGL2RenderingContext;
  }

  get scene(): Scene | null {
    return this.#scene;
  }

  /** Shows `scene` instead of the previous one, which is not disposed of; null shows the empty table. */
  setScene(scene: Scene | null): void {
    if (this.#scene) this.#world.remove(this.#scene.root);
    this.#scene = scene;
    if (scene) {
      this.#world.add(scene.root);
      this.#table.suit(scene.extent, scene.ground ?? 0);
      scene.planView?.(this.plan);
    }
    this.#rig.sceneChanged();
    this.invalidate();
  }

  get plan(): boolean {
    return this.#rig.plan;
  }

  /** Switches between plan and table view. */
  setPlan(plan: boolean): void {
    if (plan === this.plan) return;
    this.#rig.setPlan(plan);
    this.#scene?.planView?.(plan);
    this.invalidate();
  }

  /** Sets how much of the picture is covered, in CSS pixels; the game is shown in the rest. */
  setInsets(insets: Partial<Insets>): void {
    this.#rig.setInsets(insets);
    this.invalidate();
  }

  /** Turns the view by radians, for buttons. */
  turn(azimuth: number, tilt = 0): void {
    this.#rig.ask({ turn: { azimuth, tilt } });
  }

  /** Zooms by a factor, about a point of the picture in CSS pixels. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    this.#rig.ask(at ? { zoom: factor, at } : { zoom: factor });
  }

  /** Whether the picture is magnified. */
  get zoomed(): boolean {
    return this.#rig.zoomed;
  }

  /** Magnifies the surroundings of a point by a factor; `release` returns to the view before. */
  magnify(point: { x: number; y: number; z: number }, factor: number): void {
    this.#rig.magnify(point, factor);
  }

  /** Returns from a magnified spot to the view before. */
  release(): void {
    this.#rig.release();
  }

  /** Resets the view. */
  home(): void {
    this.#rig.ask({ home: true });
  }

  /** Resolves once nothing moves. */
  settled(): Promise<void> {
    if (this.#asked === 0 && !this.#drawing) return Promise.resolve();
    return new Promise((settle) => this.#settling.push(settle));
  }

  /** Projects a point to the picture of the next frame. */
  project(point: { x: number; y: number; z: number }): Projected {
    return this.#rig.project(point);
  }

  /** Brings a point into the picture by panning, or else by zooming out. */
  reveal(point: { x: number; y: number; z: number }): void {
    this.#rig.reveal(point);
  }

  /** Returns the point at height `y` that the next frame shows under a point of the page, or null. */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null {
    return this.#rig.under(clientX, clientY, y);
  }

  /** Calls `watcher` when projections change. Returns a function that unsubscribes. */
  onView(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  ready(): boolean {
    return this.#started;
  }

  viewChanged(): void {
    this.#askForFrame();
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
    this.#unwatch();
    this.#rig.dispose();
    this.#resizing.disconnect();
    this.#watchers.clear();
    this.#screen.buffer.removeEventListener("webglcontextlost", this.#onLost);
    this.#screen.buffer.removeEventListener("webglcontextrestored", this.#onRestored);
    if (this.#scene) this.#world.remove(this.#scene.root);
    this.#scene = null;
    this.#table.dispose();
    this.#renderer.dispose();
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
    const cameraMoves = this.#rig.travel(seconds);
    this.#moving = sceneMoves || cameraMoves;
    const moved = this.#rig.takeMoved();
    if (moved) this.#scene?.see?.(this.#rig.eye);
    if (moved) this.#scene?.pixelsPerUnit?.(this.project({ x: 0, y: 0, z: 0 }).scale);
    this.#renderer.shadowMap.needsUpdate ||= this.#changed || sceneMoves;
    this.#changed = sceneMoves;
    this.#render();
    if (moved) for (const watcher of this.#watchers) watcher();
  };

  /** Draws a frame. The next one is requested when it is shown, so that no more than one waits. */
  #render(): void {
    this.#drawing = true;
    this.#renderer.render(this.#world, this.#rig.camera);
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
    const { width, height } = this.#rig.frame;
    const { devicePixelRatio } = window;
    return pixelRatio(this.#governor.quality, { width, height, devicePixelRatio }, atRest);
  }

  #sharpen(atRest: boolean): void {
    const ratio = this.#sharpness(atRest);
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    const { width, height } = this.#rig.frame;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
  }

  readonly #resize = (): void => {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#rig.resize(clientWidth, clientHeight);
    this.#fitCanvas();
  };

  #fitCanvas(): void {
    this.#table.shadowMap = this.#governor.quality.shadowMap;
    // The drawing buffer is resized with the next frame, since resizing clears it.
    this.#ratio = 0;
    this.#rig.sceneChanged();
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
