/** The plan as SVG, for browsers without WebGL: same calls as `Stage`, nothing to turn. */
import type { Scene, SceneInput } from "../board/scene.ts";
import type { Projected } from "./stage.ts";

/**
 * Shows what the scene's `flat` draws. The SVG's view box is the scene's extent seen from above,
 * so a point's place follows from its x and z.
 */
export class FlatStage {
  readonly #holder: HTMLElement;
  readonly #picture = document.createElement("div");
  readonly #watchers = new Set<() => void>();
  readonly #resizing: ResizeObserver;
  #scene: Scene | null = null;

  /** `holder` is an element with a size of its own; the picture is put into it. */
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
    if (!scene) this.#picture.replaceChildren();
    for (const watcher of this.#watchers) watcher();
  }

  /** Draw `input`; call it wherever the scene's `update` is called. */
  show(input: SceneInput): void {
    const text = this.#scene?.flat?.(input);
    if (text === undefined) return;
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.setAttribute("style", "width:100%;height:100%");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.#picture.replaceChildren(document.importNode(svg, true));
  }

  /** The picture is always the plan. */
  setPlan(_plan: boolean): void {}

  project(point: { x: number; y: number; z: number }): Projected {
    const { clientWidth: width, clientHeight: height } = this.#holder;
    const extent = this.#scene?.extent ?? { x: 6, z: 6, height: 1 };
    const scale = Math.min(width / (2 * extent.x), height / (2 * extent.z));
    const x = width / 2 + point.x * scale;
    const y = height / 2 + point.z * scale;
    return { x, y, visible: x >= 0 && y >= 0 && x <= width && y <= height, scale };
  }

  onView(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  readonly invalidate = (): void => {};

  dispose(): void {
    this.#resizing.disconnect();
    this.#watchers.clear();
    this.#picture.remove();
  }
}
