/** Going on at once where most would sooner go on than choose: one large button. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { Chooser } from "../board/chooser.ts";
import type { Scene, SceneInput } from "../board/scene.ts";
import type { TableSession } from "./session.ts";

/** Nothing where the scene knows of none, or something is chosen already. */
export function onwardButton(
  session: TableSession, scene: Scene | null, input: SceneInput, chooser: Chooser,
): TemplateResult | typeof nothing {
  const onward = session.current && input.legal.length > 0 && !chooser.begun ? scene?.onward?.(input) : null;
  if (!onward) return nothing;
  return html`<button class="primary big onward" data-action="onward"
    @click=${() => session.act(onward.move.text)}>${unsafeHTML(onward.svg)} <span>${onward.label}</span></button>`;
}
