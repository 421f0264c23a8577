/** A game's rules: numbered chapters from its catalogue, with pictures. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { pictureOf } from "../net/games.ts";
import { has, loadGameMessages, loadLazyMessages, t, translator } from "../i18n/i18n.ts";
import "./rules.css";

/** Chapters have the keys `rules.1.title` and `rules.1.text`, `rules.2...`; pictures are named `rules-1`. */
@customElement("rules-text")
export class RulesText extends LightElement {
  @property() game = "";
  /** Whether the chapters are directly below a page's title, so that their headings have level 2. */
  @property({ type: Boolean }) ofPage = false;
  /** Whether all texts are loaded. */
  @state() private loaded = false;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("game")) return;
    this.loaded = has(this.game, "rules.1.text") && has("", "controls.title");
    if (this.loaded) return;
    void Promise.all([loadGameMessages(this.game, "all"), loadLazyMessages()]).then(() => (this.loaded = true));
  }

  private heading(text: string): TemplateResult {
    return this.ofPage ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
  }

  protected override render(): TemplateResult {
    const words = translator(this.game);
    const chapters: TemplateResult[] = [];
    for (let number = 1; has(this.game, `rules.${number}.text`); number += 1) {
      const picture = pictureOf(this.game, `rules-${number}`);
      chapters.push(html`<section class="rule">
        ${this.heading(words(`rules.${number}.title`))}
        ${picture ? html`<img src=${picture} alt="" width="320" height="200" />` : nothing}
        ${words(`rules.${number}.text`)
          .split("\n")
          .map((paragraph) => html`<p>${paragraph}</p>`)}
      </section>`);
    }
    return html`<div class="rules-text">
      ${chapters}
      ${this.loaded && chapters.length === 0 ? html`<p>${t("rules.none")}</p>` : nothing}
      ${has("", "controls.title")
        ? html`<section class="rule">
            ${this.heading(t("controls.title"))}
            ${t("controls.text", { play: words("action.play") }).split("\n").map((paragraph) => html`<p>${paragraph}</p>`)}
          </section>`
        : nothing}
    </div>`;
  }
}
