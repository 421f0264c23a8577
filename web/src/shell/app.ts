/** The application frame: the header, and the page of the current address. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../home/home-page.ts";
import { soundOn, switchSound } from "../ui/sound.ts";
import { currentLanguage, languages, t, withLazyMessages, switchLanguage } from "../i18n/i18n.ts";
import { features, findMe } from "../account/account-state.ts";
import { isReachable } from "../net/reachability.ts";
import { isHere } from "../net/here.ts";
import { hasScorepad } from "../scorepad/load-scorepad.ts";
import { icon, sign } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { followLinks, onNavigate } from "../ui/navigation.ts";
import { languageName } from "./settings/language-name.ts";
import { currentPath, routeOf, type Route } from "./router.ts";
import { hasPart, tabs } from "./tabs.ts";

/** Loads a page whose parts have links to each other above them. */
const inParts = (load: () => Promise<unknown>) => () =>
  withLazyMessages(() => Promise.all([load(), import("./page-parts.ts")]));

/** By the name of a page or of its part. */
const LAZY: Readonly<Record<string, () => Promise<unknown>>> = {
  table: () => import("../table/table-page.ts"),
  replay: () => withLazyMessages(() => import("../replay/replay-page.ts")),
  start: () => withLazyMessages(() => import("../start/start-page.ts")),
  studies: () => withLazyMessages(() => import("../study/studies-page.ts")),
  games: () => withLazyMessages(() => import("../games/games-page.ts")),
  learning: () => withLazyMessages(() => import("../home/learning-page.ts")),
  transfer: () => withLazyMessages(() => import("../transfer/transfer-page.ts")),
  lobby: inParts(() => import("../lobby/pages.ts")),
  watch: inParts(() => import("../lobby/pages.ts")),
  friends: inParts(() => import("../friends/contacts-page.ts")),
  messages: inParts(() => import("../messages/messages-page.ts")),
  leaderboard: inParts(() => import("../rating/leaderboard-page.ts")),
  account: inParts(() => import("../account/account-page.ts")),
  family: inParts(() => import("../account/family-page.ts")),
  notices: inParts(() => import("../notices/notices-page.ts")),
  decisions: inParts(() => import("../reports/decisions-page.ts")),
  privacy: inParts(() => import("../account/privacy-page.ts")),
  profile: () => withLazyMessages(() => import("../profile/profile-page.ts")),
  moderate: () => withLazyMessages(() => import("../moderation/moderate-page.ts")),
  "fair-play": () => withLazyMessages(() => import("../moderation/fair-play-page.ts")),
  news: () => withLazyMessages(() => import("../news/news-page.ts")),
  offline: () => withLazyMessages(() => import("../offline/offline-page.ts")),
  rules: () => import("../rules/rules-page.ts"),
  learn: () => withLazyMessages(() => import("../learn/learn-page.ts")),
  editor: () => withLazyMessages(() => import("../editor/editor-page.ts")),
  solo: () => withLazyMessages(() => import("../solo/solo-page.ts")),
  puzzles: () => withLazyMessages(() => import("../puzzle/puzzles-page.ts")),
  history: () => withLazyMessages(() => import("../puzzle/history-page.ts")),
  puzzle: () => withLazyMessages(() => import("../puzzle/puzzle-page.ts")),
  study: () => withLazyMessages(() => import("../study/study-page.ts")),
  rush: () => withLazyMessages(() => import("../puzzle/rush/rush-page.ts")),
  scorepad: () => withLazyMessages(() => import("../scorepad/scorepad-page.ts")),
};

/** Returns the name of the part of a page that is loaded by itself, or of the page. */
function nameOf(route: Route): string {
  return "part" in route && Object.hasOwn(LAZY, route.part) ? route.part : route.page;
}

/** Pages that are of no use without the server. */
const ONLINE: readonly Route["page"][] = [
  "table", "start", "people", "transfer", "account", "moderate", "profile", "study",
];

@customElement("empile-app")
export class App extends LightElement {
  @state() private route: Route = App.readRoute();
  @state() private failed = false;
  /** Whether the settings are open. */
  @state() private settings = false;
  /** Pages that are loaded, with their messages. */
  private readonly ready = new Set<string>();
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
    if (!exists(route)) return { page: "missing" };
    const online = (ONLINE.includes(route.page) && !(route.page === "table" && isHere(route.id)))
      || (route.page === "home" && route.code !== "");
    return online && !isReachable() ? { page: "offline" } : route;
  }

  private go(): void {
    this.route = App.readRoute();
    this.load();
    window.scrollTo(0, 0);
    void this.updateComplete.then(() => this.querySelector("main")?.focus());
  }

  private load(): void {
    this.failed = false;
    const name = nameOf(this.route);
    const loading = LAZY[name];
    if (!loading || this.ready.has(name)) return;
    loading().then(
      () => {
        this.ready.add(name);
        this.requestUpdate();
      },
      () => {
        if (nameOf(this.route) === name) this.failed = true;
      },
    );
  }

  protected override render(): TemplateResult {
    const { route } = this;
    if (route.page === "replay" && route.embedded) return html`<main id="main" tabindex="-1" data-page="embed">${this.page()}</main>`;
    const inside = route.page !== "home";
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${t("skip")}</a>
      <header class="head">
        <a class="brand" href="/" aria-label=${inside ? `Empile – ${t("home")}` : "Empile"}>
          ${sign}<span>Empile</span>
        </a>
        ${tabs(route)}
        ${this.languages()}
        <notices-link></notices-link>
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
      <call-line></call-line>
      <acts-notice></acts-notice>
      <main id="main" tabindex="-1" data-page=${nameOf(route)}>${this.page()}</main>
    `;
  }

  private page(): TemplateResult | typeof nothing {
    if (this.failed) {
      return html`<section class="message">
        <h1>${t("failed.title")}</h1><p>${t("failed.load")}</p>
        <button class="primary" @click=${() => location.reload()}>${t("reload")}</button>
      </section>`;
    }
    const { route } = this;
    const name = nameOf(route);
    if (Object.hasOwn(LAZY, name) && !this.ready.has(name)) return nothing;
    switch (route.page) {
      case "home":
        return html`<home-page .code=${route.code}></home-page>`;
      case "learning":
        return html`<learning-page></learning-page>`;
      case "table":
        return html`<table-page .tableId=${route.id}></table-page>`;
      case "replay":
        return html`<replay-page .tableId=${route.id} .embedded=${route.embedded}></replay-page>`;
      case "start":
        return html`<start-page></start-page>`;
      case "studies":
        return html`<studies-page></studies-page>`;
      case "games":
        return html`<games-page></games-page>`;
      case "people":
      case "account":
        return html`<page-parts .route=${route}></page-parts>${partOf(route)}`;
      case "transfer":
        return html`<transfer-page></transfer-page>`;
      case "profile":
        return html`<profile-page .member=${route.member}></profile-page>`;
      case "moderate":
        return route.part === "fair-play" ? html`<fair-play-page .member=${route.of}></fair-play-page>`
          : html`<moderate-page .section=${route.part} .of=${route.of}></moderate-page>`;
      case "news":
        return html`<news-page></news-page>`;
      case "offline":
        return html`<offline-page .instead=${location.pathname !== "/offline"}
          .hasScorepad=${hasScorepad}></offline-page>`;
      case "rules":
        return html`<rules-page .game=${route.game}></rules-page>`;
      case "learn":
        return html`<learn-page .game=${route.game} .lesson=${route.lesson}></learn-page>`;
      case "editor":
        return html`<editor-page .game=${route.game} .option=${route.option}></editor-page>`;
      case "puzzles":
        return route.part === "history" ? html`<puzzle-history-page></puzzle-history-page>` : html`<puzzles-page></puzzles-page>`;
      case "study":
        return html`<study-page .game=${route.game}></study-page>`;
      case "rush":
        return html`<rush-page></rush-page>`;
      case "puzzle":
        return html`<puzzle-page .game=${route.game} .puzzle=${route.puzzle}></puzzle-page>`;
      case "solo":
        return html`<solo-page .level=${route.level}></solo-page>`;
      case "scorepad":
        return html`<scorepad-page .game=${route.game}></scorepad-page>`;
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

/** Whether this server has a page: without accounts there are no friends, for example. */
function exists(route: Route): boolean {
  if (route.page === "people" || route.page === "account") return hasPart(route.part);
  return route.page !== "moderate" || features() !== null;
}

function partOf(route: Route & { page: "people" | "account" }): TemplateResult {
  switch (route.part) {
    case "lobby":
      return html`<lobby-page></lobby-page>`;
    case "watch":
      return html`<watch-page></watch-page>`;
    case "friends":
      return html`<contacts-page></contacts-page>`;
    case "messages":
      return html`<messages-page .friend=${route.friend ?? ""}></messages-page>`;
    case "leaderboard":
      return html`<leaderboard-page></leaderboard-page>`;
    case "account":
      return html`<account-page></account-page>`;
    case "family":
      return html`<family-page></family-page>`;
    case "notices":
      return html`<notices-page></notices-page>`;
    case "decisions":
      return html`<decisions-page></decisions-page>`;
    case "privacy":
      return html`<privacy-page></privacy-page>`;
  }
}
