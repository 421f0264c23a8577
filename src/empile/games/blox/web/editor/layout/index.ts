/** Editor of the option `layout`: nine rows of nine cells to paint. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { OptionEditor, EditorFactory } from "../../../../../../../web/src/board/option-editor.ts";
import type { Translate } from "../../../../../../../web/src/stage/scene.ts";
import type { Message } from "../../../../../../../web/src/net/protocol.ts";
import {
  type Brush,
  CELLS,
  cellName,
  cellOf,
  clear,
  type Colour,
  COLOURS,
  type Count,
  EMPTY,
  type Layout,
  paint,
  progress,
  readLayout,
  sign,
  SIZE,
  step,
} from "./data.ts";
import "./editor.css";
import { face, patterns } from "./look.ts";

const BRUSHES: readonly Brush[] = [
  ...COLOURS.map((colour): Brush => ({ part: "colours", sign: colour })),
  { part: "colours", sign: "." },
  ...([".", "1", "2", "3", "4"] as const).map((squares): Brush => ({ part: "squares", sign: squares })),
];

class LayoutEditor extends LitElement implements OptionEditor {
  static override properties = {
    value: { attribute: false },
    t: { attribute: false },
    faults: { attribute: false },
    brush: { state: true },
    current: { state: true },
    stroke: { state: true },
    described: { state: true },
  };
  declare value: unknown;
  declare t: Translate;
  declare faults: readonly Message[];
  declare private brush: Brush;
  /** The cell that is the Tab stop. */
  declare private current: number;
  /** The layout during a stroke; null between strokes. */
  declare private stroke: Layout | null;
  declare private described: string;
  private readonly ended = () => this.end();

  constructor() {
    super();
    this.value = EMPTY;
    this.t = (key) => key;
    this.faults = [];
    this.brush = { part: "colours", sign: "W" };
    this.current = 0;
    this.stroke = null;
    this.described = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("pointerup", this.ended);
    window.removeEventListener("pointercancel", this.ended);
  }

  private get layout(): Layout {
    return this.stroke ?? readLayout(this.value) ?? EMPTY;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("value")) this.stroke = null;
  }

  protected override render(): TemplateResult {
    const faulty = this.faulty();
    return html`
      <svg class="layout-patterns" aria-hidden="true">${patterns()}</svg>
      ${this.palette()}
      <div class="layout-board">
        <div class="layout-grid" role="grid" aria-label=${this.t("editor.layout.grid")}
          aria-describedby="layout-keys" @keydown=${this.pressed}
          @pointerdown=${this.begin} @pointermove=${this.goOn} @click=${this.clicked}>
          ${Array.from({ length: SIZE }, (_, row) => html`<div role="row">
            <span class="layout-name" aria-hidden="true">${SIZE - row}</span>
            ${Array.from({ length: SIZE }, (_, column) => this.cell(row * SIZE + column, faulty))}
          </div>`)}
          <div class="layout-columns" aria-hidden="true">
            <span></span>${[..."abcdefghi"].map((letter) => html`<span class="layout-name">${letter}</span>`)}
          </div>
        </div>
      </div>
      ${this.counts()}
      <p class="layout-keys" id="layout-keys">${this.t("editor.layout.keys")}</p>
      <p class="unseen" role="status">${this.described}</p>
    `;
  }

  private palette(): TemplateResult {
    const group = (part: Brush["part"]) => html`<fieldset class="choice">
      <legend>${this.t(`editor.layout.${part}`)}</legend>
      <div class="segments layout-brushes">
        ${BRUSHES.filter((brush) => brush.part === part).map((brush) => this.brushFace(brush))}
      </div>
    </fieldset>`;
    return html`<div class="layout-palette">${group("colours")}${group("squares")}</div>`;
  }

  private brushFace(brush: Brush): TemplateResult {
    const chosen = brush.part === this.brush.part && brush.sign === this.brush.sign;
    const label = this.signName(brush.part, brush.sign);
    return html`<label class="segment" title=${label}>
      <input type="radio" name="layout-brush" value="${brush.part}:${brush.sign}" .checked=${chosen}
        aria-label=${label} @change=${() => (this.brush = brush)} />
      <span class="segment-face">
        <svg viewBox="0 0 40 40" aria-hidden="true">${brush.part === "colours"
          ? face(brush.sign, ".")
          : face(".", brush.sign)}</svg>
        <small aria-hidden="true">${brush.part === "squares" && brush.sign === "." ? 0
          : brush.part === "squares" ? brush.sign
          : this.t(brush.sign === "." ? "editor.layout.rub" : `colour.${brush.sign}`)}</small>
      </span>
    </label>`;
  }

  private cell(cell: number, faulty: ReadonlySet<number>): TemplateResult {
    const colour = sign(this.layout, "colours", cell);
    const squares = sign(this.layout, "squares", cell);
    return html`<div role="gridcell" class="layout-cell" data-cell=${cellName(cell)}
      data-colour=${colour} data-squares=${squares} tabindex=${cell === this.current ? 0 : -1}
      aria-label=${this.label(cell)} aria-invalid=${faulty.has(cell) ? "true" : "false"}
      @focus=${() => (this.current = cell)}
    ><svg viewBox="0 0 40 40" aria-hidden="true">${face(colour, squares)}</svg></div>`;
  }

  private counts(): TemplateResult {
    const colour = (what: Count["what"]) => (what.length === 1 ? what : what.split(".")[1]);
    return html`<ul class="layout-counts" aria-label=${this.t("editor.layout.counts")}>
      ${progress(this.layout).map(({ what, count, of }) => html`<li data-count=${what}
        class=${count === of ? "met" : count > of ? "over" : ""}>
        ${colour(what)
          ? html`<svg viewBox="0 0 40 40" aria-hidden="true">
              ${face(colour(what) ?? ".", what.startsWith("singles") ? "1" : ".")}</svg>`
          : html`<svg viewBox="0 0 40 40" aria-hidden="true">${face(".", what === "singles" ? "1" : "4")}</svg>`}
        <span>${this.t(`editor.layout.count.${what}`)}</span>
        <strong>${this.t("editor.layout.of", { count, of })}</strong>
        ${count === of ? html`<span class="layout-met" aria-hidden="true">✓</span>` : nothing}
      </li>`)}
    </ul>`;
  }

  // -- Texts --------------------------------------------------------------------------------------

  private signName(part: Brush["part"], found: string): string {
    if (part === "squares") return this.t("editor.layout.height", { count: Number(found) || 0 });
    return this.t(found === "." ? "editor.layout.uncoloured" : `colour.${found as Colour}`);
  }

  private label(cell: number): string {
    return this.t("editor.layout.cell", {
      cell: cellName(cell),
      colour: this.signName("colours", sign(this.layout, "colours", cell)),
      squares: this.signName("squares", sign(this.layout, "squares", cell)),
    });
  }

  private faulty(): ReadonlySet<number> {
    const named = this.faults.flatMap(({ args }) => String(args?.cells ?? "").split(", "));
    // Cells without a colour are visibly incomplete already.
    return new Set(named.map(cellOf).filter((cell) => sign(this.layout, "colours", cell) !== "."));
  }

  // -- Painting -----------------------------------------------------------------------------------

  private begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    const cell = cellAt(event.target);
    if (cell === null) return;
    this.current = cell;
    this.stroke = paint(this.layout, cell, this.brush);
    window.addEventListener("pointerup", this.ended);
    window.addEventListener("pointercancel", this.ended);
  }

  private goOn(event: PointerEvent): void {
    if (this.stroke === null) return;
    // Touch events are sent to the element where they began, so the cell under the finger is looked up.
    const cell = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (cell !== null) this.stroke = paint(this.stroke, cell, this.brush);
  }

  private end(): void {
    window.removeEventListener("pointerup", this.ended);
    window.removeEventListener("pointercancel", this.ended);
    const drawn = this.stroke;
    this.stroke = null;
    if (drawn) this.become(drawn);
  }

  /** Screen readers click without a pointer. */
  private clicked(event: MouseEvent): void {
    const cell = cellAt(event.target);
    if (cell !== null && event.detail === 0) this.paintOne(cell, this.brush);
  }

  private paintOne(cell: number, brush: Brush): void {
    this.become(paint(this.layout, cell, brush), cell);
  }

  private become(layout: Layout, cell: number | null = null): void {
    if (JSON.stringify(layout) !== JSON.stringify(this.value)) {
      this.value = layout;
      this.dispatchEvent(new CustomEvent("edit", { detail: layout }));
    }
    if (cell !== null) this.described = this.label(cell);
  }

  private pressed(event: KeyboardEvent): void {
    const cell = cellAt(event.target);
    if (cell === null || event.altKey || event.metaKey) return;
    const to = step(cell, event.key, event.ctrlKey);
    const letter = event.key.toUpperCase();
    if (to !== null) {
      this.current = to;
      this.querySelectorAll<HTMLElement>(".layout-cell")[to]?.focus();
      if (event.shiftKey) this.paintOne(to, this.brush);
    } else if (event.ctrlKey) {
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      this.paintOne(cell, this.brush);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.become(clear(this.layout, cell), cell);
    } else if (/^[0-4]$/.test(event.key)) {
      const squares = (event.key === "0" ? "." : event.key) as "." | "1" | "2" | "3" | "4";
      this.paintOne(cell, { part: "squares", sign: squares });
    } else if (letter.length === 1 && COLOURS.includes(letter as Colour)) {
      this.paintOne(cell, { part: "colours", sign: letter as Colour });
    } else {
      return;
    }
    event.preventDefault();
  }
}

function cellAt(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const cell = cellOf(found?.dataset.cell ?? "");
  return cell >= 0 && cell < CELLS ? cell : null;
}

customElements.define("blox-layout-editor", LayoutEditor);

const maker: EditorFactory = {
  empty: () => EMPTY,
  house: ({ colours, squares }) => readLayout({ colours, squares }) ?? EMPTY,
  read: readLayout,
  make: () => new LayoutEditor(),
};
export default maker;
