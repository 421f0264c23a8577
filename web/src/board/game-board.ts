/**
 * The board: a game's picture with a layer of buttons over it, one for each target.
 *
 * It shows the picture as SVG at once, and the one in 3D as soon as that is ready; where 3D is slow, only if it
 * is asked for. `data-drawn` is `flat` or `solid`; `data-ready` is true once the picture stays, `data-views`
 * is set if it can be seen in 3D and from above.
 *
 * Fires `choose` (detail: part, value, keys), `undo`, `model` (detail: the game's model), `drawn` when the
 * picture is replaced, and `drawing-known` when the view that fits this browser may have changed.
 */
import { html, nothing, render, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { t } from "../i18n/i18n.ts";
import "./board.css";
import "./drawn-marks.css";
import { arrowShapes, type BoardArrow } from "./arrows.ts";
import { type DrawnMark, markShapes } from "./drawn-marks.ts";
import { type Round, aimFactor, clearSide, hitTest } from "./hit-test.ts";
import type { Bodies, BoardModel, Scene, SceneInput, Target } from "../stage/scene.ts";
import { probeWebgl } from "../stage/webgl.ts";
import { nextTask } from "../ui/tasks.ts";
import { loadModel, modelOf } from "./load-game.ts";
import { Pictures, type PicturesHost } from "./pictures.ts";
import { Remarks } from "./remarks.ts";
import { isArrowKey, tabStop, arrowTarget } from "./arrow-navigation.ts";

export interface Chosen {
  part: string;
  value: string;
  /** Whether it was chosen by keyboard; focus then follows. */
  keys: boolean;
}

/** Smallest side of a target's element, in CSS pixels. */
const LEAST_SIDE = 26;
/** Milliseconds and CSS pixels between the two taps of a double tap, and its magnification. */
const DOUBLE_TAP = { milliseconds: 350, pixels: 30, zoom: 2 };

// Early, so that it is known when the first board is shown.
void probeWebgl();

@customElement("game-board")
export class GameBoard extends LightElement implements PicturesHost {
  @property() game = "";
  @property({ attribute: false }) boardSetup: Record<string, unknown> = {};
  @property({ attribute: false }) input: SceneInput | null = null;
  @property({ type: Boolean }) plan = false;
  /** Whether nothing can be chosen for now: the board looks so. */
  @property({ type: Boolean, reflect: true }) idle = false;
  @property() label = "";
  /** Identifies a game. Positions of the same game are animated, another game starts without motion. */
  @property() story = "";
  /** Moves that are pointed at; what they mean must stand next to the board as text. */
  @property({ attribute: false }) arrows: readonly BoardArrow[] = [];
  /** Drawn by a user; what they are must stand next to the board as text. */
  @property({ attribute: false }) marks: readonly DrawnMark[] = [];
  /** Places to choose instead of those of legal moves, as when a position is set up; null: those of moves. */
  @property({ attribute: false }) places: readonly Target[] | null = null;
  /** The chosen places. */
  @property({ attribute: false }) picked: readonly string[] = [];
  /** Whether the places are outlined. */
  @property({ type: Boolean, reflect: true, attribute: "data-outlined" }) outlined = false;
  @state() private targets: readonly Target[] = [];
  @state() private failed = false;
  @state() private current = "";
  /** Whether a spot is magnified so that a second tap can choose there. */
  @state() private aiming = false;
  /** Whether the user has closed the note about a lost graphics context. */
  @state() private noted = false;
  private readonly pictures = new Pictures(this);
  private readonly remarks = new Remarks(this);
  /** The input that the targets belong to. */
  private shown: SceneInput | null = null;
  /** The places that the targets belong to. */
  private offered: readonly Target[] | null = null;
  private words = "";
  /** Whether the picture was ready before the one that is being built. */
  private seen = false;
  /** Position of each target in the picture, in CSS pixels. */
  private placed: Round[] = [];
  /** Index of the target under the mouse: the nearest one if they overlap. */
  private under = -1;
  /** The last kind of pointer that pressed. */
  private pointer = "mouse";
  /** Whether the note stands at the lower edge. */
  private low = false;
  private tapped = { at: -Infinity, x: 0, y: 0 };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pictures.dispose();
    this.shown = null;
  }

  get model(): BoardModel | null {
    return this.pictures.model;
  }

  get scene(): Scene | null {
    return this.pictures.scene;
  }

  /** Bodies that a hand places; null until the picture is loaded. */
  get bodies(): Bodies | null {
    return this.scene?.bodies ?? null;
  }

  private get stage(): Pictures["stage"] {
    return this.pictures.stage;
  }

  /** Resolves once nothing moves in the picture. */
  async settled(): Promise<void> {
    await this.stage?.settled();
  }

  /** Turns or zooms the view, for buttons. */
  look(what: "left" | "right" | "nearer" | "farther" | "home"): void {
    this.aiming = false;
    if (what === "home") this.stage?.home();
    else if (what === "left" || what === "right") this.stage?.turn(what === "left" ? 0.4 : -0.4);
    else this.stage?.zoom(what === "nearer" ? 1.25 : 0.8);
  }

  /**
   * Focuses an open target, optionally of `part`: the first visible one, or else the first. Returns false if
   * there is none.
   */
  focusTarget(chosen: Record<string, string> = {}, part?: string): boolean {
    const open = this.targets.filter((target) =>
      chosen[target.part] !== target.value && (part === undefined || target.part === part));
    const seen = open.find((target) => this.placed[this.targets.indexOf(target)]?.visible);
    const next = seen ?? open[0];
    if (next) this.lead(next);
    return next !== undefined;
  }

  /** Focuses the target nearest to a point of the scene, in its plane. */
  focusNear({ x, z }: Target["at"]): void {
    const far = ({ at }: Target) => Math.hypot(at.x - x, at.z - z);
    const [nearest] = [...this.targets].sort((a, b) => far(a) - far(b));
    if (nearest) this.lead(nearest);
  }

  /**
   * Returns the target nearest to a point of the page that chooses `part`, directly or by dragging, or null
   * if none is within `reach` CSS pixels.
   */
  hitTest(clientX: number, clientY: number, part: string, reach: number): Target | null {
    const { left, top } = this.getBoundingClientRect();
    const among = this.placed.map((round, index): Round => {
      const target = this.targets[index];
      return { ...round, side: 1, visible: round.visible && [target?.part, target?.carries].includes(part) };
    });
    return this.targets[hitTest(among, { x: clientX - left, y: clientY - top }, reach)] ?? null;
  }

  protected override firstUpdated(): void {
    if (modelOf(this.game)) {
      // In a task of its own: with the rest of the page it would be long.
      void nextTask("user-visible").then(() => this.requestUpdate());
      return;
    }
    loadModel(this.game).then(
      () => this.requestUpdate(),
      () => (this.failed = true),
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { pictures } = this;
    if (changed.has("plan")) {
      this.aiming = false;
      pictures.viewChosen();
    }
    if (changed.has("story")) {
      this.shown = pictures.shown = null;
      this.remarks.clear();
    }
    if (changed.has("places")) this.toggleAttribute("data-places", this.places !== null);
    if (!this.input || !this.hasUpdated) return;
    if (pictures.makeModel()) {
      this.shown = null;
      this.dispatchEvent(new CustomEvent("model", { detail: this.model }));
    }
    if (this.model) this.takeIn(this.model, this.input);
  }

  /** Shows `input`, or the same in another language. */
  private takeIn(model: BoardModel, input: SceneInput): void {
    const before = this.shown;
    const language = document.documentElement.lang;
    const same = before === input && this.words === language;
    if (same && this.offered === this.places) return;
    this.offered = this.places;
    if (before !== input) {
      model.update(input, before);
      // What was said during the game would hide the final position.
      if (input.toAct === null) this.remarks.clear();
      if (before) this.remarks.add(model.remarks?.(before, input) ?? []);
      // A player who starts choosing needs to see the board.
      if (input.preview && input.preview !== before?.preview) this.remarks.clear();
    }
    this.shown = input;
    this.words = language;
    if (!same) this.pictures.show(input);
    this.targets = this.places ?? model.targets(input);
    this.stopAiming();
  }

  protected override updated(): void {
    this.place();
    this.pictures.settleView();
  }

  /** Called when another picture is shown. */
  replaced(): void {
    this.aiming = this.low = this.noted = false;
    this.requestUpdate();
    if (this.dataset.ready !== "true") return;
    this.seen = true;
    this.dispatchEvent(new Event("drawn"));
  }

  drawingKnown(): void {
    this.dispatchEvent(new Event("drawing-known"));
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const input = this.input;
    return html`
      <canvas aria-hidden="true"></canvas>
      <div class="flat"></div>
      <svg class="arrows" aria-hidden="true"></svg>
      <div class="layer" role="group" tabindex="-1" data-focus="idle" aria-label=${this.label}
        aria-describedby="board-told" @keydown=${this.pressed} @keyup=${this.keepInSight}
        @click=${this.clicked} @pointerdown=${(event: PointerEvent) => (this.pointer = event.pointerType)}
        @pointermove=${this.hovered} @pointerleave=${() => this.hover(-1)}>
        ${repeat(
          this.targets,
          (target) => target.id,
          (target) => html`<button
            type="button" class="target" data-target=${target.id} data-part=${target.part}
            data-value=${target.value} data-carries=${target.carries ?? nothing} aria-label=${target.label} title=${target.label}
            aria-pressed=${this.isPressed(target) ? "true" : "false"}
            aria-disabled=${this.idle ? "true" : nothing}
            tabindex=${target.id === this.current ? 0 : -1}
            @focus=${() => this.focused(target)}
          ></button>`,
        )}
      </div>
      ${this.remarks.view()}
      ${this.notes()}
      <p id="board-told" class="unseen">${input && this.model ? this.model.describe(input) : ""}</p>
      ${this.model && !(this.seen && this.pictures.building) || this.failed
        ? ""
        : html`<p class="board-loading" role="status">${t("board.loading")}</p>`}
    `;
  }

  private isPressed({ part, value }: Target): boolean {
    return this.places ? this.picked.includes(value) : this.input?.chosen[part] === value;
  }

  private notes(): TemplateResult {
    const note = (name: string, inside: TemplateResult, closing: string, close: () => void) =>
      html`<p class="board-note" role="status" data-note=${name} data-low=${this.low ? "" : nothing}>${inside}
        <button class="quiet round" data-action="close-note" title=${closing} aria-label=${closing}
          @click=${close}>${icon("close")}</button></p>`;
    if (this.aiming) {
      return note("aiming", html`${t("view.aiming")}`, t("view.whole"), () => this.stopAiming());
    }
    if (!this.pictures.lost || this.noted) return html``;
    return note("lost", html`${t("view.lost")} <button class="secondary" data-action="again-3d"
      @click=${() => this.pictures.changeStage(false)}>${t("view.again")}</button>`, t("close"), () => (this.noted = true));
  }

  /**
   * A click by keyboard chooses the focused target, a click by pointer the nearest one. A finger first
   * magnifies targets that are close together, and chooses with a second tap. Two taps beside all targets
   * magnify, too, or return to the whole board.
   */
  private clicked(event: MouseEvent): void {
    const id = (event.target as HTMLElement).dataset["target"];
    const own = this.targets.findIndex((target) => target.id === id);
    const keys = event.detail === 0;
    const nearest = keys ? own : this.targetAt(event);
    const index = nearest < 0 ? own : nearest;
    const chosen = this.targets[index];
    if (!chosen) this.tap(event);
    else if (keys || this.pointer === "mouse" || !this.aim(chosen, index)) this.choose(chosen, keys);
  }

  /** Magnifies the surroundings of a target if a finger cannot tell it from others; returns whether it did. */
  private aim({ at }: Target, index: number): boolean {
    const factor = aimFactor(this.placed, index);
    if (this.aiming || !this.stage || factor === 1) return false;
    this.stage.magnify(at, factor);
    // The note stands clear of what was aimed at.
    this.low = (this.placed[index]?.y ?? 0) < this.clientHeight / 2;
    this.aiming = true;
    return true;
  }

  private stopAiming(): void {
    if (!this.aiming) return;
    this.aiming = this.low = false;
    this.stage?.release();
  }

  private tap({ clientX, clientY, timeStamp }: MouseEvent): void {
    const { at, x, y } = this.tapped;
    const twice = timeStamp - at < DOUBLE_TAP.milliseconds &&
      Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP.pixels;
    this.tapped = { at: twice ? -Infinity : timeStamp, x: clientX, y: clientY };
    if (!twice || !this.stage) return;
    const { left, top } = this.getBoundingClientRect();
    if (this.stage.zoomed) this.look("home");
    else this.stage.zoom(DOUBLE_TAP.zoom, { x: clientX - left, y: clientY - top });
  }

  private hovered(event: PointerEvent): void {
    if (event.pointerType === "mouse") this.hover(event.buttons === 0 ? this.targetAt(event) : -1);
  }

  private hover(index: number): void {
    if (index === this.under) return;
    const buttons = this.querySelectorAll<HTMLElement>(".target");
    buttons[this.under]?.classList.remove("under");
    buttons[index]?.classList.add("under");
    this.under = index;
  }

  private targetAt({ clientX, clientY }: MouseEvent): number {
    const { left, top } = this.getBoundingClientRect();
    return hitTest(this.placed, { x: clientX - left, y: clientY - top });
  }

  private choose(target: Target, keys: boolean): void {
    this.stopAiming();
    const detail: Chosen = { part: target.part, value: target.value, keys };
    this.dispatchEvent(new CustomEvent("choose", { detail }));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.stopAiming();
      this.dispatchEvent(new Event("undo"));
      return;
    }
    const from = this.targets.findIndex((target) => target.id === this.current);
    let to = -1;
    if (isArrowKey(event.key)) to = arrowTarget(this.targets, from, event.key);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = this.targets.length - 1;
    const next = this.targets[to];
    if (!next) return;
    event.preventDefault();
    this.lead(next);
  }

  /** Keeps the focused target visible after a key has turned or zoomed the picture. */
  private readonly keepInSight = (event: KeyboardEvent): void => {
    if (!event.shiftKey && event.key !== "+" && event.key !== "=") return;
    const id = (document.activeElement as HTMLElement | null)?.dataset["target"];
    const target = this.targets.find((other) => other.id === id);
    if (target) this.stage?.reveal(target.at);
  };

  /** Focuses a target. It is moved into the picture first, so that the page need not scroll. */
  private lead(target: Target): void {
    this.stage?.reveal(target.at);
    this.place();
    this.button(target.id)?.focus();
  }

  private focused(target: Target): void {
    this.current = target.id;
    this.stage?.reveal(target.at);
  }

  private button(id: string): HTMLElement | null {
    return this.querySelector(`[data-target="${CSS.escape(id)}"]`);
  }

  /** Positions each target's element over its point in the picture. */
  place(): void {
    if (!this.stage) return;
    const { stage } = this;
    this.toggleAttribute("data-zoomed", stage.zoomed);
    const buttons = this.querySelectorAll<HTMLElement>(".target");
    const arrows = this.querySelector<SVGElement>(".arrows");
    const project = (point: Target["at"]) => stage.project(point);
    if (arrows) {
      render([markShapes(this.marks, project), arrowShapes(this.arrows, project)], arrows as unknown as HTMLElement);
    }
    this.hover(-1);
    this.placed = this.targets.map((target) => {
      const { x, y, visible, scale } = stage.project(target.at);
      return { x, y, visible, side: Math.max(LEAST_SIDE, 2 * target.radius * scale) };
    });
    this.placed.forEach(({ x, y, visible }, index) => {
      const button = buttons[index];
      if (!button) return;
      const side = clearSide(this.placed, index);
      button.style.width = button.style.height = `${side}px`;
      button.style.transform = `translate(${x - side / 2}px, ${y - side / 2}px)`;
      button.classList.toggle("outside", !visible);
    });
    // The focused target stays the Tab stop, also while the camera moves towards it.
    if (this.querySelector(".target:focus")) return;
    const seen = this.targets.map(({ id }, index) => ({ id, visible: this.placed[index]?.visible ?? false }));
    this.current = this.targets[tabStop(seen, this.current)]?.id ?? "";
  }
}
