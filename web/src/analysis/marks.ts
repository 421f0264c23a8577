/** Icons of turning points: a warning for a mistake, a die for luck, scales for a referee. */
import { html, type TemplateResult } from "lit";
import type { TurningPoint } from "./analysis-api.ts";

const MISTAKE = html`<svg class="kind-mark mistake" viewBox="0 0 20 20" aria-hidden="true">
  <path class="face" d="M10 1l9 9-9 9-9-9z" /><path class="sign" d="M10 5.500v5.500M10 13.500v1" />
</svg>`;
const LUCK = html`<svg class="kind-mark luck" viewBox="0 0 20 20" aria-hidden="true">
  <rect class="face" x="2" y="2" width="16" height="16" rx="4" />
  <path class="sign" d="M6.500 6.500v.01M13.500 6.500v.01M10 10v.01M6.500 13.500v.01M13.500 13.500v.01" />
</svg>`;
const REFEREE = html`<svg class="kind-mark referee" viewBox="0 0 20 20" aria-hidden="true">
  <circle class="face" cx="10" cy="10" r="8.500" />
  <path class="sign" d="M10 5v10M5.500 7h9M4 11.500l1.500-4.500 1.500 4.500zM13 11.500l1.500-4.500 1.500 4.500z" />
</svg>`;
const MARKS = { mistake: MISTAKE, luck: LUCK, referee: REFEREE };

export function kindMark(kind: TurningPoint["kind"]): TemplateResult {
  return MARKS[kind];
}
