/** Editor of the option `start`: the board's cells and ten black triangles. */
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import type { OptionEditor, EditorFactory } from "../../../../../../../web/src/board/option-editor.ts";
import type { Translate } from "../../../../../../../web/src/stage/scene.ts";
import type { Message } from "../../../../../../../web/src/net/protocol.ts";
import { Lattice, type Spot } from "../../model/lattice.ts";
import { Outline } from "../../model/outline.ts";
import {
  type Ground, groundOf, moved, NOTHING, readStart, reserveOf, rowsOf, type Start, step, toggled,
} from "./data.ts";
import "./editor.css";

/** Length of a cell's side in units of the drawing. */
const SIDE = 100;
const RIM = 0.45;
/** Pixels that a pointer moves before a press becomes a drag. */
const SLACK = 7;

/** A dragged triangle: of a cell, or of the reserve (null). */
interface Drag {
  from: string | null;
  at: Spot;
  moving: boolean;
  over: string | null;
}

class StartEditor extends LitElement implements OptionEditor {
  static override properties = {
    value: { attribute: false },
    t: { attribute: false },
    faults: { attribute: false },
    base: { attribute: false },
    boardSetup: { attribute: false },
    current: { state: true },
    drag: { state: true },
    told: { state: true },
  };
  declare value: unknown;
  declare t: Translate;
  declare faults: readonly Message[];
  declare base: Record<string, unknown>;
  declare boardSetup: Record<string, unknown> | null;
  /** The cell that is the Tab stop. */
  declare private current: string;
  declare private drag: Drag | null;
  declare private told: string;
  private ground: Ground = NOTHING;
  private rows: string[][] = [];
  private lattice = new Lattice([]);
  private rim: Spot[] = [];
  /** Where the press began; a drag must not end in a click. */
  private down: { x: number; y: number } | null = null;
  private dragged = false;
  private readonly goesOn = (event: PointerEvent) => this.goOn(event);
  private readonly ends = (event: PointerEvent) => this.end(event);

  constructor() {
    super();
    this.value = [];
    this.t = (key) => key;
    this.faults = [];
    this.base = {};
    this.boardSetup = null;
    this.current = "";
    this.drag = null;
    this.told = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.letGo();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("base")) return;
    this.ground = groundOf(this.base);
    this.rows = rowsOf(this.ground);
    this.lattice = new Lattice(this.ground.points);
    this.rim = this.ground.points.length > 0 ? new Outline(this.lattice).around(RIM) : [];
    if (!this.ground.cells.includes(this.current)) {
      this.current = this.start[0] ?? this.rows[0]?.[0] ?? "";
    }
  }

  private get start(): Start {
    return readStart(this.value, this.ground) ?? [];
  }

  /** Cells that are filled before the first turn, without a triangle of the start. */
  private get holes(): string[] {
    const { filled } = this.boardSetup ?? {};
    if (!Array.isArray(filled)) return [];
    return filled.filter((cell): cell is string => typeof cell === "string" && !this.start.includes(cell));
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const faulty = new Set(this.faults.flatMap(({ args }) => String(args?.cells ?? "").split(", ")));
    const holes = this.holes;
    const half = { x: this.lattice.half.x + RIM + 0.06, z: this.lattice.half.z + RIM + 0.06 };
    const box = [-half.x, -half.z, 2 * half.x, 2 * half.z].map((length) => length * SIDE).join(" ");
    return html`
      ${this.tray(holes)}
      <svg class="start-board" viewBox=${box} role="grid" aria-label=${this.t("editor.start.grid")}
        aria-describedby="start-keys" @keydown=${this.pressed} @click=${this.clicked}
        @pointerdown=${this.begin}>
        <defs><pattern id="start-hatch" width="13" height="13" patternUnits="userSpaceOnUse"
          patternTransform="rotate(35)"><rect width="13" height="13" fill="#5b4a3a" />
          <rect width="5" height="13" fill="#1e1813" /></pattern></defs>
        <polygon class="start-plank" points=${path(this.rim)} aria-hidden="true" />
        ${this.rows.map((row) => svg`<g role="row">${row.map((cell) =>
          this.cell(cell, holes.includes(cell), faulty.has(cell)))}</g>`)}
        <g aria-hidden="true" class="start-golden">${this.ground.golden.map((point) => {
          const { x, z } = this.lattice.point(point);
          return svg`<circle cx=${x * SIDE} cy=${z * SIDE} r="9" />`;
        })}</g>
        ${this.drag?.moving
          ? svg`<polygon class="start-ghost" aria-hidden="true"
              points=${path(this.triangle(this.drag.at, this.drag.over ?? this.drag.from ?? "U00"))} />`
          : nothing}
      </svg>
      <p class="start-keys" id="start-keys">${this.t("editor.start.keys")}</p>
      <p class="unseen" role="status">${this.told}</p>
    `;
  }

  private cell(cell: string, hole: boolean, faulty: boolean): unknown {
    const black = this.start.includes(cell);
    const state = black ? "black" : hole ? "filled" : "empty";
    const lifted = black && this.drag?.moving && this.drag.from === cell;
    const at = this.lattice.cell(cell);
    return svg`<g role="gridcell" class="start-cell ${lifted ? "lifted" : ""}
      ${this.drag?.moving && this.drag.over === cell ? "over" : ""}" data-cell=${cell} data-state=${state}
      tabindex=${cell === this.current ? 0 : -1} aria-label=${this.label(cell)}
      aria-invalid=${faulty ? "true" : "false"} @focus=${() => (this.current = cell)}>
      <polygon class="start-field" points=${path(this.lattice.corners(cell))} />
      ${state === "empty"
        ? nothing
        : svg`<polygon class="start-piece" points=${path(this.triangle(at, cell))} />`}
    </g>`;
  }

  /** Renders the triangles of the box: on the board, in holes, and left for the game. */
  private tray(holes: readonly string[]): TemplateResult {
    const reserve = reserveOf(this.start, holes, this.ground);
    const state = (index: number) =>
      index < reserve.left ? "left" : index < reserve.left + reserve.holes ? "filled" : "gone";
    return html`<div class="start-tray">
      <div class="start-pieces" aria-hidden="true" @pointerdown=${this.begin}>
        ${Array.from({ length: this.ground.triangles }, (_, index) => html`<svg viewBox="-60 -62 120 110"
          data-state=${state(index)} ?data-reserve=${state(index) === "left"}>
          <polygon points=${path(this.triangle({ x: 0, z: 0 }, "U00"))} /></svg>`)}
      </div>
      <p data-left=${reserve.left} data-holes=${reserve.holes}>
        <strong>${this.t("editor.start.left", { count: reserve.left })}</strong>
        ${reserve.holes > 0 ? html`<span>${this.t("editor.start.holes", { count: reserve.holes })}</span>` : nothing}
      </p>
    </div>`;
  }

  /** Returns the corners of a triangle with the orientation of a cell. */
  private triangle({ x, z }: Spot, like: string): Spot[] {
    const up = like.startsWith("U") ? 1 : -1;
    const size = 0.86;
    const height = (Math.sqrt(3) / 2) * size * up;
    return [
      { x: x - size / 2, z: z + height / 3 },
      { x: x + size / 2, z: z + height / 3 },
      { x, z: z - (2 * height) / 3 },
    ];
  }

  private label(cell: string): string {
    const what = this.start.includes(cell) ? "black" : this.holes.includes(cell) ? "filled" : "empty";
    return this.t("editor.start.cell", { cell, what: this.t(`editor.start.${what}`) });
  }

  // -- Placing ------------------------------------------------------------------------------------

  private become(start: Start | null, cell: string | null): void {
    if (start === null) {
      const left = this.ground.triangles - this.start.length;
      this.told = this.t(left > 0 ? "editor.start.taken" : "editor.start.none");
      return;
    }
    if (JSON.stringify(start) === JSON.stringify(this.start)) return;
    this.value = start;
    this.boardSetup = null; // the filled cells are requested again
    this.dispatchEvent(new CustomEvent("edit", { detail: start }));
    const { left } = reserveOf(start, [], this.ground);
    const told = this.t("editor.start.left", { count: left });
    this.told = cell === null ? told : `${this.label(cell)}. ${told}`;
  }

  private toggle(cell: string): void {
    this.current = cell;
    this.become(toggled(this.start, cell, this.ground), cell);
  }

  /** Handles taps, and the clicks of screen readers. */
  private clicked(event: MouseEvent): void {
    const cell = cellAt(event.target);
    if (cell !== null && !this.dragged) this.toggle(cell);
    this.dragged = false;
  }

  private begin(event: PointerEvent): void {
    this.dragged = false;
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const cell = cellAt(event.target);
    const reserve = event.target.closest("[data-reserve]") !== null;
    if (!reserve && (cell === null || !this.start.includes(cell))) return;
    this.down = { x: event.clientX, y: event.clientY };
    this.drag = { from: cell, at: this.spot(event), moving: false, over: cell };
    window.addEventListener("pointermove", this.goesOn);
    window.addEventListener("pointerup", this.ends);
    window.addEventListener("pointercancel", this.ends);
    // Prevents the mouse from selecting text or dragging the drawing as an image.
    if (event.pointerType === "mouse") event.preventDefault();
  }

  private goOn(event: PointerEvent): void {
    if (!this.drag || !this.down) return;
    const far = Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > SLACK;
    if (!far && !this.drag.moving) return;
    // Touch events are sent to the element where they began, so the cell under the finger is looked up.
    const over = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    this.drag = { ...this.drag, at: this.spot(event), moving: true, over };
  }

  private end(event: PointerEvent): void {
    const drag = this.drag;
    this.letGo();
    if (!drag?.moving || event.type === "pointercancel") return;
    this.dragged = true;
    const to = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (to !== null) this.current = to;
    this.become(moved(this.start, drag.from, to, this.ground), to ?? drag.from);
  }

  private letGo(): void {
    window.removeEventListener("pointermove", this.goesOn);
    window.removeEventListener("pointerup", this.ends);
    window.removeEventListener("pointercancel", this.ends);
    this.drag = null;
    this.down = null;
  }

  /** Returns the pointer's position on the board. */
  private spot(event: PointerEvent): Spot {
    const board = this.querySelector<SVGSVGElement>(".start-board");
    const matrix = board?.getScreenCTM();
    if (!matrix) return { x: 0, z: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: x / SIDE, z: y / SIDE };
  }

  private pressed(event: KeyboardEvent): void {
    const cell = cellAt(event.target);
    if (cell === null || event.altKey || event.metaKey || event.ctrlKey) return;
    const to = step(this.rows, cell, event.key, this.ground);
    if (to !== null) {
      this.current = to;
      this.querySelector<SVGElement>(`[data-cell="${to}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.toggle(cell);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.become(moved(this.start, cell, null, this.ground), cell);
    } else {
      return;
    }
    event.preventDefault();
  }
}

function path(spots: readonly Spot[]): string {
  return spots.map(({ x, z }) => `${(x * SIDE).toFixed(1)},${(z * SIDE).toFixed(1)}`).join(" ");
}

function cellAt(target: EventTarget | null): string | null {
  const found = target instanceof Element ? target.closest<SVGElement>("[data-cell]") : null;
  return found?.dataset.cell ?? null;
}

customElements.define("on-top-start-editor", StartEditor);

const maker: EditorFactory = {
  empty: () => [],
  house: (base) => readStart(base.start, groundOf(base)) ?? [],
  read: (data, base) => readStart(data, groundOf(base)),
  make: () => new StartEditor(),
};
export default maker;
