/**
 * Field for an option with structured data (a board, a start): the default, a preset of the game, one saved
 * in this browser, or a file. Links to the editor if the game has one.
 *
 * Fires `pick` (detail: the value; null for the default).
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { optionErrors } from "../net/error-text.ts";
import { SavedBoards, type SavedBoard } from "./saved-boards.ts";
import { sharedBoard, boardFragment, valueFromFile, sameOthers } from "./share-board.ts";
import { hasEditor } from "./load-editor.ts";
import { api } from "../net/api.ts";
import type { OptionInfo } from "../net/protocol.ts";
import { gameName, has, loadGameMessages, loadLazyMessages, t, translator } from "../i18n/i18n.ts";

/** `house`, `file`, `named:<name>` or `kept:<name>`. */
type Source = string;

@customElement("data-option")
export class DataOption extends LightElement {
  @property() game = "";
  @property({ attribute: false }) option!: OptionInfo;
  /** The chosen options that the value depends on. */
  @property({ attribute: false, hasChanged: (now, before) => !sameOthers(now as Others, before as Others) })
  others: Record<string, unknown> = {};
  @state() private boards: SavedBoard[] = [];
  @state() private file: { name: string; value: unknown } | null = null;
  @state() private chosen: Source = "house";
  @state() private trouble = "";

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("game") && !changed.has("option") && !changed.has("others")) return;
    this.boards = new SavedBoards(localStore, this.game, this.option.name)
      .all()
      .filter((board) => sameOthers(board.others, this.others));
    this.file = null;
    this.chosen = "house";
    this.trouble = "";
  }

  protected override render(): TemplateResult {
    const { name } = this.option;
    const words = translator(this.game);
    const key = `option.${name}`;
    const told = (what: string, otherwise: string) =>
      has(this.game, `${key}.${what}`) ? words(`${key}.${what}`) : t(otherwise);
    const choice = (source: Source, text: string) => html`<option value=${source}
      .selected=${this.chosen === source}>${text}</option>`;
    return html`<div class="data-option">
      <label class="field"><span>${words(key)}</span>
        <select data-option=${name} @change=${(event: Event) =>
          this.choose((event.target as HTMLSelectElement).value)}>
          ${choice("house", told("house", "who.house"))}
          ${Object.keys(this.option.presets ?? {}).map((one) =>
            choice(`named:${one}`, words(`${key}.${one}`)))}
          ${this.boards.map((board) => choice(`kept:${board.name}`, board.name))}
          ${this.file ? choice("file", t("who.from_file", { name: this.file.name })) : nothing}
        </select>
      </label>
      <div class="data-ways">
        ${hasEditor(this.game, name)
          ? html`<a class="button quiet" href=${this.editorLink()} data-action="enter-board">
              ${icon("plus")} ${told("own", "who.own")}</a>`
          : nothing}
        <label class="button quiet file">${icon("open")} ${t("who.file")}
          <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
        </label>
      </div>
      <p class="trouble" role="alert">${this.trouble}</p>
    </div>`;
  }

  /** Returns the address of the editor for the current value. */
  private editorLink(): string {
    const { depends_on: depends, name } = this.option;
    const page = `/editor/${this.game}/${name}`;
    if (!depends?.length) return page;
    return page + boardFragment(sharedBoard(this.label(), this.valueFrom(this.chosen) ?? null, this.others));
  }

  private label(): string {
    return this.chosen.startsWith("kept:") ? this.chosen.slice("kept:".length) : "";
  }

  private valueFrom(source: Source): unknown {
    if (source === "house") return undefined;
    if (source === "file") return this.file?.value;
    const name = source.slice(source.indexOf(":") + 1);
    if (source.startsWith("named:")) return this.option.presets?.[name];
    return this.boards.find((board) => board.name === name)?.value;
  }

  private choose(source: Source): void {
    this.chosen = source;
    this.trouble = "";
    this.dispatchEvent(new CustomEvent("pick", { detail: this.valueFrom(source) ?? null }));
  }

  private async fileChosen(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    const bad = (reason: string) => {
      this.trouble = t("boards.bad_file", {
        name: file.name, game: gameName(this.game), reason,
      });
    };
    try {
      const value = valueFromFile(await file.text(), this.option.name);
      await api.checkOptions(this.game, { ...this.others, [this.option.name]: value });
      this.file = { name: file.name, value };
      this.choose("file");
    } catch (error) {
      // Fault texts are part of the long texts.
      await Promise.all([loadLazyMessages(), loadGameMessages(this.game, "all")]);
      if (error instanceof SyntaxError) bad(t("boards.not_json"));
      else bad(optionErrors(error, this.game).join("; "));
    }
    input.value = "";
  }
}

type Others = Record<string, unknown> | undefined;
