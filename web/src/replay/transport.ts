/** Buttons that step through positions and play them. */
import { html, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { t } from "../i18n/i18n.ts";

/** `step` gets the index of the position to show, from 0 to `last`. */
export function transport(
  at: number, last: number, playing: boolean, step: (to: number) => void, toggle: () => void,
): TemplateResult {
  const tool = (key: string, picture: TemplateResult, to: number, off: boolean) =>
    html`<button class="tool" title=${t(key)} aria-label=${t(key)} data-action=${key}
      ?disabled=${off} @click=${() => step(to)}>${picture}</button>`;
  const play = t(playing ? "replay.pause" : "replay.play");
  return html`<div class="replay-buttons">
    ${tool("replay.first", icon("first"), 0, at === 0)}
    ${tool("replay.back", icon("back"), at - 1, at === 0)}
    <button class="primary round" data-action="replay.play" title=${play} aria-label=${play}
      @click=${toggle}>${icon(playing ? "pause" : "play")}</button>
    ${tool("replay.next", icon("next"), at + 1, at === last)}
    ${tool("replay.last", icon("last"), last, at === last)}
  </div>`;
}
