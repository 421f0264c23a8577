/** The buttons beside a solo level. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import type { SoloHint } from "../net/protocol.ts";
import { t } from "../i18n/i18n.ts";

/** What the buttons depend on, and what they do. */
export interface LevelActions {
  game: string;
  /** Whether a move is being checked, the solution shown, or a move awaited. */
  busy: boolean;
  filming: boolean;
  playing: boolean;
  /** How many moves were made. */
  moves: number;
  hints: readonly SoloHint[];
  /** The most hints for a position. */
  steps: number;
  /** Whether moves are offered as lists. */
  lists: boolean;
  /** Fragment of the editor's address; null while the level is loaded. */
  edit: string | null;
  takeBack(): void;
  restart(): void;
  hint(): void;
  watch(): void;
  share(): void;
  save(): void;
  toggleLists(): void;
}

export function levelActions(of: LevelActions): TemplateResult {
  const hints = of.hints.length;
  const off = of.busy || of.filming;
  const unsolvable = of.hints.at(-1)?.solvable === false;
  const help = hints === 0 ? t("hint") : t("solo.hint.more", { at: hints, of: of.steps });
  const action = (name: string, picture: TemplateResult, text: string, does: () => void, disabled: boolean) =>
    html`<button class="quiet" data-action=${name} ?disabled=${disabled} @click=${does}>${picture} ${text}</button>`;
  return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
    ${action("undo-move", icon("undo"), t("solo.take_back"), of.takeBack, of.moves === 0 || off)}
    ${action("restart", icon("again"), t("solo.restart"), of.restart, of.moves === 0 || off)}
    ${action("hint", icon("bulb"), help, of.hint, !of.playing || hints >= of.steps || unsolvable)}
    ${action("solution", icon("eye"), t("solo.solution"), of.watch, off)}
    ${action("share", icon("share"), t("solo.share"), of.share, false)}
    ${of.moves > 0 ? action("save", icon("save"), t("record.save"), of.save, off) : nothing}
    ${action("lists", icon("menu"), t(of.lists ? "lists.off" : "lists.on"), of.toggleLists, false)}
    ${of.edit !== null
      ? html`<a class="button quiet" data-action="edit" href="/solo/editor${of.edit}">
          ${icon("plan")} ${t("solo.edit")}</a>`
      : nothing}
    <a class="button quiet" href="/rules/${of.game}">${icon("book")} ${t("rules")}</a>
  </div>`;
}
