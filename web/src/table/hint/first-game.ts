/** What somebody reads who plays a game for the first time in this browser: its goal, and where it is taught. */
import { html, nothing, type TemplateResult } from "lit";
import { has, t, translator } from "../../i18n/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { readPreference, savePreference } from "../../ui/preferences.ts";

const key = (game: string): string => `known.${game}`;

/** Keeps in which game somebody made a first move here. */
export function keepKnown(game: string, where: string): void {
  if (readPreference(key(game)) === null) savePreference(key(game), where);
}

/** Renders the goal of a game and the way to its lessons, through the first game of it in this browser. */
export function firstGameNote(game: string, lessons: number, where: string): TemplateResult | typeof nothing {
  if (!has(game, "goal") || ![null, where].includes(readPreference(key(game)))) return nothing;
  return html`<p class="goal"><strong>${translator(game)("goal")}</strong>
    ${lessons > 0 ? html`<a href="/learn/${game}">${icon("learn")} ${t("goal.lesson")}</a>` : nothing}</p>`;
}
