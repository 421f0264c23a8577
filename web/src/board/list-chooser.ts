/**
 * Chooses a move from plain lists, one for each part. Works for any game without a picture.
 *
 * Shown while the picture loads, if it cannot be drawn, and on request.
 */
import { byNumber } from "./by-number.ts";
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { t, wordsOf } from "../i18n/i18n.ts";
import { matchingMoves, type MoveSelection } from "./move-selection.ts";
import { partName, valueName } from "./move-words.ts";
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
    const words = wordsOf(this.game);
    const others = Object.fromEntries(
      this.choosing.choices.filter((c) => c.part !== part).map((c) => [c.part, c.value]),
    );
    const values = [
      ...new Set(matchingMoves(this.choosing.legal, others).map((move) => move.parts[part] ?? "")),
    ].sort(byNumber);
    return html`<label class="field">
      <span>${partName(words, part)}</span>
      <select data-part=${part} @change=${(event: Event) => {
        const value = (event.target as HTMLSelectElement).value;
        const detail: Chosen = { part, value, keys: false };
        if (value) this.dispatchEvent(new CustomEvent("choose", { detail }));
      }}>
        <option value="" ?selected=${!(part in chosen)}>${t("list.choose")}</option>
        ${values.map(
          (value) =>
            html`<option value=${value} ?selected=${chosen[part] === value}>${valueName(words, part, value)}</option>`,
        )}
      </select>
    </label>`;
  }
}
