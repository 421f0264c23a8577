/** Stars of a level. */
import { html, svg, type TemplateResult } from "lit";
import { MOST_STARS } from "./progress.ts";

const STAR = "M12 3l2.700 5.900 6.300.700-4.700 4.300 1.300 6.300L12 17l-5.600 3.200 1.300-6.300L3 9.600l6.300-.700z";

/** Hidden from screen readers: the number stands in a text nearby. */
export function stars(count: number): TemplateResult {
  return html`<span class="stars" aria-hidden="true">${Array.from({ length: MOST_STARS }, (_, at) =>
    html`<svg viewBox="0 0 24 24" class=${at < count ? "won" : ""}>${svg`<path d=${STAR} />`}</svg>`)}</span>`;
}
