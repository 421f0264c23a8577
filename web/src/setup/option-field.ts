/** Field for one option of a game. Fires `pick` (detail: the value; null for the default). */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { has, translator } from "../i18n/i18n.ts";
import type { GameInfo, OptionInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import "./data-option.ts";
import { othersOf, parseNumber } from "./options.ts";

@customElement("option-field")
export class OptionField extends LightElement {
  @property({ attribute: false }) game!: GameInfo;
  @property({ attribute: false }) option!: OptionInfo;
  /** All chosen options. */
  @property({ attribute: false }) chosen: Record<string, unknown> = {};

  protected override render(): TemplateResult {
    const { game, option, chosen } = this;
    const value = chosen[option.name] ?? option.default;
    if (option.kind === "number") return this.number(String(value));
    if (option.kind === "data" || option.kind === "list") {
      return html`<data-option .game=${game.name} .option=${option} .others=${othersOf(game, option, chosen)}
        @pick=${(event: CustomEvent<unknown>) => this.pick(event.detail)}></data-option>`;
    }
    const key = `option.${option.name}`;
    return html`<fieldset class="choice">
      <legend>${translator(game.name)(key)}</legend>
      <div class="segments">${option.values.map((choice) => html`<label class="segment">
        <input type="radio" name=${key} .value=${JSON.stringify(choice)} .checked=${JSON.stringify(choice) === JSON.stringify(value)}
          @change=${() => this.pick(choice)} />
        <span class="segment-face">${this.named(`${key}.${String(choice)}`)}</span></label>`)}</div>
    </fieldset>`;
  }

  /** Renders a message of the game, with its hint if there is one. */
  private named(key: string): TemplateResult {
    const words = translator(this.game.name);
    return html`<span>${words(key)}</span>${has(this.game.name, `${key}.hint`)
      ? html`<small>${words(`${key}.hint`)}</small>` : nothing}`;
  }

  private number(value: string): TemplateResult {
    const { option } = this;
    const words = translator(this.game.name);
    const key = `option.${option.name}`;
    const [least, greatest] = option.values;
    return html`<label class="field number-option">
      <span>${words(key)}${has(this.game.name, `${key}.hint`) ? html` <small>(${words(`${key}.hint`)})</small>` : nothing}</span>
      <input type="number" inputmode="numeric" name=${key} required min=${String(least)} max=${String(greatest)}
        .value=${value}
        @change=${(event: Event) => this.pick(parseNumber((event.target as HTMLInputElement).value, option))} />
    </label>`;
  }

  private pick(value: unknown): void {
    this.dispatchEvent(new CustomEvent("pick", { detail: value }));
  }
}

/** Returns in words the options that are not at their defaults. */
export function optionTexts(game: GameInfo, asked: readonly OptionInfo[], chosen: Record<string, unknown>): string[] {
  const words = translator(game.name);
  return asked.filter(({ name, default: usual }) => name in chosen && JSON.stringify(chosen[name]) !== JSON.stringify(usual))
    .map(({ name, kind }) => {
      const key = `option.${name}`;
      if (kind === "data" || kind === "list") return words(key);
      const value = String(chosen[name]);
      return has(game.name, `${key}.${value}`) && !/^\d+$/.test(value) ? words(`${key}.${value}`) : `${words(key)}: ${value}`;
    });
}
