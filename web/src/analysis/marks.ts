/** The signs of turning points: a warning for a mistake, a die for luck. */
import { html, type TemplateResult } from "lit";
import type { TurningPoint } from "./told.ts";

const MISTAKE = html`<svg class="kind-mark mistake" viewBox="0 0 20 20" aria-hidden="true">
  <path class="face" d="M10 1l9 9-9 9-9-9z" /><path class="sign" d="M10 5.500v5.500M10 13.500v1" />
</svg>`;
const LUCK = html`<svg class="kind-mark luck" viewBox="0 0 20 20" aria-hidden="true">
  <rect class="face" x="2" y="2" width="16" height="16" rx="4" />
  <path class="sign" d="M6.500 6.500v.01M13.500 6.500v.01M10 10v.01M6.500 13.500v.01M13.500 13.500v.01" />
</svg>`;

export function kindMark(kind: TurningPoint["kind"]): TemplateResult {
  return kind === "mistake" ? MISTAKE : LUCK;
}
