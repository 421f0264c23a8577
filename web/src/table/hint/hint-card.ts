/** The hint button, and the card with the best move and equally good ones. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../../ui/icons.ts";
import type { MoveChooser } from "../../board/move-chooser.ts";
import type { Advice, AdvisedMove, StateView, TableInfo } from "../../net/protocol.ts";
import { t } from "../../i18n/i18n.ts";
import { asGood, expectedText, moveInWords } from "./expected-text.ts";
import type { HintController } from "./hint-controller.ts";
import type { TableSession } from "../session.ts";

/** Requests a hint or hides it; renders nothing if hints are unavailable. */
export function hintButton(
  session: TableSession, state: StateView, hints: HintController,
): TemplateResult | typeof nothing {
  const { advice, asking, info } = session;
  if (!info?.hints || info.status !== "playing" || !state.mine) return nothing;
  const wait = asking ? "true" : "false";
  return html`<button class="secondary hint-ask" data-action="hint" title=${t("hint.title")}
    aria-keyshortcuts="h" aria-busy=${wait} aria-disabled=${wait} aria-pressed=${advice ? "true" : "false"}
    @click=${(event: MouseEvent) => hints.toggle(event.detail === 0)}>
    ${icon("bulb")}<span>${t("hint")}</span></button>`;
}

/** Renders nothing if there is no hint. */
export function hintCard(
  session: TableSession, state: StateView, chooser: MoveChooser, hints: HintController,
): TemplateResult | typeof nothing {
  const { advice, info } = session;
  if (!advice || !info || !state.mine) return nothing;
  const button = (move: AdvisedMove) => moveButton(info, advice, move, chooser, hints);
  return html`<section class="card hint-card" aria-label=${t("hint")} data-hint=${advice.best.text}>
    <h2>${icon("bulb")} ${t("hint")}
      <button class="quiet round" data-action="hint-close" aria-label=${t("hint.hide")}
        @click=${() => hints.hide()}>${icon("close")}</button></h2>
    ${button(advice.best)}
    ${advice.others.length > 0
      ? html`<details class="unfold"><summary>${t("hint.others")}</summary>
          ${advice.others.map(button)}</details>`
      : nothing}
  </section>`;
}

function moveButton(
  info: TableInfo, advice: Advice, move: AdvisedMove, chooser: MoveChooser, hints: HintController,
): TemplateResult {
  const shown = chooser.preview?.text === move.text;
  const expected = asGood(advice, move) ? [t("hint.as_good")] : expectedText(advice, move, info);
  return html`<button class="hint-move" data-move=${move.text} aria-pressed=${shown ? "true" : "false"}
    @click=${(event: MouseEvent) => hints.show(move, event.detail === 0)}>
    <span class="hint-what">${moveInWords(info.game, move)}</span>
    <span class="hint-expected">${expected.join(" · ")}</span>
  </button>`;
}
