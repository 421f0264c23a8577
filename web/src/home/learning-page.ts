/** All ways to learn a game: lessons, rules, levels for one, a score pad for one's own box, and studies. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { gameName, has, t, translator } from "../i18n/i18n.ts";
import { errorText } from "../net/error-text.ts";
import { loadGames, pictureOf } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { hasScorepad } from "../scorepad/load-scorepad.ts";
import { hasEditor } from "../setup/load-editor.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon, type IconName } from "../ui/icons.ts";
import "./learning.css";

@customElement("learning-page")
export class LearningPage extends LightElement {
  @state() private games: GameInfo[] | null = null;
  @state() private trouble = "";

  override connectedCallback(): void {
    super.connectedCallback();
    loadGames().then((games) => (this.games = games), (error: unknown) => (this.trouble = errorText(error)));
  }

  protected override render(): TemplateResult {
    document.title = `${t("tabs.learn")} · Empile`;
    return html`<div class="learning" data-ready=${this.games ? "true" : "false"}>
      <h1>${t("tabs.learn")}</h1>
      <div class="learning-games">${this.games?.map((game) => this.game(game))}</div>
      <a class="card learning-studies" href="/study">${icon("study")}
        <span><strong>${t("studies.link")}</strong> ${t("studies.card")}</span></a>
      <p class="trouble" role="alert">${this.trouble}</p>
    </div>`;
  }

  private game(game: GameInfo): TemplateResult {
    const { name } = game;
    const picture = pictureOf(name, "tile") ?? pictureOf(name, "cover");
    return html`<section class="card" data-game=${name}>
      ${picture ? html`<img src=${picture} alt="" width="288" height="192" />` : nothing}
      <h2>${gameName(name)}</h2>
      <ul>
        ${game.lessons > 0 ? link(`/learn/${name}`, "learn", t("learn.lessons")) : nothing}
        ${has(name, "rules.1.title") ? link(`/rules/${name}`, "book", t("rules")) : nothing}
        ${game.solo > 0 ? link("/solo", "star", t("solo")) : nothing}
        ${hasScorepad(name) ? link(`/scorepad/${name}`, "pen", t("keeper.link")) : nothing}
        ${game.options.filter(({ name: option }) => hasEditor(name, option)).map(({ name: option }) => link(
          `/editor/${name}/${option}`, "plan",
          has(name, `editor.${option}.page.link`) ? translator(name)(`editor.${option}.page.link`) : t("boards.link")))}
      </ul>
    </section>`;
  }
}

function link(address: string, picture: IconName, text: string): TemplateResult {
  return html`<li><a href=${address}>${icon(picture)} ${text}</a></li>`;
}
