/** What somebody reads who plays a game for the first time in this browser: its goal, and where it is taught. */
import { html, nothing, type TemplateResult } from "lit";
import { has, t, translator } from "../../i18n/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { readPreference, savePreference } from "../../ui/preferences.ts";

const key = (game: string): string => `known.${game}`;

/** Keeps that a move of a game was made here. */
export function keepKnown(game: string): void {
  savePreference(key(game), "yes");
}

/** Renders the goal of a game and the way to its lessons, until somebody has made a move of it here. */
export function firstGameNote(game: string, lessons: number): TemplateResult | typeof nothing {
  if (!has(game, "goal") || readPreference(key(game)) !== null) return nothing;
  return html`<p class="goal"><strong>${translator(game)("goal")}</strong>
    ${lessons > 0 ? html`<a href="/learn/${game}">${icon("learn")} ${t("goal.lesson")}</a>` : nothing}</p>`;
}
