/**
 * Ways to change the previewed move: a key or button (`BoardModel.shortcuts`), or dragging a thing from target to
 * target.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { shortcutKey } from "../ui/keys.ts";
import type { MoveSelection } from "./move-selection.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import type { Shortcut } from "../stage/scene.ts";

/** CSS pixels that the pointer moves before a drag begins. */
const THRESHOLD = 8;
/** How far from a target a thing can be dropped, in CSS pixels. */
const REACH = 70;

interface Chooses {
  readonly choosing: MoveSelection;
  choose(chosen: Chosen, from: "board" | "panel"): void;
}

interface Drag {
  pointer: number;
  part: string;
  from: { x: number; y: number };
  thing: HTMLElement;
  /** Follows the pointer once the drag has begun. */
  image: HTMLElement | null;
}

/** Controller of an element that contains a `game-board`; draggable things have `data-carries`. */
export class MoveShortcuts implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #chooser: Chooses;
  #drag: Drag | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, chooser: Chooses) {
    this.#host = host;
    this.#chooser = chooser;
    host.addController(this);
  }

  hostConnected(): void {
    const { addEventListener } = this.#host;
    const listen = addEventListener.bind(this.#host) as typeof addEventListener;
    // Capture, so that the board does not turn its camera.
    listen("pointerdown", this.#down, { capture: true });
    listen("pointermove", this.#move);
    listen("pointerup", this.#up);
    listen("pointercancel", this.#up);
    document.addEventListener("keydown", this.#key);
  }

  hostDisconnected(): void {
    const host = this.#host;
    host.removeEventListener("pointerdown", this.#down, { capture: true });
    host.removeEventListener("pointermove", this.#move);
    host.removeEventListener("pointerup", this.#up);
    host.removeEventListener("pointercancel", this.#up);
    document.removeEventListener("keydown", this.#key);
    this.#drop();
  }

  get shortcuts(): Shortcut[] {
    const board = this.#board;
    const { choosing } = this.#chooser;
    if (!board?.model?.shortcuts || !board.input || choosing.choices.length === 0) return [];
    // The board may still show the previous selection.
    return board.model.shortcuts({
      ...board.input,
      legal: [...choosing.legal],
      chosen: choosing.chosen,
      preview: choosing.preview,
    });
  }

  use({ part, value }: Shortcut): void {
    this.#chooser.choose({ part, value, keys: false }, "board");
  }

  get #board(): GameBoard | null {
    return this.#host.querySelector<GameBoard>("game-board");
  }

  readonly #key = (event: KeyboardEvent): void => {
    const pressed = shortcutKey(event);
    const found = pressed ? this.shortcuts.find(({ key }) => key === pressed) : undefined;
    if (!found) return;
    event.preventDefault();
    this.use(found);
  };

  readonly #down = (event: PointerEvent): void => {
    if (this.#drag || !event.isPrimary || event.button !== 0) return;
    const thing = (event.target as HTMLElement).closest<HTMLElement>("[data-carries]");
    const part = thing?.dataset["carries"];
    if (!thing || !part) return;
    if (thing.closest("game-board")) event.stopPropagation();
    this.#drag = {
      pointer: event.pointerId, part, thing, image: null,
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
    }
    const found = this.#board?.hitTest(x, y, drag.part, REACH) ?? null;
    // Over the board the previewed move is shown, and the image is hidden.
    drag.image.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    drag.image.style.visibility = found ? "hidden" : "visible";
    if (found && found.part === drag.part && this.#chooser.choosing.chosen[found.part] !== found.value) {
      this.#chooser.choose({ part: found.part, value: found.value, keys: false }, "board");
    }
  };

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerId === this.#drag?.pointer) this.#drop();
  };

  #drop(): void {
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
