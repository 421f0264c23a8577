/** Buttons over the board: undo a choice, change the previewed move, and play it. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../ui/icons.ts";
import { t, wordsOf } from "../i18n/i18n.ts";
import type { MoveChooser } from "./move-chooser.ts";
import { playLabel } from "./move-words.ts";

/** Returns nothing if nothing is chosen. `open`: whether a move can be played now. */
export function moveButtons(
  game: string,
  chooser: MoveChooser,
  open: boolean,
): TemplateResult | typeof nothing {
  if (!chooser.begun) return nothing;
  return html`<div class="confirm" role="group" aria-label=${t("confirm")}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape" && event.key !== "Backspace") return;
      event.preventDefault();
      chooser.undo();
    }}>
    <button class="secondary" data-action="undo" @click=${() => chooser.undo()}>
      ${icon("undo")} ${t("undo")}
    </button>
    ${chooser.atHand.shortcuts.map(
      (shortcut) => html`<button class="secondary" data-action="shortcut"
        title="${shortcut.label} (${shortcut.key.toUpperCase()})"
        aria-keyshortcuts=${shortcut.key.toUpperCase()} @click=${() => chooser.atHand.use(shortcut)}>
        ${unsafeHTML(shortcut.svg)} <span>${shortcut.label}</span></button>`,
    )}
    ${chooser.preview
      ? html`<button class="primary" data-action="play-move" ?disabled=${!open}
          @click=${() => chooser.play()}>${icon("check")} ${playLabel(wordsOf(game), chooser.preview)}</button>`
      : nothing}
  </div>`;
}
