/** A game's rules as a page of their own. */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { gameName, has, loadGameWords, say } from "../words/words.ts";
import "./rules-text.ts";

@customElement("rules-page")
export class RulesPage extends Plain {
  @property() game = "";

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("game")) void loadGameWords(this.game).then(() => this.requestUpdate());
  }

  protected override render(): TemplateResult {
    const ready = has(this.game, "rules.1.title");
    return html`<article class="rules-page card" data-ready=${ready ? "true" : "false"}>
      <a class="button quiet" href="/">${icon("back")} ${say("home")}</a>
      <h1>${ready ? gameName(this.game) : ""} <small>${say("rules")}</small></h1>
      ${ready
        ? html`<rules-text .game=${this.game}></rules-text>`
        : html`<p role="status">${say("loading")}</p>`}
    </article>`;
  }
}
