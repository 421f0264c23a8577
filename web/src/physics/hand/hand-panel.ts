/** Panel next to the board: how to take, turn and release a body. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { has, t, translator } from "../../i18n/i18n.ts";
import type { Hand } from "./hand.ts";
import { KEYS, press } from "./keys.ts";

/** Up to this number of faces each has room for its name. */
const FEW = 3;

/** Fires `hurry` to skip an animation, and `view` as the layer does. */
@customElement("hand-panel")
export class HandPanel extends LightElement {
  @property({ attribute: false }) hand!: Hand;
  @property() game = "";
  /** Name of the hand's player. */
  @property() name = "";
  /** Mark of the seat, next to the heading. */
  @property() mark = "";
  @state() private turn = 0;
  private of: Hand | null = null;
  private stage = "";
  private readonly changed = () => this.requestUpdate();
  private readonly drawn = () => (this.turn = this.hand.degrees);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave();
  }

  private leave(): void {
    this.of?.removeEventListener("change", this.changed);
    this.of?.removeEventListener("draw", this.drawn);
    this.of = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("hand") || !this.of) {
      this.leave();
      this.of = this.hand;
      this.hand.addEventListener("change", this.changed);
      this.hand.addEventListener("draw", this.drawn);
    }
    this.turn = this.hand.degrees;
  }

  protected override updated(): void {
    const { stage } = this.hand;
    if (stage === this.stage) return;
    this.stage = stage;
    // Keyboard focus moves on: to the faces, then to the area in which arrow keys move the body.
    if (!this.hand.byKeys) return;
    if (stage === "choose") this.querySelector<HTMLElement>("input[type=radio]:checked")?.focus();
    else if (stage === "held") this.hand.area?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { hand } = this;
    switch (hand.stage) {
      case "choose":
        return this.card(t("hand.yours", { what: this.what }), html`
          ${this.faces()} ${this.turning()}
          <button class="primary big" data-action="take" @click=${() => this.take()}>${icon("hand")}
            ${t("hand.take")}</button>
          ${this.help()}`);
      case "held":
      case "lowered":
      case "gone":
        return this.card(t("hand.yours", { what: this.what }), html`
          ${this.turning()}
          <div class="hand-go">
            <button class="primary big" data-action="let-go" ?disabled=${hand.stage !== "held"}
              @click=${() => hand.letGo()}>${t(hand.stage === "held" ? "hand.let_go" : "hand.gone")}</button>
            <button class="secondary" data-action="back" ?disabled=${hand.stage !== "held"}
              @click=${() => hand.back()}>${icon("undo")} ${t("hand.back")}</button>
          </div>
          ${this.help()}`);
      case "other":
        return this.card(t("hand.theirs", { name: this.name, what: this.what }), html`
          <p class="hint">${t("hand.watching")}</p>`);
      case "animation":
        return this.card(t(hand.playback.tumbled ? "hand.fall" : "hand.breath"), html`
          <button class="secondary" data-action="hurry"
            @click=${() => this.dispatchEvent(new Event("hurry"))}>${t("hand.hurry")}</button>`);
      default:
        return nothing;
    }
  }

  /** Takes the body. The keys continue at the board, since the button goes. */
  private take(): void {
    this.hand.take();
    this.hand.area?.focus({ preventScroll: true });
  }

  /** The body's name, as it appears in a sentence. */
  private get what(): string {
    const key = this.hand.body?.key ?? "";
    return translator(this.game)(has(this.game, `the_${key}`) ? `the_${key}` : key);
  }

  private card(heading: string, inside: TemplateResult): TemplateResult {
    const { hand } = this;
    return html`<section class="card hand-panel" data-hand=${hand.stage}
      @keydown=${(event: KeyboardEvent) => this.pressed(event)}>
      <h2 id="hand-title">
        ${this.mark
          ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${this.mark}</span></span>`
          : nothing}
        <span>${heading}</span>
        ${hand.shown?.assist ? html`<span class="tag">${t("hand.assist")}</span>` : nothing}</h2>
      ${hand.notice ? html`<p class="notice" role="alert">${t(`hand.${hand.notice}`)}</p>` : nothing}
      ${inside}
    </section>`;
  }

  private faces(): TemplateResult | typeof nothing {
    const { hand } = this;
    const { grips } = hand;
    if (grips.length < 2) return nothing;
    const few = grips.length <= FEW;
    return html`<fieldset class="hand-faces ${few ? "few" : ""}"><legend>${t("hand.face")}</legend>
      ${grips.map((grip, index) => {
        const picture = hand.shown?.bodies?.grips?.(hand.body?.name ?? "", grip);
        const name = has(this.game, `grip.${grip}`)
          ? translator(this.game)(`grip.${grip}`)
          : t("hand.face.number", { number: index + 1 });
        return html`<label title=${few ? nothing : name}><input type="radio" name="hand-face" value=${grip}
            .checked=${grip === hand.grip} @change=${() => hand.choose(grip)} />
          <span class="hand-face">${picture ? unsafeHTML(picture) : index + 1}
            <span class=${few ? "" : "unseen"}>${name}</span></span></label>`;
      })}
    </fieldset>`;
  }

  private turning(): TemplateResult {
    const { hand } = this;
    const degrees = Math.round(this.turn);
    const step = (by: number) => hand.twist(by);
    return html`<div class="hand-turn" role="group" aria-label=${t("hand.turn")}>
      <button class="tool" aria-label=${t("hand.turn.left")} title=${t("hand.turn.left")}
        @click=${() => step(15)}>${icon("turn_left")}</button>
      <input type="range" min="-180" max="180" step="1" .value=${String(degrees)}
        aria-label=${t("hand.turn")} aria-valuetext=${t("hand.degrees", { count: degrees })}
        @input=${(event: Event) => hand.turnTo(Number((event.target as HTMLInputElement).value))} />
      <button class="tool" aria-label=${t("hand.turn.right")} title=${t("hand.turn.right")}
        @click=${() => step(-15)}>${icon("turn_right")}</button>
    </div>`;
  }

  private help(): TemplateResult {
    const finger = matchMedia("(pointer: coarse)").matches;
    return html`<p class="hint">${t(finger ? "hand.hint.finger" : "hand.hint.mouse")}</p>
      <details class="unfold hand-help"><summary>${t("hand.keys")}</summary>
        <dl id="hand-keys">${KEYS.map(({ keys, told }) => html`
          <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${t(told)}</dd>`)}</dl>
      </details>`;
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const on = event.target as HTMLElement;
    // Buttons and sliders handle keys themselves, as do the faces, except for the key that continues.
    if (on.matches("button, summary") && (event.key === "Enter" || event.key === " ")) return;
    if (on.matches("input") && (event.key.startsWith("Arrow") || event.key.startsWith("Page"))) return;
    if (on.matches("input") && event.key === " ") return;
    if (!press(this.hand, event, () => this.dispatchEvent(new Event("view")))) return;
    event.preventDefault();
    this.hand.keyed();
  }
}
