/** Analysis of a finished game: winning chances, grades, turning points and better moves. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { errorText } from "../net/error-text.ts";
import type { Frame as ReplayFrame } from "../net/protocol.ts";
import type { GameRecord } from "../net/record.ts";
import { currentLanguage, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import "./analysis.css";
import { DASHES } from "./analysis-graph.ts";
import "./analysis-graph.ts";
import { chanceOf, sidesOf, type Side } from "./curves.ts";
import { kindMark } from "./marks.ts";
import { gradeBadge } from "./grade-badge.ts";
import { badgeKind, gradeKey } from "./grade-symbols.ts";
import { percent } from "./percent.ts";
import { seatSummaries } from "./seat-summaries.ts";
import {
  AnalysisPoller, type Analysis, type AnalysisStatus, type BetterLine, type Depth, type MoveAnalysed,
  type TurningPoint,
} from "./analysis-api.ts";

/**
 * Fires `go` (detail: the index of a position), `line` (detail: a `BetterLine`), and `found` (detail: the
 * analysis as far as it is, or null).
 */
@customElement("analysis-panel")
export class AnalysisPanel extends LightElement {
  @property({ attribute: false }) record: GameRecord | null = null;
  /** Names of the seats. */
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) frames: ReplayFrame[] = [];
  /** Colour and mark by seat, once the scene is loaded. */
  @property({ attribute: false }) marks: { colour: string; mark: string }[] = [];
  @property({ type: Number }) at = 0;
  @state() private seen: AnalysisStatus | null = null;
  @state() private depth: Depth = "quick";
  @state() private trouble = "";
  @state() private cancelled = false;
  @state() private tableOpen = false;
  private analyst: AnalysisPoller | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.analyst?.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("record") && this.record) this.begin("quick");
  }

  private begin(depth: Depth): void {
    this.analyst?.stop();
    if (!this.record) return;
    this.depth = depth;
    this.trouble = "";
    this.cancelled = false;
    this.take(null);
    this.analyst = new AnalysisPoller(
      this.record, depth,
      (seen) => this.take(seen),
      (error) => (this.trouble = errorText(error)),
    );
    void this.analyst.begin();
  }

  private take(seen: AnalysisStatus | null): void {
    this.seen = seen;
    this.dispatchEvent(new CustomEvent("found", { detail: seen?.analysis ?? null }));
  }

  private cancel(): void {
    void this.analyst?.cancel();
    this.cancelled = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=resume]")?.focus());
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const analysis = this.seen?.analysis ?? null;
    const state = this.trouble || this.seen?.state === "failed" ? "trouble"
      : this.cancelled ? "cancelled" : (this.seen?.state ?? "asked");
    return html`<section class="card analysis" aria-labelledby="analysis-title"
      data-analysis=${state} data-depth=${this.depth}>
      <h2 id="analysis-title">${t("analysis")}</h2>
      ${this.progress(analysis)}
      ${analysis ? this.found(analysis) : nothing}
    </section>`;
  }

  private progress(analysis: Analysis | null): TemplateResult | typeof nothing {
    const { seen } = this;
    if (this.trouble || seen?.state === "failed") {
      return html`<p class="trouble" role="alert">${this.trouble || t("analysis.failed")}</p>
        <button class="secondary" @click=${() => this.begin(this.depth)}>${t("retry")}</button>`;
    }
    if (this.cancelled) {
      return html`<div class="analysis-cancelled"><p role="status">${t("analysis.cancelled")}</p>
        <button class="secondary" data-action="resume" @click=${() => this.begin(this.depth)}>
          ${icon("chart")} ${t("analysis.begin")}</button></div>`;
    }
    if (seen?.state === "done") return nothing;
    const told = seen?.state === "waiting" && seen.ahead > 0
      ? t("analysis.waiting", { count: seen.ahead })
      : t("analysis.running");
    return html`<div class="analysis-running">
      <label class="analysis-progress"><span>${told}</span>
        <progress max="1" value=${analysis?.progress ?? 0}></progress></label>
      <button class="quiet" data-action="cancel" @click=${() => this.cancel()}>
        ${icon("close")} ${t("analysis.cancel")}</button></div>`;
  }

  private found(analysis: Analysis): TemplateResult {
    const sides = sidesOf(analysis);
    const last = analysis.events;
    const isDone = this.seen?.state === "done";
    return html`
      ${this.move(analysis)}
      <analysis-graph .sides=${sides} .turning=${analysis.turning_points} .last=${last}
        .at=${this.at} .sideOf=${analysis.teams.map((_, seat) => sides.findIndex(({ seats }) => seats.includes(seat)))}
        .colours=${sides.map(({ seats }) => this.marks[seats[0] ?? 0]?.colour ?? "")}
        .marks=${sides.map(({ seats }) => this.marks[seats[0] ?? 0]?.mark ?? "")}
        .told=${this.told(sides, last)}
        @go=${(event: CustomEvent<number>) => this.go(event.detail)}></analysis-graph>
      ${this.legend(sides)}
      <p class="analysis-note">${t(sides.length === 2 ? "analysis.scale.two" : "analysis.scale.many")}
        ${analysis.imperfect_information ? t("analysis.hides") : nothing}</p>
      ${seatSummaries(analysis, this.names, this.marks, this.game)}
      <h3>${t("analysis.points")}</h3>
      ${analysis.turning_points.length === 0
        ? html`<p class="empty" role="status">${isDone ? t("analysis.none") : t("log.empty")}</p>`
        : html`<ol class="turning">${analysis.turning_points.map((point) => this.point(point))}</ol>`}
      ${isDone
        ? html`<p class="unseen" role="status">${t("analysis.done")}</p>
            ${this.table(sides)}
            ${this.depth === "quick"
              ? html`<button class="quiet" data-action="deep" @click=${() => this.begin("deep")}>
                  ${icon("chart")} ${t("analysis.deep")}</button>`
              : nothing}`
        : nothing}`;
  }

  /** Renders the lines' names and their values at the shown position. */
  private legend(sides: Side[]): TemplateResult {
    return html`<ul class="analysis-sides">
      ${sides.map((side, index) => {
        const mark = this.marks[side.seats[0] ?? 0];
        const chance = side.chances[this.at];
        return html`<li style="--seat: ${mark?.colour ?? "var(--ink-soft)"}">
          <span class="chip small" aria-hidden="true"><span>${mark?.mark ?? ""}</span></span>
          ${sides.length > 2
            ? html`<svg class="dash" viewBox="0 0 28 6" aria-hidden="true"><path d="M0 3H28"
                stroke-dasharray=${DASHES[index % DASHES.length] ?? ""} /></svg>`
            : nothing}
          <span class="side-names">${this.nameOf(side)}</span>
          <strong>${chance === undefined ? "–" : percent(chance)}</strong>
        </li>`;
      })}
    </ul>`;
  }

  /** Renders the grade of the move that led to the shown position, and the best move. */
  private move(analysis: Analysis): TemplateResult | typeof nothing {
    const move = analysis.moves.find(({ event }) => event === this.at - 1);
    if (!move) return nothing;
    const kind = badgeKind(move);
    return html`<div class="analysis-move" data-grade=${kind}>
      <p role="status">${gradeBadge(kind)} <strong>${t(gradeKey(kind))}</strong>
        ${this.cost(move)}</p>
      ${move.message
        ? html`<p class="better">${t("analysis.best", { what: translator(this.game)(move.message.key, move.message.args) })}</p>`
        : nothing}
      ${move.line && move.line.length > 0
        ? html`<button class="secondary small" data-action="best-line"
            @click=${() => this.showLine({ event: move.event, events: 1, line: move.line })}>
            ${icon("play")} ${t("analysis.line")}</button>
          <p class="arrow-key">${t("analysis.arrows")}</p>`
        : nothing}
    </div>`;
  }

  /** Says by how much a move changed the chances, if it did. */
  private cost({ seat, expected, expected_best: best }: MoveAnalysed): string {
    const [before, after] = [best[seat] ?? 0, expected[seat] ?? 0].map((value) => percent(chanceOf(value)));
    return before === after ? "" : t("analysis.cost", { before: before ?? "", after: after ?? "" });
  }

  private showLine(line: BetterLine): void {
    this.dispatchEvent(new CustomEvent("line", { detail: line }));
  }

  private point(point: TurningPoint): TemplateResult {
    const frame = point.event + point.events;
    const name = this.names[point.seat] ?? "";
    const happened = this.words(point.event, point.events);
    const args = {
      at: frame, name, before: percent(chanceOf(point.before)), after: percent(chanceOf(point.after)),
    };
    return html`<li class=${frame === this.at ? "current" : ""} data-turning=${point.kind}>
      ${kindMark(point.kind)}
      <div>
        <button class="turning-go" aria-current=${frame === this.at ? "step" : "false"}
          @click=${() => this.go(frame)}>
          <span class="turning-kind">${this.kindOf(point)}</span>
          ${t(`analysis.${point.kind}`, args)}</button>
        <p>${happened}</p>
        ${point.message
          ? html`<p class="better">${t("analysis.better", { what: translator(this.game)(point.message.key, point.message.args) })}</p>`
          : nothing}
        ${point.line && point.line.length > 0
          ? html`<button class="secondary small" data-action="line" @click=${() => this.showLine(point)}>
              ${icon("play")} ${t("analysis.show")}
              <span class="unseen">${t("analysis.show.at", { at: frame })}</span></button>`
          : nothing}
      </div>
    </li>`;
  }

  /** Renders all figures as a table, for screen readers and for exact values. */
  private table(sides: Side[]): TemplateResult {
    return html`<details class="figures"
      @toggle=${(event: Event) => (this.tableOpen = (event.target as HTMLDetailsElement).open)}>
      <summary>${t("analysis.table")}</summary>
      ${this.tableOpen
        ? html`<div class="figures-scroll" tabindex="0" role="region" aria-label=${t("analysis.table")}>
            <table>
              <thead><tr><th scope="col">${t("analysis.table.at")}</th>
                <th scope="col">${t("analysis.table.what")}</th>
                ${sides.map((side) => html`<th scope="col">${this.nameOf(side)}</th>`)}</tr></thead>
              <tbody>${this.frames.map((frame, at) => html`<tr class=${at === this.at ? "current" : ""}>
                <th scope="row">${at}</th>
                <td>${frame.event ? this.words(at - 1, 1) : t("replay.start")}</td>
                ${sides.map(({ chances }) => html`<td>${percent(chances[at] ?? 0)}</td>`)}</tr>`)}
              </tbody>
            </table></div>`
        : nothing}
    </details>`;
  }

  // -- Texts --------------------------------------------------------------------------------------

  private get game(): string {
    return this.record?.game ?? "";
  }

  /** Names a turning point: by its grade if it is a move. */
  private kindOf(point: TurningPoint): string {
    const move = point.kind === "mistake"
      ? this.seen?.analysis?.moves.find(({ event }) => event === point.event)
      : undefined;
    return move ? t(gradeKey(badgeKind(move))) : translator(this.game)(`analysis.kind.${point.kind}`);
  }

  private nameOf(side: Side): string {
    const names = side.seats.map((seat) => this.names[seat] ?? "");
    return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
  }

  private told(sides: Side[], last: number): string {
    const chances = sides.flatMap((side) => {
      const chance = side.chances[this.at];
      return chance === undefined ? [] : [`${this.nameOf(side)} ${percent(chance)}`];
    });
    return [t("replay.at", { at: this.at, of: last }), ...chances].join(", ");
  }

  /** Describes some events, with the names of their seats. */
  private words(event: number, events: number): string {
    return this.frames.slice(event + 1, event + 1 + events).flatMap((frame) => {
      if (!frame.event) return [];
      const what = eventWords(translator(this.game), frame.event);
      const seat = frame.event.seat;
      return [seat === undefined ? what : t("log.by", { name: this.names[seat] ?? "", what })];
    }).join("; ");
  }

  private go(frame: number): void {
    this.dispatchEvent(new CustomEvent("go", { detail: frame }));
  }
}
