/** Grades of moves as badges. */
import { html, type TemplateResult } from "lit";
import { gradeSymbol, type BadgeKind } from "./grade-symbols.ts";

/** Renders the symbol; its meaning must stand next to it as text. */
export function gradeBadge(kind: BadgeKind): TemplateResult {
  return html`<span class="grade grade-${kind}" aria-hidden="true">${gradeSymbol(kind)}</span>`;
}
