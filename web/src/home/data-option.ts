/**
 * An option that is data (a board, a lake): the house's, one that this browser keeps, one from a
 * file. Where the game has an editor for it, a link leads there.
 *
 * Fires `pick` (detail: the value, "house" for the house's).
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { optionTroubles } from "../app/trouble.ts";
import { KeptBoards, type KeptBoard } from "../make/boards.ts";
import { ofFile } from "../make/carried.ts";
import { hasEditor } from "../make/editors.ts";
import { api } from "../net/api.ts";
import { gameName, has, say, sayer } from "../words/words.ts";

@customElement("data-option")
export class DataOption extends Plain {
  @property() game = "";
  @property() option = "";
  @state() private boards: KeptBoard[] = [];
  @state() private file: { name: string; value: unknown } | null = null;
  /** `house`, `file`, or `kept:` and a name. */
  @state() private chosen = "house";
  @state() private trouble = "";

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("game") && !changed.has("option")) return;
    this.boards = new KeptBoards(localStorage, this.game, this.option).all();
    this.file = null;
    this.chosen = "house";
    this.trouble = "";
  }

  protected override render(): TemplateResult {
    const words = sayer(this.game);
    const key = `option.${this.option}`;
    const house = has(this.game, `${key}.house`) ? words(`${key}.house`) : say("make.house");
    return html`<div class="data-option">
      <label class="field"><span>${words(key)}</span>
        <select data-option=${this.option} @change=${(event: Event) =>
          this.choose((event.target as HTMLSelectElement).value)}>
          <option value="house" .selected=${this.chosen === "house"}>${house}</option>
          ${this.boards.map(({ name }) => html`<option value="kept:${name}"
            .selected=${this.chosen === `kept:${name}`}>${name}</option>`)}
          ${this.file
            ? html`<option value="file" .selected=${this.chosen === "file"}>
                ${say("make.from_file", { name: this.file.name })}</option>`
            : nothing}
        </select>
      </label>
      <div class="data-ways">
        ${hasEditor(this.game, this.option)
          ? html`<a class="button quiet" href="/make/${this.game}/${this.option}"
              data-action="enter-board">${icon("plus")} ${say("make.own")}</a>`
          : nothing}
        <label class="button quiet file">${icon("copy")} ${say("make.file")}
          <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
        </label>
      </div>
      <p class="trouble" role="alert">${this.trouble}</p>
    </div>`;
  }

  private choose(chosen: string): void {
    this.chosen = chosen;
    this.trouble = "";
    const kept = this.boards.find(({ name }) => chosen === `kept:${name}`);
    this.tell(chosen === "file" ? this.file?.value : (kept?.value ?? "house"));
  }

  private tell(value: unknown): void {
    this.dispatchEvent(new CustomEvent("pick", { detail: value }));
  }

  private async fileChosen(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    const bad = (reason: string) => {
      this.trouble = say("boards.bad_file", {
        name: file.name, game: gameName(this.game), reason,
      });
    };
    try {
      const value = ofFile(await file.text(), this.option);
      await api.checkOptions(this.game, { [this.option]: value });
      this.file = { name: file.name, value };
      this.choose("file");
    } catch (error) {
      if (error instanceof SyntaxError) bad(say("boards.not_json"));
      else bad(optionTroubles(error, this.game).join("; "));
    }
    input.value = "";
  }
}
