/** Page with a game's rules. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { loadGames } from "../net/games.ts";
import { gameName, has, loadGameMessages, t } from "../i18n/i18n.ts";
import "../ui/style/text-page.css";
import "./rules-text.ts";

@customElement("rules-page")
export class RulesPage extends LightElement {
  @property() game = "";
  /** Whether the game's messages are loaded; they may lack rules. */
  @state() private loaded = false;
  /** Whether the game has lessons. */
  @state() private taught = false;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("game")) return;
    this.loaded = false;
    void loadGameMessages(this.game, "all").then(() => (this.loaded = true));
    loadGames().then(
      (games) => (this.taught = games.some(({ name, lessons }) => name === this.game && lessons > 0)),
      () => undefined, // the rules are readable without it
    );
  }

  protected override render(): TemplateResult {
    const ready = this.loaded || has(this.game, "rules.1.text");
    if (ready) document.title = `${gameName(this.game)} · ${t("rules")} · Empile`;
    return html`<article class="rules-page text-page card" data-ready=${ready ? "true" : "false"}>
      <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
      <h1>${ready ? gameName(this.game) : ""} <small>${t("rules")}</small></h1>
      ${ready
        ? html`<rules-text .game=${this.game} .ofPage=${true}></rules-text>
            ${this.taught
              ? html`<a class="button primary" href="/learn/${this.game}">
                  ${icon("learn")} ${t("learn.by_playing")}</a>`
              : nothing}`
        : html`<p role="status">${t("loading")}</p>`}
    </article>`;
  }
}
