/** What chance decides at the shown position: an event is chosen, at once or part by part, or drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import type { ChanceOutcome } from "../net/protocol.ts";
import { percent } from "../analysis/percent.ts";
import { t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";

export interface ChanceShown {
  game: string;
  /** Null while they are loading. */
  choices: readonly ChanceOutcome[] | null;
  /** What was chosen of the event so far. */
  partial: readonly string[];
  choose: (choice: ChanceOutcome) => void;
  /** Draws the event, or the rest of it. */
  draw: () => void;
  /** Takes the last choice back. */
  undo: () => void;
}

export function chanceCard({ game, choices, partial, choose, draw, undo }: ChanceShown): TemplateResult {
  const words = translator(game);
  return html`<section class="card study-chance" aria-labelledby="chance-title">
    <h2 id="chance-title">${t("study.chance")}</h2>
    <div class="row">
      <button class="primary" data-action="draw-chance" @click=${draw}>${icon("dice")}
        ${t(partial.length > 0 ? "study.chance.rest" : "study.chance.draw")}</button>
      ${partial.length > 0
        ? html`<button class="quiet" data-action="undo-chance" @click=${undo}>${icon("undo")} ${t("study.chance.undo")}</button>`
        : nothing}
    </div>
    ${partial.length > 0 ? html`<p class="chance-partial">${partial.join(" ")}</p>` : nothing}
    ${choices?.length ? html`<p class="hint">${t("study.chance.choose")}</p>` : nothing}
    <ul class="chance-choices">${(choices ?? []).map((choice) => html`<li>
      <button class="quiet" data-chance=${choice.text} @click=${() => choose(choice)}>
        <span>${eventWords(words, choice)}</span>
        <small>${percent(choice.probability)}</small></button></li>`)}</ul>
  </section>`;
}
