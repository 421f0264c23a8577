/** Graph of the winning chances, with mouse and keyboard navigation. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { t } from "../i18n/i18n.ts";
import { across, area, chanceOf, down, frameAt, points, type Side } from "./curves.ts";
import { kindMark } from "./marks.ts";
import type { TurningPoint } from "./analysis-api.ts";

/** Dash patterns, so that lines differ not only in colour. */
export const DASHES = ["", "7 4", "2 4", "10 3 2 3"] as const;
/** Positions of the two sides' marks next to a shared curve. */
const OWN_HALF = [0.75, 0.25];
/** Distance in CSS pixels at which the pointer snaps to a turning point. */
const NEAR = 10;

/** Fires `go` (detail: the index of a position). */
@customElement("analysis-graph")
export class AnalysisGraph extends LightElement {
  @property({ attribute: false }) sides: Side[] = [];
  @property({ attribute: false }) turning: TurningPoint[] = [];
  @property({ attribute: false }) colours: string[] = [];
  @property({ attribute: false }) marks: string[] = [];
  @property({ attribute: false }) sideOf: number[] = [];
  /** Index of the last position. */
  @property({ type: Number }) last = 0;
  @property({ type: Number }) at = 0;
  /** Text alternative for the shown position. */
  @property() told = "";

  protected override render(): TemplateResult {
    const known = Math.max(0, (this.sides[0]?.chances.length ?? 0) - 1);
    const two = this.sides.length === 2;
    return html`<div class="graph">
      <div class="graph-scale" aria-hidden="true"><span>100</span><span>50</span><span>0</span></div>
      <div class="graph-field" role="slider" tabindex="0" data-known=${known}
        aria-label=${t("analysis.graph")} aria-valuemin="0" aria-valuemax=${this.last}
        aria-valuenow=${this.at} aria-valuetext=${this.told}
        @pointerdown=${this.point} @pointermove=${this.drag}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="grid" d="M0 25H100M0 75H100" />
          ${two ? this.balance() : this.sides.map((side, index) => this.line(side, index))}
          <path class="middle" d="M0 50H100" />
          ${known < this.last
            ? svg`<rect class="unknown" x=${across(known, this.last)} y="0"
                width=${100 - across(known, this.last)} height="100" />`
            : nothing}
          <path class="here" d="M${across(this.at, this.last)} 0V100" />
        </svg>
        ${this.turning.map((point) => this.mark(point))}
      </div>
      <div class="graph-ends" aria-hidden="true">
        ${this.sides.map((side, index) => {
          // With two sides, one has the upper half and the other the lower; otherwise each mark ends its own
          // line.
          const chance = two ? OWN_HALF[index] : side.chances.at(-1);
          return html`<span class="chip small" style="--seat: ${this.colour(index)};
            top: ${down(chance ?? 0.5)}%"><span>${this.marks[index] ?? ""}</span></span>`;
        })}
      </div>
    </div>`;
  }

  /** With two sides one line shows both chances. */
  private balance(): TemplateResult {
    const chances = this.sides[0]?.chances ?? [];
    const shape = area(chances, this.last);
    return svg`
      <clipPath id="graph-upper"><rect width="100" height="50" /></clipPath>
      <clipPath id="graph-lower"><rect y="50" width="100" height="50" /></clipPath>
      <polygon class="area" points=${shape} clip-path="url(#graph-upper)" style="fill: ${this.colour(0)}" />
      <polygon class="area" points=${shape} clip-path="url(#graph-lower)" style="fill: ${this.colour(1)}" />
      <polyline class="curve" points=${points(chances, this.last)} />` as TemplateResult;
  }

  private line(side: Side, index: number): TemplateResult {
    const drawn = points(side.chances, this.last);
    return svg`<polyline class="casing" points=${drawn} />
      <polyline class="curve of-side" points=${drawn} style="--seat: ${this.colour(index)}"
        stroke-dasharray=${DASHES[index % DASHES.length] ?? ""} />` as TemplateResult;
  }

  private mark(point: TurningPoint): TemplateResult | typeof nothing {
    const frame = point.event + point.events;
    const two = this.sides.length === 2;
    const side = two ? 0 : (this.sideOf[point.seat] ?? 0);
    const chance = this.sides[side]?.chances[frame] ?? this.sides[side]?.chances.at(-1)
      ?? chanceOf(point.after);
    return html`<span class="graph-mark ${point.kind} ${frame === this.at ? "current" : ""}"
      aria-hidden="true" style="left: ${across(frame, this.last)}%; top: ${down(chance)}%"
      >${kindMark(point.kind)}</span>`;
  }

  private colour(side: number): string {
    return this.colours[side] ?? "var(--ink-soft)";
  }

  private readonly point = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.follow(event);
  };

  private readonly drag = (event: PointerEvent): void => {
    if (event.buttons & 1) this.follow(event);
  };

  private follow(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    const frame = frameAt(part, this.last, this.turning, NEAR / box.width);
    this.dispatchEvent(new CustomEvent("go", { detail: frame }));
  }
}
