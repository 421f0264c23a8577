/**
 * What can be done with the move that is shown besides laying it: a key or a button that changes it
 * (`Scene.shortcuts`), and dragging a thing over the board, from target to target.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { MoveSelection } from "./move-selection.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import type { Shortcut } from "../stage/scene.ts";

/** CSS pixels that a thing is moved before it is dragged and not just touched. */
const THRESHOLD = 8;
/** How far from a target a thing may be let go, in CSS pixels. */
const REACH = 70;

interface Chooses {
  readonly choosing: MoveSelection;
  choose(chosen: Chosen, from: "board" | "panel"): void;
}

interface SharedBoard {
  pointer: number;
  part: string;
  from: { x: number; y: number };
  thing: HTMLElement;
  /** Follows the pointer, once it is dragged. */
  image: HTMLElement | null;
}

/** Belongs to an element that holds a `game-board`; things to drag have `data-carries`. */
export class MoveShortcuts implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #chooser: Chooses;
  #sharedBoard: SharedBoard | null = null;

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
    if (this.#sharedBoard || !event.isPrimary || event.button !== 0) return;
    const thing = (event.target as HTMLElement).closest<HTMLElement>("[data-carries]");
    const part = thing?.dataset["carries"];
    if (!thing || !part) return;
    if (thing.closest("game-board")) event.stopPropagation();
    this.#sharedBoard = {
      pointer: event.pointerId, part, thing, image: null,
      from: { x: event.clientX, y: event.clientY },
    };
  };

  readonly #move = (event: PointerEvent): void => {
    const sharedBoard = this.#sharedBoard;
    if (!sharedBoard || event.pointerId !== sharedBoard.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!sharedBoard.image) {
      if (Math.hypot(x - sharedBoard.from.x, y - sharedBoard.from.y) < THRESHOLD) return;
      this.#host.setPointerCapture(event.pointerId);
      sharedBoard.image = imageOf(sharedBoard.thing);
    }
    const found = this.#board?.hitTest(x, y, sharedBoard.part, REACH) ?? null;
    // Over the board the move itself is shown in place of the image.
    sharedBoard.image.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    sharedBoard.image.style.visibility = found ? "hidden" : "visible";
    if (found && found.part === sharedBoard.part && this.#chooser.choosing.chosen[found.part] !== found.value) {
      this.#chooser.choose({ part: found.part, value: found.value, keys: false }, "board");
    }
  };

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerId === this.#sharedBoard?.pointer) this.#drop();
  };

  #drop(): void {
    const sharedBoard = this.#sharedBoard;
    this.#sharedBoard = null;
    if (!sharedBoard?.image) return;
    sharedBoard.image.remove();
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
