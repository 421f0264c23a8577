/**
 * Chooses a move from plain lists, one for each part. Works for any game without a picture.
 *
 * Shown while the picture loads, if it cannot be drawn, and on request.
 */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { has, t, translator } from "../i18n/i18n.ts";
import { matchingMoves, type MoveSelection } from "./move-selection.ts";
import type { Chosen } from "./game-board.ts";

@customElement("list-chooser")
export class ListChooser extends LightElement {
  @property() game = "";
  @property({ attribute: false }) choosing!: MoveSelection;

  protected override render(): TemplateResult {
    const { legal, chosen } = this.choosing;
    const parts = [...new Set(legal.flatMap((move) => Object.keys(move.parts)))];
    return html`<div class="lists">${parts.map((part) => this.list(part, chosen))}</div>`;
  }

  private list(part: string, chosen: Record<string, string>): TemplateResult {
    const words = translator(this.game);
    const others = Object.fromEntries(
      this.choosing.choices.filter((c) => c.part !== part).map((c) => [c.part, c.value]),
    );
    const values = [
      ...new Set(matchingMoves(this.choosing.legal, others).map((move) => move.parts[part] ?? "")),
    ].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    const name = (value: string) => {
      const known = [`part.${part}.${value}`, `${part}.${value}`].find((key) => has(this.game, key));
      return known === undefined ? value : words(known);
    };
    return html`<label class="field">
      <span>${words(`part.${part}`)}</span>
      <select data-part=${part} @change=${(event: Event) => {
        const value = (event.target as HTMLSelectElement).value;
        const detail: Chosen = { part, value, keys: false };
        if (value) this.dispatchEvent(new CustomEvent("choose", { detail }));
      }}>
        <option value="" ?selected=${!(part in chosen)}>${t("list.choose")}</option>
        ${values.map(
          (value) =>
            html`<option value=${value} ?selected=${chosen[part] === value}>${name(value)}</option>`,
        )}
      </select>
    </label>`;
  }
}
