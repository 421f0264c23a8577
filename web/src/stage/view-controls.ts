/** Turns, pans and zooms the view by touch, mouse, wheel and keyboard. */

/** A requested change of the view. Angles in radians, distances in CSS pixels. */
export interface ViewChange {
  turn?: { azimuth: number; tilt: number };
  move?: { x: number; y: number };
  /** Factor. */
  zoom?: number;
  /** What stays in place while zooming, in CSS pixels from the surface's corner; by default the middle. */
  at?: { x: number; y: number };
  home?: boolean;
}

/** Limits of the magnification. */
export const ZOOM = { least: 1, most: 3 };
const THRESHOLD = 6;
const PER_PIXEL = 0.006;
const STEP = Math.PI / 24;

/**
 * Listens on `surface`, which may contain buttons: a press without movement stays a click, and a drag that
 * begins on a button turns the view instead of clicking. `ask` returns whether the view changed, so that a
 * wheel at its limit scrolls the page.
 */
export class ViewControls {
  readonly #surface: HTMLElement;
  readonly #ask: (turned: ViewChange) => boolean;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  readonly #listening = new AbortController();
  #dragging = false;
  #travelled = 0;
  /** Whether the camera looks from above: dragging then pans. */
  plan = false;

  constructor(surface: HTMLElement, ask: (turned: ViewChange) => boolean) {
    this.#surface = surface;
    this.#ask = ask;
    const on = { signal: this.#listening.signal };
    surface.addEventListener("pointerdown", this.#down, on);
    surface.addEventListener("pointermove", this.#move, on);
    surface.addEventListener("pointerup", this.#up, on);
    surface.addEventListener("pointercancel", this.#up, on);
    surface.addEventListener("click", this.#click, { ...on, capture: true });
    surface.addEventListener("wheel", this.#wheel, { ...on, passive: false });
    surface.addEventListener("keydown", this.#key, on);
    surface.addEventListener("contextmenu", this.#menu, on);
  }

  dispose(): void {
    this.#listening.abort();
    this.#pointers.clear();
  }

  readonly #down = (event: PointerEvent): void => {
    if (this.#pointers.size === 0) {
      this.#dragging = false;
      this.#travelled = 0;
    }
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  readonly #move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    if (event.buttons === 0) {
      this.#pointers.delete(event.pointerId);
      return;
    }
    const spread = this.#spread();
    const x = event.clientX - before.x;
    const y = event.clientY - before.y;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.#dragging) {
      this.#travelled += Math.hypot(x, y);
      if (this.#travelled < THRESHOLD) return;
      this.#dragging = true;
      this.#surface.setPointerCapture(event.pointerId);
    }
    const fingers = this.#pointers.size;
    if (fingers > 1) {
      const zoom = spread > 0 ? this.#spread() / spread : 1;
      this.#ask({ zoom, at: this.#middle(), move: { x: x / fingers, y: y / fingers } });
    } else if (this.plan || event.buttons & 2) {
      this.#ask({ move: { x, y } });
    } else {
      this.#ask({ turn: { azimuth: -x * PER_PIXEL, tilt: -y * PER_PIXEL } });
    }
  };

  readonly #up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
  };

  /** Suppresses the click that ends a drag. */
  readonly #click = (event: MouseEvent): void => {
    if (!this.#dragging || event.detail === 0) return;
    this.#dragging = false;
    event.stopPropagation();
    event.preventDefault();
  };

  readonly #menu = (event: MouseEvent): void => {
    if (this.#dragging) event.preventDefault();
  };

  /** The wheel zooms if the page cannot scroll that way, or with Control (as trackpads report pinching). */
  readonly #wheel = (event: WheelEvent): void => {
    if (event.deltaY < 0 && !event.ctrlKey && window.scrollY > 0) return;
    const zoom = Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) * 0.0015);
    if (this.#ask({ zoom, at: this.#inside(event.clientX, event.clientY) })) event.preventDefault();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const asked = viewChangeForKey(event);
    if (asked && !event.defaultPrevented && this.#ask(asked)) event.preventDefault();
  };

  /** Returns the middle of the fingers. */
  #middle(): { x: number; y: number } {
    const fingers = [...this.#pointers.values()];
    const mean = (axis: "x" | "y") => fingers.reduce((sum, finger) => sum + finger[axis], 0) / fingers.length;
    return this.#inside(mean("x"), mean("y"));
  }

  #inside(clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = this.#surface.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #spread(): number {
    const [a, b] = [...this.#pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

/** Shift and an arrow key turn the table, `+` and `-` zoom, `0` resets. */
export function viewChangeForKey(
  event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">,
): ViewChange | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.shiftKey) {
    if (event.key === "ArrowLeft") return { turn: { azimuth: -STEP, tilt: 0 } };
    if (event.key === "ArrowRight") return { turn: { azimuth: STEP, tilt: 0 } };
    if (event.key === "ArrowUp") return { turn: { azimuth: 0, tilt: -STEP } };
    if (event.key === "ArrowDown") return { turn: { azimuth: 0, tilt: STEP } };
  }
  if (event.key === "+" || event.key === "=") return { zoom: 1.25 };
  if (event.key === "-") return { zoom: 0.8 };
  if (event.key === "0") return { home: true };
  return null;
}
