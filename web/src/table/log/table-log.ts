/** The log, in words and in notation. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";

export interface LogLine {
  key: number;
  text: string;
  /** Notation of a move or chance event; empty for other events. */
  notation: string;
  undone: boolean;
  colour: string;
  mark: string;
  /** Index of the event's position in a replay. */
  frame?: number;
  current?: boolean;
}

/** Fires `frame` (detail: the index) for lines that have one. */
@customElement("table-log")
export class TableLog extends LightElement {
  @property({ attribute: false }) lines: LogLine[] = [];

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("lines")) return;
    const list = this.querySelector("ol");
    if (!list) return;
    const current = list.querySelector<HTMLElement>(".current");
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : list.scrollHeight;
  }

  protected override render(): TemplateResult {
    if (this.lines.length === 0) return html`<p class="empty">${t("log.empty")}</p>`;
    return html`<ol class="log" tabindex="0" aria-label=${t("log")}>
      ${repeat(this.lines, (line) => line.key, (line) => this.line(line))}
    </ol>`;
  }

  private line(line: LogLine): TemplateResult {
    const inside = html`<span class="log-text">${line.undone
        ? html`<s>${line.text}</s> <span class="unseen">${t("log.undone")}</span>`
        : line.text}</span>
      ${line.notation ? html`<code>${line.notation}</code>` : nothing}`;
    const mark = line.mark
      ? html`<span class="chip small" style="--seat: ${line.colour}" aria-hidden="true">
          <span>${line.mark}</span></span>`
      : html`<span class="chip none" aria-hidden="true"></span>`;
    return html`<li class="${line.undone ? "undone" : ""} ${line.current ? "current" : ""}"
      aria-current=${line.current ? "step" : "false"}>
      ${mark}
      ${line.frame === undefined
        ? inside
        : html`<button class="log-go" @click=${() => this.go(line.frame)}>${inside}</button>`}
    </li>`;
  }

  private go(frame: number | undefined): void {
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }
}
