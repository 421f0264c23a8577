/** A live panel of the best moves of a position, found by the server. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { errorText } from "../net/error-text.ts";
import type { EngineLine, LinesResponse, Message } from "../net/protocol.ts";
import { chanceOf } from "../analysis/curves.ts";
import { percent } from "../analysis/percent.ts";
import { numberText, t, translator } from "../i18n/i18n.ts";
import { scoreText } from "../net/games.ts";
import { LinesSearch, type LinesPosition, type LinesSeen } from "./lines-search.ts";
import "./engine-lines.css";

/** The phases in which the panel says something about the search. */
const SAID: Partial<Record<LinesSeen["phase"], string>> = {
  searching: "study.lines.searching",
  busy: "study.lines.busy",
  offline: "study.lines.offline",
  nothing: "study.lines.nothing",
};

/**
 * Fires `run` (detail: whether it searches), `found` (detail: a `LinesResponse`, or null without one), and `play`
 * (detail: the texts of a move, or of a move and its continuation).
 */
@customElement("engine-lines")
export class EngineLines extends LightElement {
  /** The position; null while there is none. */
  @property({ attribute: false }) request: LinesPosition | null = null;
  /** Names of the seats. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** Colour and mark by seat, once the scene is loaded. */
  @property({ attribute: false }) marks: readonly { colour: string; mark: string }[] = [];
  @property({ type: Boolean }) running = false;
  /** Whether the hand of the seat to act is covered, which its best moves would reveal. */
  @property({ type: Boolean }) covered = false;
  @state() private seen: LinesSeen = { phase: "idle", found: null, error: null };
  private readonly search = new LinesSearch((seen) => this.take(seen));
  /** The position that is searched, as JSON. */
  private searched = "";

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.search.stop();
    this.searched = "";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("request") || changed.has("running") || changed.has("covered")) this.follow();
  }

  /** Searches the position, if it is another one. */
  private follow(): void {
    const position = this.covered ? null : this.request;
    const key = position ? JSON.stringify(position) : "";
    if (!position) {
      this.search.clear();
    } else if (!this.running) {
      if (key === this.searched) this.search.stop();
      else this.search.clear();
      this.searched = "";
      return;
    } else if (key !== this.searched) {
      this.search.begin(position);
    }
    this.searched = key;
  }

  private take(seen: LinesSeen): void {
    const isNew = seen.found !== this.seen.found;
    this.seen = seen;
    if (isNew) this.dispatchEvent(new CustomEvent<LinesResponse | null>("found", { detail: seen.found }));
  }

  private toggle(): void {
    this.running = !this.running;
    this.dispatchEvent(new CustomEvent("run", { detail: this.running }));
  }

  private play(line: EngineLine, events: number): void {
    const texts = line.events.slice(0, events).map(({ text }) => text);
    this.dispatchEvent(new CustomEvent("play", { detail: texts }));
  }

  private retry(): void {
    this.searched = "";
    this.follow();
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { found, phase } = this.seen;
    return html`<section class="card engine-lines" aria-labelledby="lines-title" data-lines=${phase}
      data-simulations=${found?.simulations ?? 0}>
      <h2 id="lines-title">${icon("robot")} ${t("study.lines")}
        <button class="secondary small" data-action="lines" aria-pressed=${this.running ? "true" : "false"}
          @click=${() => this.toggle()}>${icon(this.running ? "pause" : "play")}
          ${t(this.running ? "study.lines.stop" : "study.lines.start")}</button></h2>
      ${this.status()}
      ${found ? this.lines(found) : nothing}
      <p class="unseen" role="status">${phase === "done" && found ? this.told(found) : nothing}</p>
    </section>`;
  }

  /** Says what the search does, or why there is none. */
  private status(): TemplateResult | typeof nothing {
    const { phase, error, found } = this.seen;
    if (this.covered) return html`<p class="lines-status">${t("study.lines.covered")}</p>`;
    if (phase === "failed") {
      return html`<p class="trouble" role="alert">${errorText(error, this.request?.game)}</p>
        <button class="secondary small" data-action="lines-retry" @click=${() => this.retry()}>${t("retry")}</button>`;
    }
    if (!this.running && !found) return nothing;
    const key = SAID[phase];
    return key && !(phase === "searching" && found) ? html`<p class="lines-status">${t(key)}</p>` : nothing;
  }

  private lines(found: LinesResponse): TemplateResult {
    const mark = this.marks[found.seat];
    return html`<p class="lines-scale" style="--seat: ${mark?.colour ?? "var(--ink-soft)"}">
        <span class="chip small" aria-hidden="true"><span>${mark?.mark ?? ""}</span></span>
        ${t("study.lines.scale", { name: this.names[found.seat] ?? "" })}</p>
      <ol class="lines-list">${found.lines.map((line, index) => this.line(found, line, index))}</ol>
      <p class="lines-depth">${t("study.lines.depth", {
        depth: found.depth, simulations: numberText(found.simulations),
      })}${this.seen.phase === "searching" ? html` <span class="lines-dots" aria-hidden="true">…</span>` : nothing}</p>`;
  }

  private line(found: LinesResponse, line: EngineLine, index: number): TemplateResult {
    const [, ...rest] = line.events;
    const share = oddsOf(found, line);
    return html`<li data-move=${line.move}>
      <span class="lines-rank" aria-hidden="true">${index + 1}</span>
      <button class="lines-move" title=${t("study.lines.play")} @click=${() => this.play(line, 1)}>
        ${this.words(line.message, line.move)}</button>
      <span class="lines-odds"><span class="lines-bar" aria-hidden="true"><span style="width: ${100 * share}%"></span></span>
        <strong>${percent(share)}</strong></span>
      <span class="lines-more">${this.facts(line)}</span>
      ${rest.length > 0
        ? html`<button class="lines-follow" title=${t("study.lines.follow")}
            @click=${() => this.play(line, line.events.length)}>
            ${icon("plus")}<span class="unseen">${t("study.lines.follow")}:</span>
            <span>${rest.map(({ text }) => text).join(", ")}</span></button>`
        : nothing}
    </li>`;
  }

  private facts(line: EngineLine): string {
    const told = line.scores
      ? [t("study.lines.points", { points: line.scores.map((points) => scoreText(this.request?.game ?? "", Math.round(points))).join(" – ") })]
      : [];
    return [...told, ...(line.solved ? [t("study.lines.proven")] : [])].join(" · ");
  }

  private told(found: LinesResponse): string {
    const [best] = found.lines;
    if (!best) return "";
    return t("study.lines.best", { what: this.words(best.message, best.move), odds: percent(oddsOf(found, best)) });
  }

  private words(message: Message, text: string): string {
    const words = translator(this.request?.game ?? "")(message.key, message.args);
    return words === message.key ? text : `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
  }
}

/** Returns the odds of the seat to act, from 0 to 1; these only if they are proven. */
export function oddsOf(found: LinesResponse, line: EngineLine): number {
  const share = chanceOf(line.values[found.seat] ?? 0);
  return line.solved ? share : Math.min(0.99, Math.max(0.01, share));
}

declare global {
  interface HTMLElementTagNameMap {
    "engine-lines": EngineLines;
  }
}
