/** SVG fallback for browsers without WebGL: the same methods as `Stage`, but nothing to turn. */
import type { Scene, SceneInput } from "./scene.ts";
import type { Projected } from "./stage.ts";

/** Seen straight from above. */
const ABOVE = { deep: 1, high: 0 };

/**
 * Shows the output of the scene's `svg`. The view box is the scene's extent seen from above, or as the
 * scene's `lean` says, so a point is projected from its coordinates.
 */
export class SvgStage {
  readonly #holder: HTMLElement;
  readonly #picture = document.createElement("div");
  readonly #watchers = new Set<() => void>();
  readonly #resizing: ResizeObserver;
  #scene: Scene | null = null;
  #shown: SceneInput | null = null;
  #asked = 0;

  /** `holder` is an element with a size of its own. */
  constructor(holder: HTMLElement) {
    this.#holder = holder;
    this.#picture.style.cssText = "position:absolute;inset:0;display:grid;place-items:center";
    this.#picture.setAttribute("aria-hidden", "true");
    holder.append(this.#picture);
    this.#resizing = new ResizeObserver(() => {
      for (const watcher of this.#watchers) watcher();
    });
    this.#resizing.observe(holder);
  }

  setScene(scene: Scene | null): void {
    this.#scene = scene;
    this.#shown = null;
    if (!scene) this.#picture.replaceChildren();
    for (const watcher of this.#watchers) watcher();
  }

  /** Draws `input`; call it together with the scene's `update`. */
  show(input: SceneInput): void {
    this.#shown = input;
    const text = this.#scene?.svg?.(input);
    if (text === undefined) return;
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.setAttribute("style", "width:100%;height:100%");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.#picture.replaceChildren(document.importNode(svg, true));
  }

  /** Nothing moves but what a hand moves. */
  settled(): Promise<void> {
    return Promise.resolve();
  }

  /** The view is always the plan. */
  setPlan(_plan: boolean): void {}

  /** Everything is always visible. */
  reveal(_point: { x: number; y: number; z: number }): void {}

  project(point: { x: number; y: number; z: number }): Projected {
    const { clientWidth: width, clientHeight: height } = this.#holder;
    const extent = this.#scene?.extent ?? { x: 6, z: 6, height: 1 };
    const { deep, high } = this.#lean;
    const rise = (extent.height - (extent.low ?? 0)) * high;
    const scale = Math.min(width / (2 * extent.x), height / (2 * extent.z * deep + rise));
    const middle = height / 2 + (((extent.low ?? 0) + extent.height) / 2) * high * scale;
    const x = width / 2 + point.x * scale;
    const y = middle + (point.z * deep - point.y * high) * scale;
    return { x, y, visible: x >= 0 && y >= 0 && x <= width && y <= height, scale };
  }

  /** Returns the point at height `y` under a point of the page. */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } {
    const { left, top } = this.#holder.getBoundingClientRect();
    const at = this.project({ x: 0, y, z: 0 });
    const down = (clientY - top - at.y) / (at.scale * this.#lean.deep);
    return { x: (clientX - left - at.x) / at.scale, z: down };
  }

  get #lean(): { deep: number; high: number } {
    return this.#scene?.lean ?? ABOVE;
  }

  onView(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Redraws what a hand has moved; everything else changes through `show`. */
  readonly invalidate = (): void => {
    if (this.#asked !== 0 || !this.#scene?.bodies) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      if (this.#shown) this.show(this.#shown);
      for (const watcher of this.#watchers) watcher();
    });
  };

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    this.#resizing.disconnect();
    this.#watchers.clear();
    this.#picture.remove();
  }
}
