/**
 * What can be done with the move that is shown besides laying it: a key or a button that changes it
 * (`Scene.shortcuts`), and dragging a thing over the board, from target to target.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Choosing } from "./choosing.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import type { Shortcut } from "./scene.ts";

/** CSS pixels that a thing is moved before it is dragged and not just touched. */
const THRESHOLD = 8;
/** How far from a target a thing may be let go, in CSS pixels. */
const REACH = 70;

interface Chooses {
  readonly choosing: Choosing;
  choose(chosen: Chosen, from: "board" | "panel"): void;
}

interface Carried {
  pointer: number;
  part: string;
  from: { x: number; y: number };
  thing: HTMLElement;
  /** Follows the pointer, once it is dragged. */
  image: HTMLElement | null;
}

/** Belongs to an element that holds a `game-board`; things to drag have `data-carries`. */
export class AtHand implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #chooser: Chooses;
  #carried: Carried | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, chooser: Chooses) {
    this.#host = host;
    this.#chooser = chooser;
    host.addController(this);
  }

  hostConnected(): void {
    const { addEventListener } = this.#host;
    const listen = addEventListener.bind(this.#host) as typeof addEventListener;
    // Before the board, which would turn its camera.
    listen("pointerdown", this.#down, { capture: true });
    listen("pointermove", this.#move);
    listen("pointerup", this.#up);
    listen("pointercancel", this.#up);
    listen("keydown", this.#key);
  }

  hostDisconnected(): void {
    const host = this.#host;
    host.removeEventListener("pointerdown", this.#down, { capture: true });
    host.removeEventListener("pointermove", this.#move);
    host.removeEventListener("pointerup", this.#up);
    host.removeEventListener("pointercancel", this.#up);
    host.removeEventListener("keydown", this.#key);
    this.#drop();
  }

  /** What can be done with the move that is shown, as the scene says. */
  get shortcuts(): Shortcut[] {
    const board = this.#board;
    const { choosing } = this.#chooser;
    if (!board?.scene?.shortcuts || !board.input || choosing.choices.length === 0) return [];
    // The board may still show what was chosen before.
    return board.scene.shortcuts({
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
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // Only where the board, what lies beside it or its buttons have the focus: a letter typed elsewhere is text.
    if (!(event.target as HTMLElement).closest("game-board, choice-panel, .confirm")) return;
    const found = this.shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    this.use(found);
  };

  readonly #down = (event: PointerEvent): void => {
    if (this.#carried || !event.isPrimary || event.button !== 0) return;
    const thing = (event.target as HTMLElement).closest<HTMLElement>("[data-carries]");
    const part = thing?.dataset["carries"];
    if (!thing || !part) return;
    if (thing.closest("game-board")) event.stopPropagation();
    this.#carried = {
      pointer: event.pointerId, part, thing, image: null,
      from: { x: event.clientX, y: event.clientY },
    };
  };

  readonly #move = (event: PointerEvent): void => {
    const carried = this.#carried;
    if (!carried || event.pointerId !== carried.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!carried.image) {
      if (Math.hypot(x - carried.from.x, y - carried.from.y) < THRESHOLD) return;
      this.#host.setPointerCapture(event.pointerId);
      carried.image = imageOf(carried.thing);
    }
    const found = this.#board?.nearest(x, y, carried.part, REACH) ?? null;
    // Over the board the move itself is shown in place of the image.
    carried.image.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    carried.image.style.visibility = found ? "hidden" : "visible";
    if (found && found.part === carried.part && this.#chooser.choosing.chosen[found.part] !== found.value) {
      this.#chooser.choose({ part: found.part, value: found.value, keys: false }, "board");
    }
  };

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerId === this.#carried?.pointer) this.#drop();
  };

  #drop(): void {
    const carried = this.#carried;
    this.#carried = null;
    if (!carried?.image) return;
    carried.image.remove();
    // The click that ends a drag chooses nothing more.
    const still = (click: MouseEvent): void => {
      click.stopPropagation();
      click.preventDefault();
    };
    window.addEventListener("click", still, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", still, { capture: true }), 0);
  }
}

/** What is dragged, as it follows the pointer. */
function imageOf(thing: HTMLElement): HTMLElement {
  const image = document.createElement("div");
  image.className = "carried";
  image.setAttribute("aria-hidden", "true");
  const picture = thing.querySelector("svg");
  if (picture) image.append(picture.cloneNode(true));
  document.body.append(image);
  return image;
}
