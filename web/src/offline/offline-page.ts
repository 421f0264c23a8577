/** What works without a connection, what is kept on this device, and how to install the page. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { secureOnly } from "./secure.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { isReachable, onReachable, probe } from "../net/reachability.ts";
import { gameName, has, t } from "../i18n/i18n.ts";
import { canInstall, install, isInstalled, onInstall } from "./install.ts";
import { canKeep, forget, keep, kept, onService, wantsKept } from "./service.ts";
import type { KeptData } from "./worker/kept-paths.ts";
import "../ui/style/text-page.css";
import "./offline.css";

/** Milliseconds between looks at what is kept, while something is missing. */
const PACE = 1000;

@customElement("offline-page")
export class OfflinePage extends LightElement {
  /** Whether it is shown in place of a page that needs the server. */
  @property({ type: Boolean }) instead = false;
  /** Games with a score pad. */
  @property({ attribute: false }) hasScorepad: (game: string) => boolean = () => false;
  @state() private games: GameInfo[] = [];
  @state() private found: KeptData | null = null;
  private timer = 0;
  private ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    const again = () => void this.look();
    this.ends = [onReachable(again), onService(again), onInstall(again)];
    loadGames().then((games) => (this.games = games), () => undefined);
    void probe();
    void this.look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    for (const end of this.ends) end();
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    this.found = await kept();
    if (this.isConnected && this.found?.complete === false) this.timer = window.setTimeout(() => void this.look(), PACE);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    if (!this.instead) document.title = `${t("offline.title")} · Empile`;
    const state = !canKeep() ? "impossible" : this.found?.complete ? "complete" : wantsKept() ? "keeping" : "off";
    return html`<article class="offline-page text-page card" data-kept=${state}>
      <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
      <h1>${t(this.instead ? "offline.needed" : "offline.title")}</h1>
      <p>${t(isReachable() ? "offline.lead" : "offline.lead.now")}</p>
      ${isReachable() ? nothing : html`<p><button class="primary" @click=${() => location.reload()}>
        ${icon("again")} ${t("retry")}</button></p>`}
      ${this.games.length > 0 ? this.works() : nothing}
      <h2>${t("offline.not")}</h2>
      <p>${t("offline.not.text")}</p>
      ${this.device(state)}
      ${this.app()}
    </article>`;
  }

  private works(): TemplateResult {
    const levels = this.found?.levels ?? 0;
    return html`<h2>${t("offline.works")}</h2>
      <ul class="offline-works">
        ${this.games.map(({ name, lessons }) => html`<li><strong>${gameName(name)}</strong>
          ${has(name, "rules.1.title") ? html`<a href="/rules/${name}">${t("rules")}</a>` : nothing}
          ${this.hasScorepad(name) ? html`<a href="/scorepad/${name}">${t("keeper.link")}</a>` : nothing}
          ${lessons > 0
            ? this.found?.lessons.includes(name)
              ? html`<a href="/learn/${name}" data-kept="lessons">${t("learn")}</a>`
              : html`<span class="hint">${t("offline.lessons.missing")}</span>`
            : nothing}</li>`)}
        ${this.games.filter(({ solo }) => solo > 0).map(({ solo }) => html`<li><strong>${t("solo")}</strong>
          ${levels > 0
            ? html`<a href="/solo" data-kept="solo">${t("offline.levels", { count: levels, of: solo })}</a>`
            : html`<span class="hint">${t("offline.levels.missing")}</span>`}</li>`)}
        ${levels > 0 ? html`<li><strong>${t("puzzles.daily")}</strong> <a href="/puzzles/daily">${t("puzzles.solve")}</a></li>` : nothing}
      </ul>`;
  }

  private device(state: string): TemplateResult {
    return html`<h2>${t("offline.device")}</h2>
      <p role="status">${t(`offline.device.${state}`)}</p>
      ${state === "off"
        ? html`<button class="secondary" data-action="keep" @click=${() => void keep().then(() => this.look())}>
            ${t("offline.keep")}</button>`
        : nothing}
      ${state === "complete" || state === "keeping"
        ? html`<button class="quiet" data-action="forget" @click=${() => void forget().then(() => this.look())}>
            ${t("offline.forget")}</button>`
        : nothing}`;
  }

  private app(): TemplateResult | typeof nothing {
    const way = canInstall();
    if (way === null && !isInstalled()) return isSecureContext ? nothing : html`<h2>${t("offline.app")}</h2>${secureOnly()}`;
    return html`<h2>${t("offline.app")}</h2>
      <p>${t(way === null ? "offline.app.installed" : `offline.install.${way}`)}</p>
      ${way === "prompt"
        ? html`<button class="secondary" data-action="install" @click=${() => void install()}>
            ${t("offline.install.now")}</button>`
        : nothing}`;
  }
}
