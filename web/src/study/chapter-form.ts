/** Form for a new chapter: from the beginning of a game, from the shown position, or from one that is set up. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { errorText } from "../net/error-text.ts";
import type { GameInfo, OptionInfo } from "../net/protocol.ts";
import { setOption, visibleOptions } from "../setup/options.ts";
import { has, t, translator } from "../i18n/i18n.ts";
import { emptyChapter, newChapter } from "./study-source.ts";
import type { OpenChapter } from "./study-state.ts";

export type ChapterSource = "game" | "here" | "setup";

/** Fires `create` (detail: a chapter), and `setup` (detail: a chapter whose start is to be set up). */
@customElement("chapter-form")
export class ChapterForm extends LightElement {
  @property({ attribute: false }) game!: GameInfo;
  /** The shown chapter, whose options are proposed. */
  @property({ attribute: false }) like!: OpenChapter;
  /** The shown position; null if no chapter can begin there. */
  @property({ attribute: false }) here: Record<string, unknown> | null = null;
  /** Whether the game has a position editor. */
  @property({ type: Boolean, attribute: false }) canSetUp = false;
  @state() private source: ChapterSource = "game";
  @state() private options: Record<string, unknown> | null = null;
  @state() private busy = false;
  @state() private trouble = "";

  /** The chosen options that differ from the defaults. */
  private get chosen(): Record<string, unknown> {
    return this.options ?? { players: this.like.record.options.players };
  }

  protected override render(): TemplateResult {
    const sources: ChapterSource[] = ["game", ...(this.here ? ["here" as const] : []), ...(this.canSetUp ? ["setup" as const] : [])];
    return html`<form class="chapter-form" @submit=${(event: Event) => void this.create(event)}>
      <fieldset><legend>${t("study.chapter.from")}</legend>
        ${sources.map((source) => html`<label class="choice"><input type="radio" name="chapter-source" value=${source}
          .checked=${this.source === source} @change=${() => (this.source = source)} />
          <span>${t(`study.chapter.from.${source}`)}</span></label>`)}
      </fieldset>
      ${this.source === "here" ? nothing : this.optionFields()}
      <button class="primary" data-action="create-chapter" aria-busy=${this.busy}>
        ${t(this.source === "setup" ? "study.chapter.setup" : "study.chapter.create")}</button>
      <p class="trouble" role="alert">${this.trouble}</p>
    </form>`;
  }

  private optionFields(): TemplateResult {
    const { game, chosen } = this;
    const asked = visibleOptions(game, {}, chosen, (option) => has(game.name, `option.${option}`), () => false)
      .filter(({ kind }) => kind === "choice" || kind === "flag");
    return html`
      ${this.select("players", t("make.seats"), game.players.map((count) => [count, String(count)]), chosen.players)}
      ${asked.map((option) => this.option(option))}`;
  }

  private option(option: OptionInfo): TemplateResult {
    const words = translator(this.game.name);
    const key = `option.${option.name}`;
    const values = option.values.map((value): [unknown, string] => [value, words(`${key}.${String(value)}`)]);
    return this.select(option.name, words(key), values, this.chosen[option.name] ?? option.default);
  }

  private select(name: string, label: string, values: readonly [unknown, string][], chosen: unknown): TemplateResult {
    return html`<label class="field"><span>${label}</span>
      <select name=${name} @change=${(event: Event) => {
        const value: unknown = JSON.parse((event.target as HTMLSelectElement).value);
        this.options = setOption(this.game, this.chosen, name, value);
      }}>${values.map(([value, text]) => html`<option value=${JSON.stringify(value)}
        ?selected=${JSON.stringify(value) === JSON.stringify(chosen)}>${text}</option>`)}</select></label>`;
  }

  private async create(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      const { game, rules, options } = this.like.record;
      const chapter = this.source === "here" && this.here
        ? emptyChapter({ game, rules, options, start: this.here })
        : await newChapter(this.game, this.chosen);
      this.dispatchEvent(new CustomEvent(this.source === "setup" ? "setup" : "create", { detail: chapter }));
    } catch (error) {
      this.trouble = errorText(error, this.game.name);
    } finally {
      this.busy = false;
    }
  }
}
