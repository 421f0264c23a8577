/** The pictures of a board: SVG at once, and in 3D when that is built. */
import type { BoardModel, Scene, SceneHost, SceneInput } from "../stage/scene.ts";
import type { Stage } from "../stage/index.ts";
import { SvgStage } from "../stage/svg-stage.ts";
import { appearance } from "../stage/appearance.ts";
import { probeWebgl, slow3d, webgl } from "../stage/webgl.ts";
import { reducedMotion } from "../ui/motion.ts";
import { hearBoard, playSound, type SoundingBoard } from "../ui/sound.ts";
import { translator } from "../i18n/i18n.ts";
import { modelOf } from "./load-game.ts";
import { nextPaint } from "../ui/tasks.ts";
import { type Picture, type Site, buildPicture } from "./build-picture.ts";

/** The board element. Its `data-drawn`, `data-ready` and `data-views` tell what is shown. */
export interface PicturesHost extends HTMLElement {
  readonly game: string;
  readonly boardSetup: Record<string, unknown>;
  readonly plan: boolean;
  requestUpdate(): void;
  /** Called when projections have changed. */
  place(): void;
  /** Called when another picture is shown. */
  replaced(): void;
  /** Called when it is known how this browser draws, on which the view may depend. */
  drawingKnown(): void;
}

export class Pictures implements Site, SoundingBoard {
  model: BoardModel | null = null;
  scene: Scene | null = null;
  /** The input that is shown at the moment. */
  shown: SceneInput | null = null;
  made = "";
  /** Whether the browser took the graphics context away: the plan is shown instead. */
  lost = false;
  building = false;
  #flat: SvgStage | null = null;
  /** The picture in 3D, or its bodies; null before it is built. */
  #picture: Picture | null = null;
  /** Whether the picture in 3D could not be loaded now, or not be built ever. */
  #failed: "" | "now" | "ever" = "";
  readonly #host: PicturesHost;

  constructor(host: PicturesHost) {
    this.#host = host;
  }

  get game(): string {
    return this.#host.game;
  }

  get boardSetup(): Record<string, unknown> {
    return this.#host.boardSetup;
  }

  get plan(): boolean {
    return this.#host.plan;
  }

  get isConnected(): boolean {
    return this.#host.isConnected;
  }

  get canvas(): HTMLCanvasElement {
    return this.#host.querySelector("canvas") as HTMLCanvasElement;
  }

  get surface(): HTMLElement {
    return this.#host.querySelector(".layer") as HTMLElement;
  }

  get byHand(): boolean {
    return this.model?.byHand ?? false;
  }

  get pieces(): SoundingBoard["pieces"] {
    return this.model?.sound ?? "block";
  }

  get contact(): number {
    return (this.#solid ? this.scene?.contact?.() : this.#flat?.contact) ?? 0;
  }

  get #solid(): Stage | null {
    return this.#picture?.stage ?? null;
  }

  get stage(): Stage | SvgStage | null {
    return this.#solid ?? this.#flat;
  }

  /** Whether the picture in 3D is needed for what the user wants to see. */
  get #wanted(): boolean {
    if (this.model?.planOnly) return false;
    if (this.byHand) return true;
    return this.#can3d && !this.lost && !(this.plan && slow3d());
  }

  /** Whether this browser is known to draw in 3D. */
  get #can3d(): boolean {
    const kind = webgl();
    return kind === "software" || kind === "hardware";
  }

  /** Makes the game's model, again if the appearance or the setup has changed; returns whether it is new. */
  makeModel(): boolean {
    const wanted = appearance() + JSON.stringify(this.boardSetup);
    const factory = modelOf(this.game);
    const holder = this.#host.querySelector<HTMLElement>(".flat");
    if (!factory || !holder || (this.model && this.made === wanted)) return false;
    this.#clear();
    this.made = wanted;
    this.model = factory((key, args) => translator(this.game)(key, args), this.boardSetup);
    hearBoard(this);
    if (this.#picture) this.scene = this.#picture.factory(this.host(this.#solid), this.boardSetup);
    if (this.#solid) this.#solid.setScene(this.scene);
    else {
      this.#flat ??= this.#makeFlat(holder);
      this.#flat.setPicture(this.scene?.flat ?? this.model);
      this.#host.dataset.drawn = "flat";
    }
    return true;
  }

  #makeFlat(holder: HTMLElement): SvgStage {
    const flat = new SvgStage(holder, this.surface, () => !reducedMotion());
    flat.onView(() => this.#host.place());
    return flat;
  }

  /** Draws `input`, whose model is up to date. */
  show(input: SceneInput): void {
    const before = this.shown;
    if (before !== input) this.scene?.update(input, before);
    this.shown = input;
    if (this.#solid) this.#solid.invalidate();
    else this.#flat?.show(input, before !== null);
  }

  /** Tries again to load the picture in 3D when the user chooses a view. */
  viewChosen(): void {
    if (this.#failed === "now") this.#failed = "";
  }

  /** Shows the view that is wanted now; builds the picture in 3D for it if there is none. */
  settleView(): void {
    this.#solid?.setPlan(this.plan);
    this.#host.toggleAttribute(
      "data-views", this.model !== null && !this.model.planOnly && this.#can3d && !this.lost && this.#failed !== "ever",
    );
    if (!this.shown || this.building) return;
    const ready = this.#host.dataset.ready === "true";
    if (!ready || (this.#wanted && this.#missing)) void this.#complete();
  }

  get #missing(): boolean {
    return !this.#picture && !this.#failed;
  }

  /** Builds the picture in 3D if it is wanted. */
  async #complete(): Promise<void> {
    this.building = true;
    // The view may depend on the model, which the page has just got, and on how the browser draws.
    await nextPaint();
    if (webgl() === "unknown") {
      await probeWebgl();
      if (this.isConnected) this.#host.drawingKnown();
      await nextPaint();
    }
    if (this.isConnected && this.#wanted && this.#missing) await this.#build();
    this.building = false;
    if (!this.isConnected) return;
    if (this.lost && this.#solid) {
      this.changeStage(true);
      return;
    }
    this.#host.dataset.ready = "true";
    this.#host.place();
    this.#host.replaced();
  }

  /** Builds the picture in 3D behind the flat one, which can be played with in the meantime. */
  async #build(): Promise<void> {
    delete this.#host.dataset.ready;
    this.#host.requestUpdate();
    // If it fails, the flat picture stays.
    let failed: "now" | "ever" = "ever";
    const built = await buildPicture(this).catch(() => {
      failed = "now";
      return null;
    });
    if (!this.isConnected) return;
    this.#picture = built;
    this.#failed = built === null ? failed : "";
    if (built) this.scene = built.scene;
    if (built?.stage) {
      built.stage.onView(() => this.#host.place());
      this.#flat?.dispose();
      this.#flat = null;
      this.#host.dataset.drawn = "solid";
    } else if (built?.scene.flat) {
      this.#flat?.setPicture(built.scene.flat);
      if (this.shown) this.#flat?.show(this.shown);
    }
  }

  /** Draws the plan as SVG after a lost graphics context, or tries 3D again. */
  changeStage(lost: boolean): void {
    this.lost = lost;
    if (this.building) return;
    const solid = this.#solid;
    this.#clear();
    solid?.dispose();
    this.#picture = null;
    this.#failed = "";
    delete this.#host.dataset.ready;
    // A canvas keeps its lost context.
    if (lost) this.canvas.replaceWith(document.createElement("canvas"));
    this.#host.replaced();
  }

  host(stage: Stage | null): SceneHost {
    return {
      t: (key, args) => translator(this.game)(key, args),
      invalidate: () => (stage ?? this.#flat)?.invalidate(),
      get motion() {
        return !reducedMotion();
      },
      under: (clientX, clientY, y) => this.stage?.under(clientX, clientY, y) ?? null,
      sound: playSound,
    };
  }

  #clear(): void {
    this.#solid?.setScene(null);
    this.#flat?.setPicture(null);
    this.scene?.dispose();
    this.scene = this.model = this.shown = null;
  }

  dispose(): void {
    this.#clear();
    this.#flat?.dispose();
    this.#solid?.dispose();
    this.#flat = this.#picture = null;
    this.#failed = "";
    delete this.#host.dataset.ready;
  }
}
