/** A side line of a replay: what could have happened, position by position. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../app/icons.ts";
import type { Frame as ReplayFrame } from "../net/protocol.ts";
import { say, sayer } from "../words/words.ts";

export interface SideLine {
  /** The first is the position of the game that it begins from. */
  frames: ReplayFrame[];
  /** The number of that position in the game. */
  from: number;
  /** The position of the game to come back to. */
  back: number;
  at: number;
}

/** Return the side line at another of its positions. */
export function stepped(side: SideLine, to: number): SideLine {
  return { ...side, at: Math.min(side.frames.length - 1, Math.max(0, to)) };
}

/** What is said and pressed while a side line is shown. */
export function sideControls(
  side: SideLine, game: string, names: string[],
  go: (to: number) => void, leave: () => void,
): TemplateResult {
  const last = side.frames.length - 1;
  const words = sayer(game);
  return html`<section class="card controls side-line" aria-labelledby="side-line-title"
    data-side-at=${side.at} data-side-last=${last}>
    <h2 id="side-line-title" tabindex="-1">${icon("next")} ${say("analysis.side")}</h2>
    <ol class="side-moves">
      ${side.frames.map(({ event }, at) => {
        const told = event ? words(event.words.key, event.words.args) : say("analysis.side.begin", { at: side.from });
        const name = event?.seat === undefined ? "" : (names[event.seat] ?? "");
        return html`<li class=${at === side.at ? "current" : ""}>
          <button class="log-go" aria-current=${at === side.at ? "step" : "false"}
            @click=${() => go(at)}>${name ? say("log.move", { name, what: told }) : told}</button></li>`;
      })}
    </ol>
    <div class="replay-buttons">
      <button class="tool" title=${say("replay.back")} aria-label=${say("replay.back")}
        data-action="side.back" ?disabled=${side.at === 0}
        @click=${() => go(side.at - 1)}>${icon("back")}</button>
      <button class="tool" title=${say("replay.next")} aria-label=${say("replay.next")}
        data-action="side.next" ?disabled=${side.at === last}
        @click=${() => go(side.at + 1)}>${icon("next")}</button>
      <button class="primary" data-action="side.leave" @click=${leave}>
        ${icon("undo")} ${say("analysis.side.leave")}</button>
    </div>
    ${last > 1 ? html`<p class="side-note">${say("analysis.side.note")}</p>` : nothing}
  </section>`;
}
