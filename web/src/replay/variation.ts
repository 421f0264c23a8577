/** A variation shown in a replay, position by position. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import type { Frame as ReplayFrame } from "../net/protocol.ts";
import { t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";

export interface Variation {
  /** The first one is the position of the game in which it begins. */
  frames: ReplayFrame[];
  /** Index of that position in the game. */
  from: number;
  /** Index of the position to return to. */
  back: number;
  at: number;
}

/** Returns the variation at another of its positions. */
export function stepped(side: Variation, to: number): Variation {
  return { ...side, at: Math.min(side.frames.length - 1, Math.max(0, to)) };
}

/** Renders the variation's description and buttons. */
export function variationControls(
  side: Variation, game: string, names: string[],
  go: (to: number) => void, leave: () => void,
): TemplateResult {
  const last = side.frames.length - 1;
  const words = translator(game);
  return html`<section class="card controls side-line" aria-labelledby="side-line-title"
    data-side-at=${side.at} data-side-last=${last}>
    <h2 id="side-line-title" tabindex="-1">${icon("next")} ${t("analysis.side")}</h2>
    <ol class="side-moves">
      ${side.frames.map(({ event }, at) => {
        const told = event ? eventWords(words, event) : t("analysis.side.begin", { at: side.from });
        const name = event?.seat === undefined ? "" : (names[event.seat] ?? "");
        return html`<li class=${at === side.at ? "current" : ""}>
          <button class="log-go" aria-current=${at === side.at ? "step" : "false"}
            @click=${() => go(at)}>${name ? t("log.by", { name, what: told }) : told}</button></li>`;
      })}
    </ol>
    <div class="replay-buttons">
      <button class="tool" title=${t("replay.back")} aria-label=${t("replay.back")}
        data-action="side.back" ?disabled=${side.at === 0}
        @click=${() => go(side.at - 1)}>${icon("back")}</button>
      <button class="tool" title=${t("replay.next")} aria-label=${t("replay.next")}
        data-action="side.next" ?disabled=${side.at === last}
        @click=${() => go(side.at + 1)}>${icon("next")}</button>
      <button class="primary" data-action="side.leave" @click=${leave}>
        ${icon("back")} ${t("analysis.side.leave")}</button>
    </div>
    ${last > 1 ? html`<p class="side-note">${t("analysis.side.note")}</p>` : nothing}
  </section>`;
}
