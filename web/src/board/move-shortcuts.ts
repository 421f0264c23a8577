/**
 * Ways to change the previewed move: a key or button (`BoardModel.shortcuts`), or dragging a thing from target to
 * target.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { shortcutKey } from "../ui/keys.ts";
import type { MoveSelection } from "./move-selection.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import { Dragging } from "./dragging.ts";
import type { Shortcut, Target } from "../stage/scene.ts";

interface Chooses {
  readonly choosing: MoveSelection;
  choose(chosen: Chosen, from: "board" | "panel", dragged?: boolean): void;
}

/** Controller of an element that contains a `game-board`. */
export class MoveShortcuts implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #chooser: Chooses;

  constructor(host: ReactiveControllerHost & HTMLElement, chooser: Chooses) {
    this.#host = host;
    this.#chooser = chooser;
    host.addController(this);
    new Dragging(host, { over: (part, found) => this.#over(part, found) });
  }

  hostConnected(): void {
    document.addEventListener("keydown", this.#key);
  }

  hostDisconnected(): void {
    document.removeEventListener("keydown", this.#key);
  }

  get shortcuts(): Shortcut[] {
    const board = this.#host.querySelector<GameBoard>("game-board");
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

  readonly #key = (event: KeyboardEvent): void => {
    const pressed = shortcutKey(event);
    const found = pressed ? this.shortcuts.find(({ key }) => key === pressed) : undefined;
    if (!found) return;
    event.preventDefault();
    this.use(found);
  };

  /** Previews the move at the target. */
  #over(part: string, found: Target | null): boolean {
    if (found?.part === part && this.#chooser.choosing.chosen[part] !== found.value) {
      this.#chooser.choose({ part, value: found.value, keys: false }, "board", true);
    }
    return found !== null;
  }
}
