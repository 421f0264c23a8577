/** Drags things of a page onto its board: those with `data-carries`, which names the part of the targets. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { GameBoard } from "./game-board.ts";
import type { Target } from "../stage/scene.ts";

/** CSS pixels that the pointer moves before a drag begins. */
const THRESHOLD = 8;
/** How far from a target a thing can be dropped, in CSS pixels. */
const REACH = 70;

export interface DragCallbacks {
  /** Called while the thing is dragged, with the nearest target or null; returns whether the board shows it there. */
  over(part: string, found: Target | null): boolean;
  /** Called when the drag begins, before targets are looked for. */
  begun?(thing: HTMLElement): void;
  /** Called when the thing is dropped. */
  dropped?(found: Target | null): void;
}

interface Drag {
  pointer: number;
  part: string;
  from: { x: number; y: number };
  thing: HTMLElement;
  /** Follows the pointer once the drag has begun. */
  image: HTMLElement | null;
  found: Target | null;
}

/** Controller of an element that contains a `game-board`. */
export class Dragging implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #callbacks: DragCallbacks;
  #drag: Drag | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, callbacks: DragCallbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  hostConnected(): void {
    const { addEventListener } = this.#host;
    const listen = addEventListener.bind(this.#host) as typeof addEventListener;
    // Capture, so that the board does not turn its camera.
    listen("pointerdown", this.#down, { capture: true });
    listen("pointermove", this.#move);
    listen("pointerup", this.#up);
    listen("pointercancel", this.#cancelled);
  }

  hostDisconnected(): void {
    const host = this.#host;
    host.removeEventListener("pointerdown", this.#down, { capture: true });
    host.removeEventListener("pointermove", this.#move);
    host.removeEventListener("pointerup", this.#up);
    host.removeEventListener("pointercancel", this.#cancelled);
    this.#end();
  }

  readonly #down = (event: PointerEvent): void => {
    if (this.#drag || !event.isPrimary || event.button !== 0) return;
    const thing = (event.target as HTMLElement).closest<HTMLElement>("[data-carries]");
    const part = thing?.dataset["carries"];
    if (!thing || !part) return;
    if (thing.closest("game-board")) event.stopPropagation();
    this.#drag = {
      pointer: event.pointerId, part, thing, image: null, found: null,
      from: { x: event.clientX, y: event.clientY },
    };
  };

  readonly #move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.image) {
      if (Math.hypot(x - drag.from.x, y - drag.from.y) < THRESHOLD) return;
      this.#host.setPointerCapture(event.pointerId);
      drag.image = imageOf(drag.thing);
      this.#callbacks.begun?.(drag.thing);
    }
    const board = this.#host.querySelector<GameBoard>("game-board");
    drag.found = board?.hitTest(x, y, drag.part, REACH) ?? null;
    // Over the board the previewed move is shown instead of the image.
    drag.image.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    drag.image.style.visibility = this.#callbacks.over(drag.part, drag.found) ? "hidden" : "visible";
  };

  readonly #up = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointer) return;
    this.#end();
    if (drag.image) this.#callbacks.dropped?.(drag.found);
  };

  readonly #cancelled = (event: PointerEvent): void => {
    if (event.pointerId === this.#drag?.pointer) this.#end();
  };

  #end(): void {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.image) return;
    drag.image.remove();
    // The click that ends a drag must not choose anything.
    const still = (click: MouseEvent): void => {
      click.stopPropagation();
      click.preventDefault();
    };
    window.addEventListener("click", still, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", still, { capture: true }), 0);
  }
}

/** Returns the image of the dragged thing, which follows the pointer. */
function imageOf(thing: HTMLElement): HTMLElement {
  const image = document.createElement("div");
  image.className = "carried";
  image.setAttribute("aria-hidden", "true");
  const picture = thing.querySelector("svg");
  if (picture) image.append(picture.cloneNode(true));
  document.body.append(image);
  return image;
}
