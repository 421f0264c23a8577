/** The button that asks for a hint, and what the hint says: the best move, and others as good. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../app/icons.ts";
import type { Chooser } from "../board/chooser.ts";
import type { Advice, AdvisedMove, StateView, TableInfo } from "../net/protocol.ts";
import { say } from "../words/words.ts";
import { asGood, expectation, moveInWords } from "./expected.ts";
import type { Hints } from "./hints.ts";
import type { TableSession } from "./session.ts";

/** Asks for a hint or hides it; nothing where no hint can be had. */
export function hintButton(
  session: TableSession, state: StateView, hints: Hints,
): TemplateResult | typeof nothing {
  const { advice, asking, info } = session;
  if (!info?.hints || info.status !== "playing" || !state.mine) return nothing;
  const wait = asking ? "true" : "false";
  return html`<button class="secondary hint-ask" data-action="hint" title=${say("hint.title")}
    aria-keyshortcuts="h" aria-busy=${wait} aria-disabled=${wait} aria-pressed=${advice ? "true" : "false"}
    @click=${(event: MouseEvent) => hints.toggle(event.detail === 0)}>
    ${icon("bulb")}<span>${say("hint")}</span></button>`;
}

/** Nothing where no hint was asked for. */
export function hintCard(
  session: TableSession, state: StateView, chooser: Chooser, hints: Hints,
): TemplateResult | typeof nothing {
  const { advice, info } = session;
  if (!advice || !info || !state.mine) return nothing;
  const button = (move: AdvisedMove) => moveButton(info, advice, move, chooser, hints);
  return html`<section class="card hint-card" aria-label=${say("hint")} data-hint=${advice.best.text}>
    <h2>${icon("bulb")} ${say("hint")}
      <button class="quiet round" data-action="hint-close" aria-label=${say("hint.hide")}
        @click=${() => hints.hide()}>${icon("close")}</button></h2>
    ${button(advice.best)}
    ${advice.others.length > 0
      ? html`<details class="unfold"><summary>${say("hint.others")}</summary>
          ${advice.others.map(button)}</details>`
      : nothing}
  </section>`;
}

function moveButton(
  info: TableInfo, advice: Advice, move: AdvisedMove, chooser: Chooser, hints: Hints,
): TemplateResult {
  const shown = chooser.preview?.text === move.text;
  const expected = asGood(advice, move) ? [say("hint.as_good")] : expectation(advice, move, info);
  return html`<button class="hint-move" data-move=${move.text} aria-pressed=${shown ? "true" : "false"}
    @click=${(event: MouseEvent) => hints.show(move, event.detail === 0)}>
    <span class="hint-what">${moveInWords(info.game, move)}</span>
    <span class="hint-expected">${expected.join(" · ")}</span>
  </button>`;
}
