/** Button for the move that most players make next without choosing. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { MoveChooser } from "../board/move-chooser.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import type { TableSession } from "./session.ts";

/** Renders nothing if the game has no such move, or if a choice was made. */
export function quickNextButton(
  session: TableSession, model: BoardModel | null, input: SceneInput, chooser: MoveChooser,
): TemplateResult | typeof nothing {
  const quickNext = session.current && input.legal.length > 0 && !chooser.begun ? model?.quickNext?.(input) : null;
  if (!quickNext) return nothing;
  return html`<button class="primary big onward" data-action="onward"
    @click=${() => session.act(quickNext.move.text)}>${unsafeHTML(quickNext.svg)} <span>${quickNext.label}</span></button>`;
}
