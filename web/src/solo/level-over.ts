/** What a level says when it is solved, or when no piece fits any more. */
import { html, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { t, translator } from "../i18n/i18n.ts";
import { stars } from "./stars.ts";

/** `next`: the name of the next level, if there is one. */
export function solvedCard(won: number, next: string | undefined, again: () => void): TemplateResult {
  return html`<div class="solo-over solved">
    <p><strong>${t("solo.solved")}</strong> ${stars(won)} <span>${t("solo.stars", { count: won })}</span></p>
    <div class="row">
      <a class="button primary" data-action="next-level" href=${next === undefined ? "/solo" : `/solo/${next}`}>
        ${next === undefined ? t("solo.levels") : t("solo.next", { level: next })} ${icon("next")}</a>
      <button class="secondary" data-action="again" @click=${again}>${icon("again")} ${t("solo.again")}</button>
    </div></div>`;
}

/** `moves`: how many moves can be taken back. */
export function stuckCard(
  game: string, left: string, moves: number, takeBack: () => void, again: () => void,
): TemplateResult {
  return html`<div class="solo-over stuck">
    <p><strong>${translator(game)("solo.stuck")}</strong> <span>${left}</span></p>
    <div class="row">
      ${moves > 0
        ? html`<button class="primary" data-action="take-back" @click=${takeBack}>
            ${icon("undo")} ${t("solo.take_back")}</button>
          <button class="secondary" data-action="again" @click=${again}>${icon("again")} ${t("solo.restart")}</button>`
        : html`<a class="button primary" href="/solo">${t("solo.levels")}</a>`}
    </div></div>`;
}
