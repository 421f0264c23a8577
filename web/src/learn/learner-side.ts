/** The column beside the board of a lesson or a puzzle: whose turn it is, what can be chosen, and the seats. */
import { html, nothing, type TemplateResult } from "lit";
import type { BoardView } from "../board/board-view.ts";
import type { MoveChooser } from "../board/move-chooser.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import "../table/seats/seat-list.ts";
import "../table/seats/seat-list.css";
import type { SeatView } from "../table/seats/seat-list.ts";
import { plainName } from "../i18n/message-format.ts";
import { t } from "../i18n/i18n.ts";

export interface Learner {
  game: string;
  seat: number;
  input: SceneInput;
  /** A complaint, or empty. */
  notice: string;
}

/** Returns the colour of the learner's seat as a style, for `--turn`. */
export function turnStyle(view: BoardView, { input, seat }: Pick<Learner, "input" | "seat">): string {
  const livery = view.model?.seatMarks(input)[seat];
  return livery ? `--turn: ${livery.colour}` : "";
}

export function learnerSide(
  view: BoardView, chooser: MoveChooser, { game, seat, input, notice }: Learner, actions: TemplateResult,
): TemplateResult {
  const livery = view.model?.seatMarks(input)[seat];
  return html`<div class="side">
    <div class="turn-banner">
      ${livery
        ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${livery.mark}</span></span>`
        : nothing}
      <span><strong>${livery ? t("learn.you_are", { colour: livery.name }) : t("name.you")}</strong>
        <span class="hint">${chooser.hint()}</span></span>
    </div>
    ${notice ? html`<p class="notice" role="alert">${notice}</p>` : nothing}
    ${view.choices(game, input)}
    <section class="card"><seat-list .seats=${seatViews(view.model, input)}></seat-list></section>
    ${actions}
  </div>`;
}

export function seatViews(model: BoardModel | null, input: SceneInput): SeatView[] {
  const marks = model?.seatMarks(input) ?? [];
  const facts = model?.seatFacts(input) ?? [];
  return input.names.map((name, seat) => ({
    name: plainName(name), livery: marks[seat] ?? null, facts: facts[seat] ?? [], toAct: input.toAct === seat,
    mine: false, bot: false, absent: false, resigned: false, standsIn: false,
    takeable: null,
  }));
}
