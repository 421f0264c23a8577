/** The picture as SVG, before the 3D view is loaded and in browsers without WebGL: nothing to turn. */
import type { FlatPicture, SceneInput } from "./scene.ts";
import { CONTACT, DROP_SECONDS, LIFT_SECONDS } from "./motion.ts";
import type { Projected } from "./camera-rig.ts";
import { type ViewChange, ViewControls, ZOOM } from "./view-controls.ts";

/** How a piece that is held up looks from above, and one that falls from higher. */
const HELD = "scale(1.06)";
const HIGH = "scale(1.14)";

/** Seen straight from above. */
const ABOVE = { deep: 1, high: 0 };

interface Point {
  x: number;
  y: number;
}

/**
 * Shows the output of a picture's `svg`. The view box is its extent seen from above, or as its `lean`
 * says, so a point is projected from its coordinates.
 */
export class SvgStage {
  readonly #holder: HTMLElement;
  readonly #surface: HTMLElement;
  readonly #element = document.createElement("div");
  readonly #watchers = new Set<() => void>();
  readonly #resizing: ResizeObserver;
  readonly #controls: ViewControls;
  #picture: FlatPicture | null = null;
  #shown: SceneInput | null = null;
  #asked = 0;
  readonly #motion: () => boolean;
  /** When the piece that was put down last touches the board, in milliseconds. */
  #lands = 0;
  /** The holder's width and height; null until they are needed. Reading them makes the browser compute the layout. */
  #measured: { width: number; height: number } | null = null;
  /** Magnification, and the position of the whole picture's corner in CSS pixels. */
  #view = { zoom: 1, x: 0, y: 0 };
  /** Whether a spot is magnified until `release`. */
  #magnified = false;

  /**
   * `holder` is an element with a size of its own; `surface` receives pointers, wheel and keys. `motion` says whether
   * to animate.
   */
  constructor(holder: HTMLElement, surface: HTMLElement = holder, motion: () => boolean = () => false) {
    this.#motion = motion;
    this.#holder = holder;
    this.#surface = surface;
    this.#element.style.cssText =
      "position:absolute;inset:0;display:grid;place-items:center;transform-origin:0 0";
    this.#element.setAttribute("aria-hidden", "true");
    holder.append(this.#element);
    this.#controls = new ViewControls(surface, this.#ask);
    this.#controls.plan = true;
    this.#resizing = new ResizeObserver(() => {
      this.#measured = null;
      this.#look({ zoom: 1, x: 0, y: 0 });
    });
    this.#resizing.observe(holder);
    this.#touch();
  }

  /** Shows another picture; null shows nothing. */
  setPicture(picture: FlatPicture | null): void {
    this.#picture = picture;
    this.#shown = null;
    if (!picture) this.#element.replaceChildren();
    this.#notify();
  }

  /** Draws `input`; its pieces move if it follows what is shown. */
  show(input: SceneInput, follows = false): void {
    this.#shown = input;
    if (!this.#picture) return;
    const moving = this.#picture.element?.(input);
    if (moving && moving === this.#element.firstChild) return;
    const svg = moving ?? readPicture(this.#picture.svg(input));
    const before = follows && !moving && this.#motion() ? this.#element.innerHTML : "";
    const held = this.#element.querySelector('[data-piece="held"]');
    const from = held && getComputedStyle(held).transform;
    svg.setAttribute("style", "width:100%;height:100%");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.#element.replaceChildren(svg);
    this.#handle(svg, before, from);
  }

  /** Lifts the held piece, and drops the last one if it was not there `before`: from where it was held. */
  #handle(svg: Element, before: string, from: string | null): void {
    const held = svg.querySelector<SVGElement>('[data-piece="held"]');
    const last = svg.querySelector<SVGElement>('[data-piece="last"]');
    for (const piece of [held, last]) piece?.setAttribute("style", "transform-box:fill-box;transform-origin:center");
    if (held) held.style.transform = HELD;
    if (!before) return;
    if (held && from === null) {
      held.animate([{ transform: "none" }, { transform: HELD }], { duration: 1000 * LIFT_SECONDS, easing: "ease-out" });
    }
    if (!last || before.includes(last.innerHTML)) return;
    last.animate(
      [
        { transform: from ?? HIGH, easing: "cubic-bezier(.5,0,1,.6)" },
        { transform: "none", offset: CONTACT, easing: "ease-out" },
        { transform: "scale(1.012)", offset: (1 + CONTACT) / 2, easing: "ease-in" },
        { transform: "none" },
      ],
      1000 * DROP_SECONDS,
    );
    this.#lands = performance.now() + 1000 * DROP_SECONDS * CONTACT;
  }

  /** Seconds until the last piece touches the board; 0 if none is falling. */
  get contact(): number {
    return Math.max(0, this.#lands - performance.now()) / 1000;
  }

  /** Resolves once no piece moves by itself. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  }

  /** The view is always the plan. */
  setPlan(_plan: boolean): void {}

  /** Nothing to turn. */
  turn(_azimuth: number): void {}

  get zoomed(): boolean {
    return this.#view.zoom !== 1;
  }

  zoom(factor: number, at?: Point): void {
    this.#ask(at ? { zoom: factor, at } : { zoom: factor });
  }

  home(): void {
    this.#ask({ home: true });
  }

  magnify(point: { x: number; y: number; z: number }, factor: number): void {
    const { x, y } = this.project(point);
    const { width, height } = this.#size;
    this.#ask({ zoom: factor, at: { x, y }, move: { x: width / 2 - x, y: height / 2 - y } });
    this.#magnified = true;
  }

  release(): void {
    if (this.#magnified) this.home();
  }

  /** Brings a point into the picture by panning. */
  reveal(point: { x: number; y: number; z: number }): void {
    const { x, y, visible } = this.project(point);
    const { width, height } = this.#size;
    if (!visible) this.#ask({ move: { x: width / 2 - x, y: height / 2 - y } });
  }

  project(point: { x: number; y: number; z: number }): Projected {
    const { width, height } = this.#size;
    const extent = this.#picture?.extent ?? { x: 6, z: 6, height: 1 };
    const { deep, high } = this.#lean;
    const rise = (extent.height - (extent.low ?? 0)) * high;
    const unit = Math.min(width / (2 * extent.x), height / (2 * extent.z * deep + rise));
    const middle = height / 2 + (((extent.low ?? 0) + extent.height) / 2) * high * unit;
    const { zoom } = this.#view;
    const x = this.#view.x + zoom * (width / 2 + point.x * unit);
    const y = this.#view.y + zoom * (middle + (point.z * deep - point.y * high) * unit);
    return { x, y, visible: x >= 0 && y >= 0 && x <= width && y <= height, scale: unit * zoom };
  }

  /** Returns the point at height `y` under a point of the page. */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } {
    const { left, top } = this.#holder.getBoundingClientRect();
    const at = this.project({ x: 0, y, z: 0 });
    const down = (clientY - top - at.y) / (at.scale * this.#lean.deep);
    return { x: (clientX - left - at.x) / at.scale, z: down };
  }

  get #size(): { width: number; height: number } {
    this.#measured ??= { width: this.#holder.clientWidth, height: this.#holder.clientHeight };
    return this.#measured;
  }

  get #lean(): { deep: number; high: number } {
    return this.#picture?.lean ?? ABOVE;
  }

  onView(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Redraws what a hand has moved; everything else changes through `show`. */
  readonly invalidate = (): void => {
    if (this.#asked !== 0 || !this.#picture?.bodies) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      if (this.#shown) this.show(this.#shown);
      this.#notify();
    });
  };

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    this.#controls.dispose();
    this.#resizing.disconnect();
    this.#watchers.clear();
    this.#element.remove();
  }

  readonly #ask = (change: ViewChange): boolean => {
    const before = this.#view;
    if (change.home) return this.#look({ zoom: 1, x: 0, y: 0 });
    if (change.turn) return false;
    const { width, height } = this.#size;
    const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, before.zoom * (change.zoom ?? 1)));
    const at = change.at ?? { x: width / 2, y: height / 2 };
    const part = zoom / before.zoom;
    const corner = (axis: "x" | "y", length: number): number => {
      const wanted = at[axis] - (at[axis] - before[axis]) * part + (change.move?.[axis] ?? 0);
      return Math.min(0, Math.max(length * (1 - zoom), wanted));
    };
    return this.#look({ zoom, x: corner("x", width), y: corner("y", height) });
  };

  /** Returns whether the view has changed. */
  #look(view: { zoom: number; x: number; y: number }): boolean {
    const before = this.#view;
    const changed = view.zoom !== before.zoom || view.x !== before.x || view.y !== before.y;
    this.#view = view;
    this.#magnified = false;
    this.#element.style.transform =
      view.zoom === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
    this.#touch();
    this.#notify();
    return changed;
  }

  /** As on the 3D stage, vertical swipes scroll the page unless the picture is magnified. */
  #touch(): void {
    this.#surface.style.touchAction = this.zoomed ? "none" : "pan-y";
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function readPicture(text: string): Element {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}
