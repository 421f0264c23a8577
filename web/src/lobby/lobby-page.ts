/** Page on which strangers find each other: say what you would play, or take what somebody looks for. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentMember, features, findMe, people } from "../account/account-state.ts";
import { loadMembers, memberField } from "../account/playing.ts";
import { clockText } from "../clock/presets.ts";
import "../contacts/challenge-list.ts";
import { takeInbox } from "../contacts/inbox.ts";
import "../contacts/people-here.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { errorText, refusalText } from "../net/error-text.ts";
import { SavedTables } from "../net/saved-tables.ts";
import type { GameInfo, Matched, Seek } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import "../watch/watched-games.ts";
import { browserSocket, WhileVisible } from "./lobby-browser.ts";
import { LobbySocket, type Identity } from "./lobby-socket.ts";
import { byGame, countsOf, PACES, wishesOf, type Pace } from "./wishes.ts";
import "./fill-offer.ts";
import type { FillChoice } from "./fill-offer.ts";
import "./lobby.css";

const RANGES: readonly number[] = [0, 100, 200, 400];

@customElement("lobby-page")
export class LobbyPage extends LightElement {
  @state() private games: GameInfo[] | null = null;
  @state() private trouble = "";
  @state() private waitedLong = false;
  @state() private chosen = new Set<string>();
  @state() private players = new Set<number>([2]);
  @state() private name = readPreference("names")?.split("\n")[0] ?? "";
  /** The person of the account who plays; "" for a guest, null before any choice. */
  @state() private member: string | null = null;
  @state() private pace: Pace = "none";
  @state() private rated = false;
  /** How far the ratings of others may be; 0 for any. */
  @state() private range = 0;
  /** Whether others may watch. */
  @state() private open = readPreference("lobby.open") !== "off";
  private socket: LobbySocket | null = null;
  private readonly visible = new WhileVisible(() => this.socket?.watch(), () => this.socket?.unwatch());
  private timer = 0;
  /** The seek for which the timer runs. */
  private timed = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
    loadMembers(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
    this.visible.end();
    this.socket?.close();
  }

  private async load(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await loadGames();
      this.chosen = new Set(this.games.map(({ name }) => name));
      await findMe();
    } catch (error) {
      this.trouble = errorText(error);
      return;
    }
    if (!this.isConnected) return;
    this.socket = new LobbySocket(this.identity(), {
      changed: () => this.changed(),
      matched: (match) => this.sit(match),
      refused: (error) => {
        this.trouble = refusalText("", error);
      },
      inbox: (found) => {
        if (this.identity().member === currentMember()?.id) takeInbox(found);
      },
    }, browserSocket());
    this.socket.connect();
    this.visible.begin();
  }

  /** Counts the time after which computers are offered from when the server has the seek. */
  private changed(): void {
    const { own, offerAfter } = this.socket!;
    if (own && own.id !== this.timed) {
      this.timed = own.id;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => (this.waitedLong = true), offerAfter * 1000);
    }
    this.requestUpdate();
  }

  private identity(): Identity {
    const member = this.member ?? currentMember()?.id ?? "";
    return member ? { name: "", member } : { name: this.name.trim(), member: null };
  }

  private sit({ table, token, game }: Matched): void {
    new SavedTables(localStore).keep(table, token, game);
    navigate(`/t/${table}`);
  }

  protected override render(): TemplateResult {
    document.title = `${t("meet.title")} · Empile`;
    return html`<div class="lobby-page" data-ready=${this.socket?.connected ? "true" : "false"}>
      <h1>${t("meet.title")}</h1>
      <p>${t("meet.lead")}</p>
      ${currentMember() ? html`<challenge-list></challenge-list>` : nothing}
      ${this.games ? html`${this.form(this.games)}${this.list()}${this.watch(this.games)}` : nothing}
      ${features() ? html`<people-here></people-here>` : nothing}
      <p class="trouble" role="alert">${this.trouble}</p>
      ${this.games === null && this.trouble
        ? html`<button class="primary" @click=${() => void this.load()}>${t("retry")}</button>`
        : nothing}
    </div>`;
  }

  private form(games: GameInfo[]): TemplateResult {
    const seeking = this.socket?.seeking ?? false;
    const possible = wishesOf(games, this.chosen, this.players).length > 0;
    return html`<form class="card" @submit=${this.submitted}>
      <fieldset ?disabled=${seeking}><legend>${t("meet.games")}</legend>
        <div class="lobby-choices">${games.map(({ name }) => this.choice(gameName(name), "game", name, this.chosen.has(name),
          (on) => (this.chosen = toggled(this.chosen, name, on))))}</div>
      </fieldset>
      <fieldset ?disabled=${seeking}><legend>${t("make.seats")}</legend>
        <div class="lobby-choices">${countsOf(games).map((count) => this.choice(String(count), "players", String(count),
          this.players.has(count), (on) => (this.players = toggled(this.players, count, on))))}</div>
      </fieldset>
      <fieldset ?disabled=${seeking}><legend>${t("meet.pace")}</legend>
        <div class="lobby-choices">${PACES.map((pace) => this.choice(t(`meet.pace.${pace}`), "pace", pace,
          this.pace === pace, () => (this.pace = pace), "radio"))}</div>
      </fieldset>
      ${seeking ? nothing : html`${this.who()}${this.identity().member ? this.ratings() : nothing}`}
      ${seeking ? nothing : html`<label class="tick"><input type="checkbox" name="public" .checked=${this.open}
        @change=${(event: Event) => (this.open = (event.target as HTMLInputElement).checked)} />
        <span>${t("watch.allow")}</span></label>`}
      ${seeking ? this.searching() : html`<button class="primary" data-action="seek"
        ?disabled=${!possible || !this.socket?.connected}>${icon("people")} ${t("meet.seek")}</button>`}
      ${possible ? nothing : html`<p class="hint" role="status">${t("meet.impossible")}</p>`}
    </form>`;
  }

  private choice(
    label: string, name: string, value: string, on: boolean, set: (on: boolean) => void, type = "checkbox",
  ): TemplateResult {
    return html`<label class="segment"><input type=${type} name=${name} value=${value} .checked=${on}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} />
      <span class="segment-face">${label}</span></label>`;
  }

  private who(): TemplateResult {
    const member = this.member ?? currentMember()?.id ?? "";
    return html`${people().length > 0 ? memberField("member", t("make.name"), member, (id) => (this.member = id)) : nothing}
      ${member ? nothing : html`<label class="field"><span>${t("make.name")}</span>
        <input name="name" maxlength="24" autocomplete="nickname" .value=${this.name}
          @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} /></label>`}`;
  }

  /** Rated games need a clock, and a member who plays. */
  private ratings(): TemplateResult {
    return html`<label class="field"><span>${t("meet.range")}</span>
        <select name="range" @change=${(event: Event) => (this.range = Number((event.target as HTMLSelectElement).value))}>
          ${RANGES.map((range) => html`<option value=${range} ?selected=${range === this.range}>
            ${range === 0 ? t("meet.range.any") : `± ${range}`}</option>`)}
        </select></label>
      <label class="tick"><input type="checkbox" name="rated" .checked=${this.rated && this.pace !== "none"}
        ?disabled=${this.pace === "none"}
        @change=${(event: Event) => (this.rated = (event.target as HTMLInputElement).checked)} />
        <span>${t("meet.rated")}${this.pace === "none" ? html` <small>(${t("meet.rated.clock")})</small>` : nothing}</span></label>`;
  }

  private searching(): TemplateResult {
    const wait = this.socket?.wait ?? null;
    const text = !this.socket?.connected ? t("meet.reconnecting")
      : wait === null ? t("meet.searching") : t("meet.searching.wait", { count: Math.max(1, Math.round(wait)) });
    return html`<p class="lobby-searching" role="status"><span class="lobby-pulse" aria-hidden="true"></span> ${text}
        ${this.waitedLong && this.socket?.others.length === 0 ? t("meet.long") : nothing}</p>
      ${this.socket?.own ? html`<fill-offer .own=${this.socket.own} .others=${this.socket.others} .levels=${this.socket.levels}
        .games=${this.games ?? []} .due=${this.waitedLong}
        @fill=${({ detail }: CustomEvent<FillChoice>) => this.socket?.fill(detail.wish, detail.alone)}></fill-offer>` : nothing}
      <div class="row">
        <button type="button" class="secondary" data-action="cancel" @click=${() => this.cancel()}>
          ${icon("close")} ${t("meet.cancel")}</button>
      </div>`;
  }

  private list(): TemplateResult {
    const seeks = this.socket?.others ?? [];
    return html`<section class="card" aria-labelledby="lobby-seeks">
      <h2 id="lobby-seeks">${t("meet.others")}</h2>
      ${seeks.length === 0
        ? html`<p>${this.socket?.connected ? t("meet.nobody") : t("loading")}</p>`
        : html`<ul class="lobby-seeks">${repeat(seeks, ({ id }) => id, (seek) => this.seek(seek))}</ul>`}
      ${this.socket && this.socket.people > 1
        ? html`<p class="hint">${t("meet.people", { count: this.socket.people })}</p>` : nothing}
    </section>`;
  }

  private watch(games: GameInfo[]): TemplateResult | typeof nothing {
    const list = this.socket?.watched;
    if (!list?.featured) return nothing;
    return html`<section class="card" aria-labelledby="lobby-watch">
      <h2 id="lobby-watch">${t("watch.title")}</h2>
      <watched-games .list=${list} .games=${games} most="4"></watched-games>
      <a href="/watch">${t("watch.all", { count: list.running })}</a>
    </section>`;
  }

  private seek(seek: Seek): TemplateResult {
    const name = seek.name || t("account.guest");
    return html`<li data-seek=${seek.id}>
      <strong>${name}${seek.program ? html` <small>(${t("meet.program")})</small>` : nothing}</strong>
      <span class="lobby-facts">${[...new Set(seek.wishes.map(({ clock }) => clock ? clockText(clock, t) : t("clock.none")))]
        .join(" · ")}${seek.rated ? ` · ${t("meet.is_rated")}` : ""}</span>
      <span class="lobby-wishes">${byGame(seek).map(({ game, counts }) => counts.map(({ players, wish }) => html`
        <button type="button" class="secondary" data-wish=${wish} ?disabled=${!this.socket?.connected}
          aria-label="${gameName(game)} ${t("meet.players", { count: players })}, ${t("meet.with", { name })}"
          @click=${() => this.accept(seek, wish)}>${gameName(game)} <small>${t("meet.players", { count: players })}</small></button>`))}
      </span>
    </li>`;
  }

  private submitted(event: Event): void {
    event.preventDefault();
    const wishes = wishesOf(this.games ?? [], this.chosen, this.players, this.pace);
    if (wishes.length === 0 || !this.socket) return;
    this.begin();
    const { range } = this;
    const member = this.identity().member !== null;
    this.socket.seek({
      type: "seek", wishes, rated: member && this.rated && this.pace !== "none", public: this.open,
      ...(member && range > 0 && { below: range, above: range }),
    });
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=cancel]")?.focus());
  }

  private accept(seek: Seek, wish: number): void {
    this.begin();
    this.socket?.accept(seek, wish);
  }

  private begin(): void {
    this.trouble = "";
    savePreference("names", this.name);
    savePreference("lobby.open", this.open ? "on" : "off");
    this.socket?.become(this.identity());
    this.waitedLong = false;
    window.clearTimeout(this.timer);
  }

  private cancel(): void {
    window.clearTimeout(this.timer);
    this.socket?.withdraw();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=seek]")?.focus());
  }
}

function toggled<T>(set: ReadonlySet<T>, value: T, on: boolean): Set<T> {
  const found = new Set(set);
  if (on) found.add(value);
  else found.delete(value);
  return found;
}
