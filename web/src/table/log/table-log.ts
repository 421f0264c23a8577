/** The log, in words and in notation. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";
import { withoutPoses } from "./notation.ts";

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
  /** The grade of an analysed move. */
  grade?: { kind: string; symbol: string; name: string };
}

/** Fires `frame` (detail: the index) for lines that have one, and `older` to load older lines. */
@customElement("table-log")
export class TableLog extends LightElement {
  @property({ attribute: false }) lines: LogLine[] = [];
  /** Whether there are older lines. */
  @property({ attribute: false }) more = false;

  /** How many older lines were added by the last update. */
  private added = 0;
  private told = "";
  private scrolled = { top: 0, height: 0 };
  private focused = false;
  /** Whether the last line is in sight, and stays so if the log or its lines get another height. */
  private atEnd = true;
  private top = 0;
  private observed: Element | null = null;
  private readonly keepEnd = (): void => {
    const list = this.querySelector("ol");
    if (list && this.atEnd) list.scrollTop = list.scrollHeight;
  };
  private readonly resized = new ResizeObserver(this.keepEnd);

  override connectedCallback(): void {
    super.connectedCallback();
    document.fonts.addEventListener("loadingdone", this.keepEnd);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.fonts.removeEventListener("loadingdone", this.keepEnd);
    this.resized.disconnect();
    this.observed = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("lines")) return;
    const first = changed.get("lines")?.[0]?.key;
    this.added = Math.max(0, this.lines.findIndex((line) => line.key === first));
    if (this.added > 0) this.told = t("log.older.shown", { count: this.added });
    this.focused = this.querySelector("[data-action=older]") === document.activeElement;
    const list = this.querySelector("ol");
    // Only then: reading it makes the browser compute the layout once more.
    if (list && this.added > 0) this.scrolled = { top: list.scrollTop, height: list.scrollHeight };
  }

  protected override updated(changed: PropertyValues<this>): void {
    const list = this.querySelector("ol");
    const isNew = list !== null && list !== this.observed;
    if (isNew) {
      this.resized.disconnect();
      this.resized.observe(list); // which scrolls to the end once the list has its height
      this.observed = list;
    }
    if (!changed.has("lines") || !list) return;
    const current = list.querySelector<HTMLElement>(".current");
    const ended = this.lines.at(-1)?.key !== changed.get("lines")?.at(-1)?.key;
    if (!current && this.added === 0 && (isNew || !ended) && !this.focused) return;
    if (current) {
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
      this.atEnd = false;
    } else if (this.added > 0) {
      list.scrollTop = this.scrolled.top + list.scrollHeight - this.scrolled.height;
    } else if (ended) {
      list.scrollTop = list.scrollHeight;
    }
    this.noteScroll(list);
    // The button is gone once everything is shown.
    if (this.focused && !this.more) list.focus({ preventScroll: true });
  }

  private noteScroll(list: Element): void {
    // Lines that grow are no scrolling: the browser keeps the first one in place, or moves down.
    const isUp = list.scrollTop < this.top;
    this.top = list.scrollTop;
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) this.atEnd = true;
    else if (isUp) this.atEnd = false;
  }

  protected override render(): TemplateResult {
    if (this.lines.length === 0) return html`<p class="empty">${t("log.empty")}</p>`;
    return html`<ol class="log" tabindex="0" aria-label=${t("log")}
        @scroll=${(event: Event) => this.noteScroll(event.currentTarget as Element)}>
        ${this.more
          ? html`<li class="older"><button class="secondary" data-action="older"
              @click=${() => this.dispatchEvent(new Event("older"))}>${t("log.older")}</button></li>`
          : nothing}
        ${repeat(this.lines, (line) => line.key, (line) => this.line(line))}
      </ol>
      <p class="unseen" role="status">${this.told}</p>`;
  }

  private line(line: LogLine): TemplateResult {
    const inside = html`<span class="log-text">${line.undone
        ? html`<s>${line.text}</s> <span class="unseen">${t("log.undone")}</span>`
        : line.text}</span>
      ${line.grade
        ? html`<span class="grade grade-${line.grade.kind}" aria-hidden="true">${line.grade.symbol}</span>
            <span class="unseen">${line.grade.name}</span>`
        : nothing}
      ${line.notation ? html`<code>${withoutPoses(line.notation)}</code>` : nothing}`;
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
