/** Page with the running public games. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { features } from "../account/account-state.ts";
import { t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { errorText } from "../net/error-text.ts";
import type { GameInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import "../watch/watched-games.ts";
import { browserSocket, WhileVisible } from "./lobby-browser.ts";
import { LobbySocket } from "./lobby-socket.ts";
import "./lobby.css";

@customElement("watch-page")
export class WatchPage extends LightElement {
  @state() private games: GameInfo[] = [];
  @state() private trouble = "";
  private readonly socket = new LobbySocket({ name: "", member: null }, {
    changed: () => this.requestUpdate(),
    matched: () => undefined,
    refused: () => undefined,
  }, browserSocket());
  private readonly visible = new WhileVisible(() => this.socket.watch(), () => this.socket.unwatch());

  override connectedCallback(): void {
    super.connectedCallback();
    this.socket.connect();
    this.visible.begin();
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.visible.end();
    this.socket.close();
  }

  private async load(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await loadGames();
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    document.title = `${t("watch.title")} · Empile`;
    const list = this.socket.watched;
    const none = list.known && list.featured === null && list.others.length === 0;
    return html`<div class="lobby-page watch-page" data-ready=${list.known && this.games.length > 0 ? "true" : "false"}>
      <h1>${t("watch.title")}</h1>
      <p>${t("watch.lead")}</p>
      <section class="card">
        <p role="status">${!list.known ? t("loading") : none ? t("watch.none") : t("watch.running", { count: list.running })}</p>
        ${none || !list.known ? nothing : html`<watched-games .list=${list} .games=${this.games}></watched-games>`}
        ${none ? html`<a class="button secondary" href="/lobby">${icon("people")} ${t("meet.link")}</a>` : nothing}
      </section>
      ${features() ? html`<p><a href="/api/games.atom">${t("watch.feed")}</a></p>` : nothing}
      <p class="trouble" role="alert">${this.trouble}</p>
      ${this.trouble ? html`<button class="primary" @click=${() => void this.load()}>${t("retry")}</button>` : nothing}
    </div>`;
  }
}
