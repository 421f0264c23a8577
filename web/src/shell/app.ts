/** The application frame: the header, and the page of the current address. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../home/home-page.ts";
import { soundOn, switchSound } from "../ui/sound.ts";
import { currentLanguage, languages, t, withLazyMessages, switchLanguage } from "../i18n/i18n.ts";
import { features, findMe } from "../account/account-state.ts";
import { hasLobby } from "../lobby/has-lobby.ts";
import { isReachable } from "../net/reachability.ts";
import { hasScorepad } from "../scorepad/load-scorepad.ts";
import { icon, sign } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { followLinks, onNavigate } from "../ui/navigation.ts";
import { languageName } from "./settings/language-name.ts";
import { currentPath, routeOf, type Route } from "./router.ts";

const LAZY: Partial<Record<Route["page"], () => Promise<unknown>>> = {
  table: () => import("../table/table-page.ts"),
  replay: () => withLazyMessages(() => import("../replay/replay-page.ts")),
  embed: () => withLazyMessages(() => import("../replay/replay-page.ts")),
  start: () => withLazyMessages(() => import("../start/start-page.ts")),
  studies: () => withLazyMessages(() => import("../study/studies-page.ts")),
  games: () => withLazyMessages(() => import("../games/games-page.ts")),
  lobby: () => withLazyMessages(() => import("../lobby/pages.ts")),
  transfer: () => withLazyMessages(() => import("../transfer/transfer-page.ts")),
  account: () => withLazyMessages(() => import("../account/account-page.ts")),
  family: () => withLazyMessages(() => import("../account/family-page.ts")),
  friends: () => withLazyMessages(() => import("../contacts/contacts-page.ts")),
  notices: () => withLazyMessages(() => import("../notices/notices-page.ts")),
  messages: () => withLazyMessages(() => import("../messages/messages-page.ts")),
  profile: () => withLazyMessages(() => import("../profile/profile-page.ts")),
  decisions: () => withLazyMessages(() => import("../reports/decisions-page.ts")),
  moderate: () => withLazyMessages(() => import("../moderation/moderate-page.ts")),
  leaderboard: () => withLazyMessages(() => import("../rating/leaderboard-page.ts")),
  "fair-play": () => withLazyMessages(() => import("../moderation/fair-play-page.ts")),
  privacy: () => withLazyMessages(() => import("../account/privacy-page.ts")),
  news: () => withLazyMessages(() => import("../news/news-page.ts")),
  offline: () => withLazyMessages(() => import("../offline/offline-page.ts")),
  rules: () => import("../rules/rules-page.ts"),
  learn: () => withLazyMessages(() => import("../learn/learn-page.ts")),
  editor: () => withLazyMessages(() => import("../editor/editor-page.ts")),
  solo: () => withLazyMessages(() => import("../solo/solo-page.ts")),
  puzzles: () => withLazyMessages(() => import("../puzzle/puzzles-page.ts")),
  puzzle: () => withLazyMessages(() => import("../puzzle/puzzle-page.ts")),
  study: () => withLazyMessages(() => import("../study/study-page.ts")),
  rush: () => withLazyMessages(() => import("../puzzle/rush/rush-page.ts")),
  "puzzle-history": () => withLazyMessages(() => import("../puzzle/history-page.ts")),
  scorepad: () => withLazyMessages(() => import("../scorepad/scorepad-page.ts")),
};

/** Pages that are of no use without the server. */
const ONLINE: readonly Route["page"][] = [
  "table", "start", "lobby", "transfer", "account", "family", "friends", "notices", "messages", "decisions", "moderate",
  "profile", "leaderboard", "fair-play", "privacy", "study",
];

@customElement("empile-app")
export class App extends LightElement {
  @state() private route: Route = App.readRoute();
  @state() private failed = false;
  /** Whether the settings are open. */
  @state() private settings = false;
  /** Pages that are loaded, with their messages. */
  private readonly ready = new Set<Route["page"]>();
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onNavigate(() => this.go());
    this.addEventListener("click", followLinks);
    this.load();
    void findMe().then((me) => me && withLazyMessages(() => import("../notices/header-links.ts"))).catch(() => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.removeEventListener("click", followLinks);
  }

  /** Returns the route of the current address. An address of an earlier version is replaced by today's. */
  private static readRoute(): Route {
    const path = currentPath(location.pathname);
    if (path !== location.pathname) history.replaceState(null, "", path + location.search + location.hash);
    const route = routeOf(path);
    const off = ["friends", "notices", "decisions", "moderate"].includes(route.page) ? !features()
      : route.page === "messages" ? !features()?.messages : route.page === "lobby" && !hasLobby();
    if (off) return { page: "missing" };
    return ONLINE.includes(route.page) && !isReachable() ? { page: "offline" } : route;
  }

  private go(): void {
    this.route = App.readRoute();
    this.load();
    window.scrollTo(0, 0);
    void this.updateComplete.then(() => this.querySelector("main")?.focus());
  }

  private load(): void {
    this.failed = false;
    const { page } = this.route;
    const loading = LAZY[page];
    if (!loading || this.ready.has(page)) return;
    loading().then(
      () => {
        this.ready.add(page);
        this.requestUpdate();
      },
      () => {
        if (this.route.page === page) this.failed = true;
      },
    );
  }

  protected override render(): TemplateResult {
    if (this.route.page === "home") document.title = "Empile";
    if (this.route.page === "embed") return html`<main id="main" tabindex="-1" data-page="embed">${this.page()}</main>`;
    const inside = this.route.page !== "home";
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${t("skip")}</a>
      <header class="head">
        <a class="brand" href="/" aria-label=${inside ? `Empile – ${t("home")}` : "Empile"}>
          ${sign}<span>Empile</span>
        </a>
        ${this.languages()}
        <notices-link></notices-link>
        <friends-link></friends-link>
        ${features()
          ? html`<a class="button quiet round" href="/account" data-action="account" title=${t("account.link")}
              aria-label=${t("account.link")}>${icon("person")}</a>`
          : nothing}
        <button
          class="quiet round" aria-pressed=${soundOn() ? "true" : "false"}
          title=${t("sound")} aria-label=${t("sound")} @click=${this.sound}
        >${icon(soundOn() ? "sound" : "silent")}</button>
        <button class="quiet round" data-action="settings" title=${t("settings")} aria-label=${t("settings")}
          @click=${this.openSettings}>${icon("settings")}</button>
      </header>
      <settings-drawer .open=${this.settings}
        @close=${() => (this.settings = false)}></settings-drawer>
      <acts-notice></acts-notice>
      <main id="main" tabindex="-1" data-page=${this.route.page}>${this.page()}</main>
    `;
  }

  private page(): TemplateResult | typeof nothing {
    if (this.failed) {
      return html`<section class="message">
        <h1>${t("failed.title")}</h1><p>${t("failed.load")}</p>
        <button class="primary" @click=${() => location.reload()}>${t("reload")}</button>
      </section>`;
    }
    if (this.route.page in LAZY && !this.ready.has(this.route.page)) return nothing;
    switch (this.route.page) {
      case "home":
        return html`<home-page></home-page>`;
      case "table":
        return html`<table-page .tableId=${this.route.id}></table-page>`;
      case "replay":
        return html`<replay-page .tableId=${this.route.id}></replay-page>`;
      case "embed":
        return html`<replay-page .tableId=${this.route.id} .embedded=${true}></replay-page>`;
      case "start":
        return html`<start-page></start-page>`;
      case "studies":
        return html`<studies-page></studies-page>`;
      case "games":
        return html`<games-page></games-page>`;
      case "lobby":
        return this.route.watch ? html`<watch-page></watch-page>` : html`<lobby-page></lobby-page>`;
      case "transfer":
        return html`<transfer-page></transfer-page>`;
      case "account":
        return html`<account-page></account-page>`;
      case "family":
        return html`<family-page></family-page>`;
      case "friends":
        return html`<contacts-page></contacts-page>`;
      case "notices":
        return html`<notices-page></notices-page>`;
      case "messages":
        return html`<messages-page .friend=${this.route.friend ?? ""}></messages-page>`;
      case "profile":
        return html`<profile-page .member=${this.route.member}></profile-page>`;
      case "decisions":
        return html`<decisions-page></decisions-page>`;
      case "moderate":
        return html`<moderate-page .section=${this.route.part} .of=${this.route.of}></moderate-page>`;
      case "leaderboard":
        return html`<leaderboard-page></leaderboard-page>`;
      case "fair-play":
        return html`<fair-play-page .member=${this.route.member}></fair-play-page>`;
      case "privacy":
        return html`<privacy-page></privacy-page>`;
      case "news":
        return html`<news-page></news-page>`;
      case "offline":
        return html`<offline-page .instead=${location.pathname !== "/offline"}
          .hasScorepad=${hasScorepad}></offline-page>`;
      case "rules":
        return html`<rules-page .game=${this.route.game}></rules-page>`;
      case "learn":
        return html`<learn-page .game=${this.route.game}
          .lesson=${this.route.lesson}></learn-page>`;
      case "editor":
        return html`<editor-page .game=${this.route.game} .option=${this.route.option}></editor-page>`;
      case "puzzles":
        return html`<puzzles-page .missed=${this.route.missed}></puzzles-page>`;
      case "study":
        return html`<study-page .game=${this.route.game}></study-page>`;
      case "rush":
        return html`<rush-page></rush-page>`;
      case "puzzle-history":
        return html`<puzzle-history-page></puzzle-history-page>`;
      case "puzzle":
        return html`<puzzle-page .game=${this.route.game} .puzzle=${this.route.puzzle}></puzzle-page>`;
      case "solo":
        return html`<solo-page .level=${this.route.level}></solo-page>`;
      case "scorepad":
        return html`<scorepad-page .game=${this.route.game}></scorepad-page>`;
      default:
        return html`<section class="message">
          <h1>${t("missing.title")}</h1><p>${t("missing.text")}</p>
          <a class="button primary" href="/">${t("home")}</a>
        </section>`;
    }
  }

  private languages(): TemplateResult | typeof nothing {
    if (languages.length < 2) return nothing;
    const spoken = currentLanguage();
    return html`<label class="languages">
      <span class="unseen">${t("language")}</span>
      <select data-action="language" @change=${(event: Event) =>
        void switchLanguage((event.target as HTMLSelectElement).value)}>
        ${languages.map((code) => html`<option value=${code} lang=${code}
          ?selected=${code === spoken}>${languageName(code)}</option>`)}
      </select>
    </label>`;
  }

  private skip(event: Event): void {
    event.preventDefault();
    this.querySelector("main")?.focus();
  }

  private async openSettings(): Promise<void> {
    await withLazyMessages(() => import("./settings/settings-drawer.ts"));
    this.settings = true;
  }

  private sound(): void {
    switchSound();
    this.requestUpdate();
  }
}
