/** Layer over the board while a hand is active or an animation is playing. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import "../countdown/countdown.ts";
import type { Countdown } from "../countdown/countdown.ts";
import { soundOn } from "../../ui/sound.ts";
import { currentLanguage, has, t, translator } from "../../i18n/i18n.ts";
import { Gestures } from "./gestures.ts";
import type { Hand } from "./hand.ts";
import "./hand.css";
import { topView } from "./top-view.ts";
import { press } from "./keys.ts";

/** Milliseconds between updates of the top view. */
const INSET = 40;

/** Fires `view` to switch between perspective and plan, and `look` (left, right). */
@customElement("hand-layer")
export class HandLayer extends LightElement {
  @property({ attribute: false }) hand!: Hand;
  @property() game = "";
  @state() private gap = 0;
  @state() private above = "";
  private gestures: Gestures | null = null;
  private of: Hand | null = null;
  private drawn = 0;
  /** The animation whose words are being spoken. */
  private counted = -1;
  private readonly changed = () => this.requestUpdate();
  private readonly picture = () => this.draw();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave();
  }

  private leave(): void {
    this.of?.removeEventListener("change", this.changed);
    this.of?.removeEventListener("draw", this.picture);
    this.of = null;
    this.gestures?.dispose();
    this.gestures = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("hand") && this.of) return;
    this.leave();
    this.of = this.hand;
    this.hand.addEventListener("change", this.changed);
    this.hand.addEventListener("draw", this.picture);
  }

  private get own(): boolean {
    return ["choose", "held", "lowered", "gone"].includes(this.hand.stage);
  }

  protected override updated(): void {
    const area = this.querySelector<HTMLElement>(".hand-area");
    if (area !== this.hand.area) {
      this.gestures?.dispose();
      this.gestures = area ? new Gestures(area, this.hand) : null;
      this.hand.area = area;
    }
    this.dataset["stage"] = this.hand.stage;
    this.countdown();
  }

  /** Starts the words of the current animation, or joins them. */
  private countdown(): void {
    const countdown = this.querySelector<Countdown>("empile-countdown");
    const { saying } = this.hand.playback;
    if (!countdown || !saying) {
      this.counted = -1;
      return;
    }
    if (this.counted === saying.animation) return;
    this.counted = saying.animation;
    void countdown.updateComplete.then(() => countdown.start(saying.ago));
  }

  private draw(): void {
    const { hand } = this;
    const now = performance.now();
    if (now - this.drawn < INSET) return;
    this.drawn = now;
    this.gap = Math.round(hand.target?.gap ?? 0);
    if (!hand.world || !hand.body || !(hand.body.name in hand.poses)) return;
    this.above = topView({
      shapes: hand.world.shapes, poses: hand.poses, held: hand.body.name,
      helped: this.own && (hand.shown?.assist ?? false),
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { stage } = this.hand;
    if (stage === "animation") return this.animation();
    if (stage === "other") return this.inset();
    if (this.own) return this.placing();
    return this.again();
  }

  private placing(): TemplateResult {
    const { stage, target } = this.hand;
    const { least, most } = target?.range ?? { least: 0, most: 60 };
    return html`<div class="hand-area ${stage}" tabindex="0" role="application" data-hand=${stage}
        aria-label=${t("hand.area")} aria-describedby="hand-keys"
        @keydown=${(event: KeyboardEvent) => this.pressed(event)}></div>
      ${stage === "held" ? this.inset() : nothing}
      ${stage === "held"
        ? html`<label class="hand-lever"><span class="unseen">${t("hand.height")}</span>
            <input type="range" orient="vertical" min=${Math.ceil(least)} max=${Math.floor(most)} step="1"
              .value=${String(this.gap)} aria-valuetext=${height(this.gap)}
              @input=${(event: Event) => this.lift(event)} />
            <span class="hand-level" aria-hidden="true" style=${`--at: ${-least / (most - least)}`}></span></label>`
        : nothing}
      <div class="hand-look">${this.look("left")} ${icon("eye")} ${this.look("right")}</div>`;
  }

  private look(way: "left" | "right"): TemplateResult {
    const told = t(`hand.look.${way}`);
    return html`<button class="tool" data-look=${way} title=${told} aria-label=${told}
      @click=${() => this.dispatchEvent(new CustomEvent("look", { detail: way }))}
      >${icon(way === "left" ? "turn_left" : "turn_right")}</button>`;
  }

  private lift(event: Event): void {
    this.hand.target?.raiseTo(Number((event.target as HTMLInputElement).value));
    this.hand.moved();
  }

  private inset(): TemplateResult | typeof nothing {
    if (!this.above) return nothing;
    return html`<figure class="hand-inset" aria-hidden="true">${unsafeHTML(this.above)}
      <figcaption>${t("hand.from_above")}</figcaption></figure>`;
  }

  private animation(): TemplateResult {
    const words = has(this.game, "countdown") ? translator(this.game)("countdown") : "";
    return html`${words && this.hand.playback.saying
        ? html`<div class="hand-countdown"><empile-countdown .words=${words} .seconds=${this.hand.world?.countdown ?? 3}
            .speak=${soundOn()} .language=${currentLanguage()}></empile-countdown></div>`
        : nothing}
      ${this.hand.playback.tumbled ? html`<p class="hand-fall" aria-hidden="true">${t("hand.fall")}</p>` : nothing}`;
  }

  private again(): TemplateResult | typeof nothing {
    if (!this.hand.playback.last) return nothing;
    const running = this.hand.playback.seenAgain;
    return html`<button class="secondary hand-again" data-action="see-again"
      aria-pressed=${running ? "true" : "false"} @click=${() => this.hand.seeAgain()}>
      ${icon(running ? "close" : "lower")} ${t(running ? "hand.stop" : "hand.slowly")}</button>`;
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (!press(this.hand, event, () => this.dispatchEvent(new Event("view")))) return;
    event.preventDefault();
    this.hand.keyed();
  }
}

/** Returns the height above the support, in words. */
export function height(gap: number): string {
  return gap < 0 ? t("hand.below", { count: -gap }) : t("hand.above", { count: gap });
}
