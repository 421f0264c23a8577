/** Chooses the clock of a new table: presets for the number of players, or own times. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import type { CreateTable } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { clockText, FIELDS, PRESETS, presetsFor, type ClockChoice, type Kind } from "./presets.ts";

/** Fires `pick` (detail: the clock, or null). */
@customElement("clock-field")
export class ClockField extends LightElement {
  @property({ type: Number }) seats = 2;
  /** The clock to begin with. */
  @property({ attribute: false }) clock: ClockChoice | null = null;
  @state() private chosen = "";
  @state() private kind: Kind = "real";
  @state() private values: Record<string, number> = {};

  private get kinds(): Kind[] {
    return [this.seats === 2 ? "real" : "turn", "days"];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { clock } = this;
    if (!clock) return;
    const preset = PRESETS.find((one) => clockText(one, t) === clockText(clock, t));
    this.chosen = preset ? JSON.stringify(preset) : "own";
    this.kind = clock.kind;
    const { kind: _, ...values } = clock;
    this.values = values;
  }

  protected override willUpdate(): void {
    const known = presetsFor(this.seats).map((preset) => JSON.stringify(preset));
    if (this.chosen !== "" && this.chosen !== "own" && !known.includes(this.chosen)) {
      this.chosen = "";
      this.tell();
    }
    if (!this.kinds.includes(this.kind)) {
      this.kind = this.kinds[0] ?? "days";
      if (this.chosen === "own") this.tell();
    }
  }

  protected override render(): TemplateResult {
    return html`<label class="field"><span>${t("clock")}</span>
        <select name="clock" @change=${(event: Event) => this.pick((event.target as HTMLSelectElement).value)}>
          <option value="" ?selected=${this.chosen === ""}>${t("clock.none")}</option>
          ${presetsFor(this.seats).map((preset) => html`<option value=${JSON.stringify(preset)}
            ?selected=${this.chosen === JSON.stringify(preset)}>${clockText(preset, t)}</option>`)}
          <option value="own" ?selected=${this.chosen === "own"}>${t("clock.own")}</option>
        </select></label>
      ${this.chosen === "own" ? this.own() : nothing}`;
  }

  private own(): TemplateResult {
    return html`<label class="field"><span>${t("clock.kind")}</span>
        <select name="clock-kind" @change=${(event: Event) => {
          this.kind = (event.target as HTMLSelectElement).value as Kind;
          this.tell();
        }}>
          ${this.kinds.map((kind) => html`<option value=${kind} ?selected=${kind === this.kind}>
            ${t(`clock.kind.${kind}`)}</option>`)}
        </select></label>
      ${FIELDS[this.kind].map(({ name, unit, least, most, usual }) => html`<label class="field number-option">
        <span>${t(`clock.${this.kind}.${name}`)}</span>
        <input type="number" inputmode="decimal" step="any" required name="clock-${name}"
          min=${least / unit} max=${most / unit} .value=${String((this.values[name] ?? usual) / unit)}
          @change=${(event: Event) => {
            const value = Math.round(Number((event.target as HTMLInputElement).value) * unit);
            this.values = { ...this.values, [name]: Math.min(most, Math.max(least, value)) };
            this.tell();
          }} /></label>`)}`;
  }

  private pick(value: string): void {
    this.chosen = value;
    this.tell();
  }

  private get result(): ClockChoice | null {
    if (this.chosen === "") return null;
    if (this.chosen !== "own") return PRESETS.find((preset) => JSON.stringify(preset) === this.chosen) ?? null;
    const times = FIELDS[this.kind].map(({ name, least, most, usual }) =>
      [name, Math.min(most, Math.max(least, this.values[name] ?? usual))]);
    return { kind: this.kind, ...Object.fromEntries(times) } as ClockChoice;
  }

  private tell(): void {
    this.dispatchEvent(new CustomEvent<CreateTable["clock"]>("pick", { detail: this.result }));
  }
}
