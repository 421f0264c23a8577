/** Editor of solo levels: the lake with rings and ends, and the hand. */
import { Grid, cellName, readCell } from "../../../../../../web/src/board/cells.ts";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { LevelEditor, Start } from "../../../../../../web/src/board/level-editor.ts";
import type { Message } from "../../../../../../web/src/net/protocol.ts";
import type { SceneInput, Translate } from "../../../../../../web/src/stage/scene.ts";
import { type LaidRing, readRing, type BoardSetup, type Zone } from "../model/position.ts";
import { ringPicture } from "../model/svg-icons.ts";
import { svgView } from "../model/svg-view.ts";
import { addRing, areInLine, placeEnd, removeRing, topRing } from "../model/edited-rings.ts";
import {
  addToHand, changeRing, EMPTY, isInZone, type LevelStart, MOST_DISTANCE, MOST_HAND, MOST_HEIGHT, moveRing,
  removeFromHand, ringText, SIZE, zoneBetween,
} from "./level.ts";
import "./lake-editor.css";

const TOOLS = ["own", "stone", "head", "tail", "zone", "rub"] as const;
type Tool = (typeof TOOLS)[number];

const COLOUR = "orange";
const WHOLE: Zone = [{ column: 0, row: 0 }, { column: SIZE - 1, row: SIZE - 1 }];
const CHART = new Grid(...WHOLE);
/** Half size of the picture, in holes. */
const REACH = SIZE / 2 + 1;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

export class LakeEditor extends LitElement implements LevelEditor {
  static override properties = {
    value: { attribute: false },
    variant: {},
    t: { attribute: false },
    faults: { attribute: false },
    tool: { state: true },
    height: { state: true },
    first: { state: true },
    current: { state: true },
    length: { state: true },
    described: { state: true },
  };
  declare value: Start;
  declare variant: string;
  declare t: Translate;
  declare faults: readonly Message[];
  declare private tool: Tool;
  /** Height of the next ring. */
  declare private height: number;
  /** Length of the next ring for the hand. */
  declare private length: number;
  /** The first foot, or the first corner of the zone; null before it is chosen. */
  declare private first: string | null;
  /** The hole that is the Tab stop. */
  declare private current: string;
  declare private described: string;

  constructor() {
    super();
    this.value = EMPTY as unknown as Start;
    this.variant = "base";
    this.t = (key) => key;
    this.faults = [];
    this.tool = "own";
    this.height = 1;
    this.length = 2;
    this.first = null;
    this.current = "f6";
    this.described = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get start(): LevelStart {
    return this.value as unknown as LevelStart;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tool")) this.first = null;
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    return html`
      ${this.palette()}
      <div class="lake-board">
        <div class="lake-picture" aria-hidden="true">${unsafeHTML(this.picture())}</div>
        <div class="lake-grid" role="grid" aria-label=${this.t("solo.edit.lake")} aria-describedby="lake-keys"
          style="inset: ${(50 * (REACH - SIZE / 2)) / REACH}%" @keydown=${this.pressed} @click=${this.clicked}>
          ${Array.from({ length: SIZE }, (_, row) => html`<div role="row">
            ${Array.from({ length: SIZE }, (_, column) => this.cell(cellName({ column, row: SIZE - 1 - row })))}
          </div>`)}
        </div>
      </div>
      <p class="lake-guide">${this.guide()}</p>
      <p class="lake-keys" id="lake-keys">${this.t("solo.edit.keys")}</p>
      ${this.hand()}
      ${this.rings()}
      <p class="unseen" role="status">${this.described}</p>
    `;
  }

  private palette(): TemplateResult {
    const rings = this.tool === "own" || this.tool === "stone";
    return html`<div class="lake-palette">
      <fieldset class="choice"><legend>${this.t("solo.edit.tool")}</legend>
        <div class="segments">${TOOLS.map((tool) => html`<label class="segment">
          <input type="radio" name="lake-tool" value=${tool} .checked=${tool === this.tool}
            @change=${() => (this.tool = tool)} />
          <span class="segment-face">${this.t(`solo.edit.tool.${tool}`)}</span></label>`)}</div>
      </fieldset>
      ${rings ? this.numberChoice("height", this.height, MOST_HEIGHT, (height) => (this.height = height)) : nothing}
    </div>`;
  }

  private numberChoice(
    name: "height" | "length", value: number, most: number, choose: (value: number) => void,
  ): TemplateResult {
    return html`<label class="field lake-number"><span>${this.t(`solo.edit.${name}`)}</span>
      <select data-number=${name} @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
        ${Array.from({ length: most }, (_, at) => html`<option value=${at + 1} ?selected=${at + 1 === value}>${at + 1}</option>`)}
      </select></label>`;
  }

  private picture(): string {
    const { start } = this;
    const [low, high] = start.zone;
    const zone: Zone = [readCell(low), readCell(high)];
    const boardSetup: BoardSetup = {
      columns: SIZE, rows: SIZE, zone: WHOLE, zones: [zone], colours: [COLOUR], rings: [[]],
    };
    const input: SceneInput = {
      boardSetup: {}, position: this.value, names: [], mine: [0], toAct: 0, legal: [], preview: null, restPoses: {},
      chosen: this.first === null ? {} : { near: this.first }, last: null,
    };
    return svgView(input, boardSetup, CHART, { x: REACH, z: REACH });
  }

  private cell(hole: string): TemplateResult {
    const faulty = this.faults.some(({ args }) => String(args?.["cells"] ?? "").split(", ").includes(hole));
    return html`<div role="gridcell" class="lake-hole" data-hole=${hole}
      tabindex=${hole === this.current ? 0 : -1} aria-label=${this.label(hole)} title=${hole}
      aria-selected=${hole === this.first ? "true" : "false"} aria-invalid=${faulty ? "true" : "false"}
      @focus=${() => (this.current = hole)}></div>`;
  }

  private label(hole: string): string {
    const { start } = this;
    const words = [hole];
    if (!isInZone(start, hole)) words.push(this.t("solo.edit.out"));
    const index = topRing(start, hole);
    const ring = start.rings[index];
    if (ring) words.push(ringText(ring, this.t));
    if (start.heads[0] === hole) words.push(this.t("part.end.H"));
    if (start.tails[0] === hole) words.push(this.t("part.end.T"));
    return words.join(", ");
  }

  private guide(): string {
    const second = this.first === null ? "" : ".second";
    const key = this.tool === "own" || this.tool === "stone" ? "ring" : this.tool;
    return this.t(`solo.edit.guide.${key}${second}`, { hole: this.first ?? "" });
  }

  private hand(): TemplateResult {
    const hand = this.start.reserves[0] ?? [];
    const tallest = Math.max(1, ...hand.map((ring) => readRing(ring).height));
    return html`<section class="lake-hand" aria-labelledby="lake-hand">
      <h2 id="lake-hand">${this.t("solo.edit.hand", { count: hand.length })}</h2>
      ${hand.length > 0
        ? html`<ul>${hand.map((ring) => {
            const shape = readRing(ring);
            const name = this.t("solo.edit.take_out", { ...shape });
            return html`<li><button type="button" class="panel-choice" data-hand=${ring} aria-label=${name} title=${name}
              @click=${() => this.become(removeFromHand(this.start, ring))}>
              ${unsafeHTML(ringPicture(shape, COLOUR, { tallest }))}</button></li>`;
          })}</ul>`
        : nothing}
      <div class="row">
        ${this.numberChoice("length", this.length, MOST_DISTANCE, (length) => (this.length = length))}
        ${this.numberChoice("height", this.height, MOST_HEIGHT, (height) => (this.height = height))}
        <button type="button" class="secondary" data-action="add-ring" ?disabled=${hand.length >= MOST_HAND}
          @click=${() => this.become(addToHand(this.start, `${this.length}.${this.height}`),
            this.t("solo.edit.added", { distance: this.length, height: this.height }))}>
          ${this.t("solo.edit.add")}</button>
      </div>
    </section>`;
  }

  private rings(): TemplateResult | typeof nothing {
    const { rings } = this.start;
    if (rings.length === 0) return nothing;
    return html`<section class="lake-rings" aria-labelledby="lake-rings">
      <h2 id="lake-rings">${this.t("solo.edit.rings")}</h2>
      <p>${this.t("solo.edit.order")}</p>
      <ol>${rings.map((ring, index) => this.ring(ring, index, rings.length))}</ol>
    </section>`;
  }

  private ring(ring: LaidRing, index: number, of: number): TemplateResult {
    const { start } = this;
    const name = ringText(ring, this.t);
    const button = (key: string, sign: string, does: () => LevelStart, off = false) => {
      const label = this.t(`solo.edit.ring.${key}`, { ring: name });
      return html`<button type="button" class="quiet round" data-ring-action=${key} title=${label} aria-label=${label}
        ?disabled=${off} @click=${() => this.become(does(), name)}>${sign}</button>`;
    };
    const height = (by: number) => () => changeRing(start, index, { height: ring.height + by });
    return html`<li data-ring=${index}>
      <span>${name}</span>
      <span class="lake-ring-tools">
        ${button("lower", "−", height(-1), ring.height <= 1)}
        ${button("higher", "+", height(1), ring.height >= MOST_HEIGHT)}
        ${button("swap", "⇄", () => changeRing(start, index, { seat: ring.seat === null ? 0 : null }))}
        ${button("earlier", "↑", () => moveRing(start, index, -1), index === 0)}
        ${button("later", "↓", () => moveRing(start, index, 1), index === of - 1)}
        ${button("remove", "✕", () => removeRing(start, index))}
      </span></li>`;
  }

  // -- Editing ------------------------------------------------------------------------------------

  private become(start: LevelStart, described = ""): void {
    if (described) this.described = described;
    if (start === this.start) return;
    this.value = start as unknown as Start;
    this.dispatchEvent(new CustomEvent("edit", { detail: start }));
  }

  /** Uses the tool on a hole. */
  private use(hole: string): void {
    const { start, tool, first } = this;
    this.current = hole;
    if (tool === "rub") {
      this.rub(hole);
    } else if (tool === "head" || tool === "tail") {
      const next = placeEnd(start, tool === "head" ? "heads" : "tails", hole);
      this.become(next, next === start ? this.t("solo.edit.no_foot", { hole }) : `${hole}, ${this.t(`solo.edit.tool.${tool}`)}`);
    } else if (first === null || first === hole) {
      this.first = first === hole ? null : hole;
      this.described = this.guide();
    } else if (tool === "zone") {
      this.first = null;
      this.become({ ...start, zone: zoneBetween(first, hole) }, this.t("solo.edit.zone", { from: first, to: hole }));
    } else if (areInLine(first, hole)) {
      const ring: LaidRing = { seat: tool === "own" ? 0 : null, feet: [first, hole], height: this.height };
      this.first = null;
      this.become(addRing(start, ring, this.variant === "expert" ? 2 : 1), ringText(ring, this.t));
    } else {
      this.first = hole; // no ring reaches there: begin again
      this.described = this.guide();
    }
  }

  private rub(hole: string): void {
    const index = topRing(this.start, hole);
    if (index >= 0) this.become(removeRing(this.start, index), this.label(hole));
  }

  private clicked(event: MouseEvent): void {
    const hole = holeAt(event.target);
    if (hole) this.use(hole);
  }

  private pressed(event: KeyboardEvent): void {
    const hole = holeAt(event.target);
    if (!hole || event.altKey || event.metaKey || event.ctrlKey) return;
    const step = STEPS[event.key];
    if (step) this.lead(hole, step);
    else if (event.key === "Enter" || event.key === " ") this.use(hole);
    else if (event.key === "Delete" || event.key === "Backspace") this.rub(hole);
    else if (event.key === "Escape" && this.first !== null) this.first = null;
    else if (/^[1-9]$/.test(event.key)) this.height = Number(event.key);
    else return;
    event.preventDefault();
  }

  private lead(hole: string, [right, up]: readonly [number, number]): void {
    const { column, row } = readCell(hole);
    const inside = (value: number) => Math.min(SIZE - 1, Math.max(0, value));
    this.current = cellName({ column: inside(column + right), row: inside(row + up) });
    this.querySelector<HTMLElement>(`[data-hole="${this.current}"]`)?.focus();
  }
}

function holeAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-hole]")?.dataset["hole"] ?? null) : null;
}

customElements.define("lake-editor", LakeEditor);
