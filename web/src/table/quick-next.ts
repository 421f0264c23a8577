/** Going on at once where most would sooner go on than choose: one large button. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { MoveChooser } from "../board/move-chooser.ts";
import type { Scene, SceneInput } from "../stage/scene.ts";
import type { TableSession } from "./session.ts";

/** Nothing where the scene knows of none, or something is chosen already. */
export function quickNextButton(
  session: TableSession, scene: Scene | null, input: SceneInput, chooser: MoveChooser,
): TemplateResult | typeof nothing {
  const quickNext = session.current && input.legal.length > 0 && !chooser.begun ? scene?.quickNext?.(input) : null;
  if (!quickNext) return nothing;
  return html`<button class="primary big onward" data-action="onward"
    @click=${() => session.act(quickNext.move.text)}>${unsafeHTML(quickNext.svg)} <span>${quickNext.label}</span></button>`;
}
