/** The hints of a solo level. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import type { SoloHint } from "../net/protocol.ts";
import { t, translator } from "../i18n/i18n.ts";

export function hintText(game: string, { message: words }: SoloHint): string {
  return translator(game)(words.key, words.args);
}

/** Shows the hints for a position; `takeBack` takes back the moves that led nowhere. */
export function hintBox(
  game: string, hints: readonly SoloHint[], takeBack: (count: number) => void,
): TemplateResult | typeof nothing {
  const last = hints.at(-1);
  if (!last) return nothing;
  const back = last.take_back;
  return html`<div class="lesson-hint solo-hint">${icon("bulb")}
    <div><ol>${hints.map((hint) => html`<li>${hintText(game, hint)}</li>`)}</ol>
    ${back > 0
      ? html`<button class="secondary" data-action="take-back-many" @click=${() => takeBack(back)}>
          ${icon("undo")} ${t("solo.take_back_many", { count: back })}</button>`
      : nothing}</div></div>`;
}
