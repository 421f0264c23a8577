/** How each player did: accuracy, grades, and what their moves and luck changed. */
import { html, nothing, type TemplateResult } from "lit";
import { t, translator } from "../i18n/i18n.ts";
import type { Analysis, SeatAnalysed } from "./analysis-api.ts";
import { gradeBadge } from "./grade-badge.ts";
import { badgeKind, COUNTED, gradeKey, type BadgeKind } from "./grade-symbols.ts";
import { percent, signedPercent } from "./percent.ts";

interface SeatMark {
  colour: string;
  mark: string;
}

/** Renders nothing before the first move is graded. */
export function seatSummaries(
  analysis: Analysis, names: readonly string[], marks: readonly SeatMark[], game: string,
): TemplateResult | typeof nothing {
  if (analysis.moves.length === 0) return nothing;
  return html`<h3>${t("analysis.players")}</h3>
    <ul class="seat-summaries">
      ${analysis.seats.map((seat, index) => html`<li data-seat=${index}
        style="--seat: ${marks[index]?.colour ?? "var(--ink-soft)"}">
        <p class="seat-accuracy">
          <span class="chip small" aria-hidden="true"><span>${marks[index]?.mark ?? ""}</span></span>
          <span class="side-names">${names[index] ?? ""}</span>
          <span class="accuracy">${t("analysis.accuracy")}
            <strong>${seat.accuracy === null ? "–" : percent(seat.accuracy / 100)}</strong></span></p>
        <ul class="grade-counts">
          ${COUNTED.map((kind) => html`<li title=${t(gradeKey(kind))}>${gradeBadge(kind)}
            <span class="unseen">${t(gradeKey(kind))}:</span> ${count(analysis, index, kind)}</li>`)}
        </ul>
        ${effects(analysis, seat, game)}
      </li>`)}
    </ul>
    <p class="analysis-note">${t("analysis.effects")}</p>`;
}

function count({ moves }: Analysis, seat: number, kind: BadgeKind): number {
  return moves.filter((move) => move.seat === seat && badgeKind(move) === kind).length;
}

/** What the own moves and chance changed, apart from each other. */
function effects(analysis: Analysis, seat: SeatAnalysed, game: string): TemplateResult {
  const words = translator(game);
  const kinds = new Set(analysis.draws.map(({ kind }) => kind));
  const parts = [[t("analysis.effect.moves"), -seat.lost] as const];
  if (analysis.has_chance && kinds.has("luck")) parts.push([words("analysis.kind.luck"), seat.luck]);
  if (kinds.has("referee")) parts.push([words("analysis.kind.referee"), seat.referee]);
  return html`<dl class="seat-effects">
    ${parts.map(([what, change]) => html`<div><dt>${what}</dt><dd>${signedPercent(change / 2)}</dd></div>`)}
  </dl>`;
}
