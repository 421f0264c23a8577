/** The solution of a level, position by position. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { reducedMotion } from "../ui/motion.ts";
import { playSound } from "../ui/sound.ts";
import type { Frame, PositionResponse } from "../net/protocol.ts";
import "../replay/variation.css";
import { transport } from "../replay/transport.ts";
import { t, translator } from "../i18n/i18n.ts";

/** Milliseconds between positions. */
const PACE = 1200;

export class Film implements ReactiveController {
  private frames: Frame[] = [];
  private at = 0;
  private playing = 0;
  /** Whether it begins at the start, since the current position cannot be solved. */
  private fromStart = false;
  private readonly host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.pause();
  }

  get isOpen(): boolean {
    return this.frames.length > 0;
  }

  /** The frame that is shown; undefined if the film is closed. */
  get frame(): Frame | undefined {
    return this.frames[this.at];
  }

  /** Shows the positions after `from`. It plays by itself unless the user prefers reduced motion. */
  open(from: PositionResponse, frames: readonly Frame[], fromStart: boolean): void {
    const { position, scores } = from;
    this.frames = [{ event: null, position, scores, to_act: null, poses: {} }, ...frames];
    this.at = 0;
    this.fromStart = fromStart;
    if (!reducedMotion()) this.toggle();
    this.host.requestUpdate();
  }

  close(): void {
    this.pause();
    this.frames = [];
    this.at = 0;
    this.host.requestUpdate();
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  private get last(): number {
    return this.frames.length - 1;
  }

  private go(to: number): void {
    this.pause();
    this.show(to);
  }

  private show(to: number): void {
    const at = Math.min(this.last, Math.max(0, to));
    if (at === this.at + 1) playSound("move");
    this.at = at;
    this.host.requestUpdate();
  }

  private pause(): void {
    clearInterval(this.playing);
    this.playing = 0;
  }

  private toggle(): void {
    if (this.playing) {
      this.pause();
    } else {
      if (this.at === this.last) this.at = 0;
      this.playing = window.setInterval(() => {
        this.show(this.at + 1);
        if (this.at === this.last) this.pause();
      }, PACE);
    }
    this.host.requestUpdate();
  }

  /** Renders the description of the position and the buttons. */
  controls(game: string, leave: () => void): TemplateResult {
    const { at, last } = this;
    const words = this.frame?.event?.message;
    return html`<section class="controls solo-film" aria-labelledby="film-title" data-film-at=${at} data-film-last=${last}>
      <h2 id="film-title" tabindex="-1">${t("solo.solution")}</h2>
      <p role="status" class="replay-told"><strong>${t("replay.at", { at, of: last })}</strong>
        ${words ? translator(game)(words.key, words.args) : t(this.fromStart ? "solo.film.start" : "solo.film.here")}</p>
      ${transport(at, last, this.playing !== 0, (to) => this.go(to), () => this.toggle())}
      <button class="secondary" data-action="close-film" @click=${leave}>
        ${icon("close")} ${t("solo.film.close")}</button>
    </section>`;
  }
}
