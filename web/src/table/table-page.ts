/** A table, from waiting for friends to the end of the game. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { recall, remember } from "../app/kept.ts";
import { calm } from "../app/motion.ts";
import { Plain } from "../app/plain.ts";
import { refusalText } from "../app/trouble.ts";
import { Choosing } from "../board/choosing.ts";
import "../board/choice-panel.ts";
import type { ChoicePanel } from "../board/choice-panel.ts";
import "../board/game-board.ts";
import type { Chosen, GameBoard } from "../board/game-board.ts";
import { hintOf, leadFocus, touched } from "../board/guide.ts";
import "../board/list-chooser.ts";
import type { LegalMove, Scene, SceneInput } from "../board/scene.ts";
import { api } from "../net/api.ts";
import { levelName, loadGames } from "../net/games.ts";
import type { ErrorMessage, GameInfo, LogEvent, StateView, TableInfo } from "../net/protocol.ts";
import { KeptTables, tokenOfFragment } from "../net/tables.ts";
import { playSound } from "../sound/sound.ts";
import { gameName, has, loadGameWords, say, sayer } from "../words/words.ts";
import { placeName, seatNames } from "./people.ts";
import { sentence, type Speaker } from "./sentences.ts";
import { TableSession } from "./session.ts";
import { logLines, seatsShown } from "./shown.ts";
import "./seat-list.ts";
import "./table-asks.ts";
import "./table-drawers.ts";
import type { Drawer } from "./table-drawers.ts";
import "./table-gathering.ts";
import "./table-log.ts";
import "./table-over.ts";
import "./gathering.css";
import "./people.css";
import "./table.css";
import { shareRecord } from "./record.ts";

@customElement("table-page")
export class TablePage extends Plain {
  @property() tableId = "";
  @state() private games: GameInfo[] = [];
  @state() private scene: Scene | null = null;
  @state() private choosing = new Choosing([]);
  @state() private drawer: Drawer | null = null;
  @state() private plan = recall("plan") === "on";
  @state() private lists = recall("lists") === "on";
  @state() private told = "";
  @state() private notice = "";
  @state() private takes: number | null = null;
  @state() private handOver = "";
  @query("game-board") private board!: GameBoard | null;
  @query("choice-panel") private panel!: ChoicePanel | null;

  private session: TableSession | null = null;
  private token: string | null = null;
  private readonly kept = new KeptTables(localStorage);
  private knownRefusal: ErrorMessage | null = null;
  /** The table as it is seen from outside, where it lets nobody watch but has an open place. */
  private lobby: TableInfo | null = null;
  private shownState: StateView | null = null;
  private input: SceneInput | null = null;
  private followKeys = false;
  private forget: (() => void)[] = [];

  // -- Coming and going ---------------------------------------------------------------------------

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave();
  }

  private leave(): void {
    this.session?.close();
    this.session = null;
    for (const forget of this.forget) forget();
    this.forget = [];
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tableId")) this.enter();
    this.takeIn();
  }

  private enter(): void {
    this.leave();
    this.shownState = this.input = this.lobby = null;
    this.choosing = new Choosing([]);
    this.drawer = null;
    const brought = tokenOfFragment(location.hash);
    if (brought) {
      this.kept.keep(this.tableId, brought, "");
      history.replaceState(null, "", location.pathname);
    }
    this.token = this.kept.token(this.tableId);
    const session = new TableSession(this.tableId, this.token);
    this.session = session;
    session.addEventListener("change", () => this.onChange());
    session.addEventListener("happened", (event) =>
      this.onHappened((event as CustomEvent<LogEvent[]>).detail),
    );
    session.addEventListener("refused", (event) => {
      const error = (event as CustomEvent<ErrorMessage>).detail;
      this.notice = refusalText(session.info?.game ?? "", error);
    });
    loadGames().then(
      (games) => (this.games = games),
      () => undefined,
    );
    const key = (event: KeyboardEvent) => this.pageKey(event);
    document.addEventListener("keydown", key);
    this.forget.push(() => document.removeEventListener("keydown", key));
  }

  /** Who is refused may still be invited, or watch without the place that is not theirs. */
  private async onRefusal(code: string): Promise<void> {
    if (code === "not_yours" && this.token) {
      this.kept.forget(this.tableId);
      this.enter();
      this.notice = say("refused.bad_hello");
    } else if (code === "no_watching") {
      const info = await api.table(this.tableId).catch(() => null);
      if (info) await loadGameWords(info.game);
      if (info?.places.some((place) => place.kind === "open")) this.lobby = info;
    }
    this.requestUpdate();
  }

  private onChange(): void {
    const refusal = this.session?.refusal;
    if (refusal && refusal !== this.knownRefusal) {
      this.knownRefusal = refusal;
      void this.onRefusal(refusal.code);
    }
    const game = this.session?.info?.game;
    if (game && this.token) this.kept.keep(this.tableId, this.token, game);
    if (game && !has(game, "name")) void loadGameWords(game).then(() => this.requestUpdate());
    this.requestUpdate();
  }

  private joined(token: string): void {
    this.kept.keep(this.tableId, token, this.session?.info?.game ?? "");
    this.enter();
    this.requestUpdate();
  }

  // -- The state ----------------------------------------------------------------------------------

  /** Follow the session: new legal moves begin a new choice, all else keeps what was chosen. */
  private takeIn(): void {
    const current = this.session?.state ?? null;
    if (current === this.shownState) return;
    const same =
      current !== null && this.shownState !== null &&
      current.to_act === this.shownState.to_act &&
      current.legal.length === this.shownState.legal.length &&
      current.legal.every((move, index) => move.text === this.shownState?.legal[index]?.text);
    this.shownState = current;
    if (same) this.choosing = this.choosing.among(current.legal);
    else {
      const usual = (left: readonly LegalMove[]) => this.scene?.preferred?.(left) ?? null;
      this.choosing = new Choosing(current?.mine ? current.legal : [], [], usual);
    }
    this.input = null;
  }

  private makeInput(state: StateView): SceneInput {
    const session = this.session;
    const info = session?.info;
    const fresh: SceneInput = {
      setting: state.setting,
      position: state.position,
      names: info ? seatNames(state.seats, info, this.games) : [],
      mine: state.seats.flatMap((place, seat) => (session?.places.includes(place) ? [seat] : [])),
      toAct: state.to_act,
      legal: state.mine && info?.status === "playing" ? [...this.choosing.legal] : [],
      chosen: this.choosing.choices.length > 0 ? this.choosing.chosen : {},
      preview: this.choosing.preview,
      last: state.last,
    };
    // The board draws anew when it is given another object: keep the old one while nothing changed.
    if (!this.input || JSON.stringify(light(fresh)) !== JSON.stringify(light(this.input))) {
      this.input = fresh;
    }
    return this.input;
  }

  private speaker(): Speaker {
    const { info, state } = this.session ?? {};
    const game = info?.game ?? "";
    const names = info && state ? seatNames(state.seats, info, this.games) : [];
    return {
      say,
      game: sayer(game),
      place: (place) => {
        const found = info?.places[place];
        return found ? placeName(found, info, this.games) : "";
      },
      seat: (seat) => names[seat] ?? "",
      level: (level) =>
        levelName(this.games.find((known) => known.name === game), game, level),
    };
  }

  private onHappened(events: LogEvent[]): void {
    const { state, info } = this.session ?? {};
    const speaker = this.speaker();
    const sentences = events.map((event) => sentence(event, speaker)).filter(Boolean);
    this.notice = "";
    if (events.some((event) => event.kind === "move")) playSound("lay");
    if (events.some((event) => event.kind === "taken_back")) playSound("undo");
    if (events.some((event) => event.kind === "over")) playSound("win");
    else if (state?.mine && info?.status === "playing") {
      const turn = this.turnText();
      sentences.push(turn);
      if (this.ownSeats().length > 1) this.announceHandOver(turn);
      else if (events.some((event) => event.kind === "move")) playSound("turn");
    }
    this.told = sentences.join(". ");
    this.requestUpdate();
  }

  private announceHandOver(turn: string): void {
    this.handOver = turn;
    const timer = setTimeout(() => (this.handOver = ""), 1800);
    this.forget.push(() => clearTimeout(timer));
  }

  /** Seats of persons played from here. */
  private ownSeats(): number[] {
    const { state, places } = this.session ?? {};
    return (state?.seats ?? []).flatMap((place, seat) => (places?.includes(place) ? [seat] : []));
  }

  private turnText(): string {
    const { state, info } = this.session ?? {};
    if (!state || !info || state.to_act === null) return "";
    const place = info.places[state.seats[state.to_act] ?? -1];
    const name = place ? placeName(place, info, this.games) : "";
    if (state.mine) {
      return this.ownSeats().length > 1 ? say("turn.hand", { name }) : say("turn.yours");
    }
    return say(place?.kind === "bot" ? "turn.bot" : "turn.theirs", { name });
  }

  // -- Choosing -----------------------------------------------------------------------------------

  private choose(event: CustomEvent<Chosen>, from: "board" | "panel"): void {
    if (!this.session?.current) return;
    const next = touched(this.choosing, event.detail, from);
    if (next === null) {
      this.lay();
      return;
    }
    this.choosing = next;
    this.followKeys = event.detail.keys;
    playSound("pick");
    this.told = this.choosing.preview
      ? say("told.preview", { move: this.choosing.preview.text })
      : this.hint();
  }

  private undo(): void {
    if (this.choosing.choices.length === 0) return;
    this.choosing = this.choosing.undo();
    this.followKeys = true;
    playSound("undo");
    this.told = this.hint();
  }

  private lay(): void {
    const move = this.choosing.preview;
    if (!move || !this.session?.current) return;
    this.followKeys = true;
    this.session.act(move.text);
  }

  private pageKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || this.drawer) return;
    const field = event.target as HTMLElement;
    if (field.matches("input, select, textarea")) return;
    if (event.key === "Escape" && this.choosing.choices.length > 0) this.undo();
  }

  /** What to do next, in the game's words. */
  private hint(): string {
    return hintOf(this.session?.info?.game ?? "", this.choosing);
  }

  protected override updated(): void {
    if (!this.followKeys) return;
    this.followKeys = false;
    void this.follow();
  }

  /** Lead the focus of who plays by keys to the next thing to do. */
  private async follow(): Promise<void> {
    await this.board?.updateComplete;
    const active = document.activeElement;
    if (this.drawer) return;
    if (!this.choosing.preview && !this.session?.state?.mine) {
      if (active === document.body) this.querySelector("main")?.focus();
      return;
    }
    await leadFocus(this, this.choosing, this.board, this.panel);
  }

  // -- Drawing ------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const session = this.session;
    if (session?.refusal) {
      return this.lobby ? this.gathering(this.lobby, []) : this.refused(session.refusal);
    }
    const info = session?.info;
    if (!session || !info) {
      return html`<section class="message" data-state="waiting"><p role="status">
        ${say(session?.connection === "waiting" ? "connection.lost" : "loading")}</p></section>`;
    }
    document.title = `${gameName(info.game)} · Empile`;
    return html`
      ${this.connectionNote()}
      ${info.status === "gathering"
        ? this.gathering(info, session.places)
        : session.state
          ? this.table(session, session.state)
          : nothing}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
      ${this.drawers(session)}
    `;
  }

  private gathering(info: TableInfo, places: number[]): TemplateResult {
    return html`<table-gathering .info=${info} .games=${this.games} .token=${this.token ?? ""}
      .places=${places} data-state="gathering"
      @joined=${(event: CustomEvent<string>) => this.joined(event.detail)}></table-gathering>`;
  }

  private table(session: TableSession, state: StateView): TemplateResult {
    const info = session.info;
    if (!info) return html``;
    const input = this.makeInput(state);
    const over = info.status === "over";
    const turn = state.mine && !over ? "mine" : over ? "over" : "other";
    const marks = this.scene?.seatMarks(input) ?? [];
    const seats = seatsShown(session, state, this.games, this.scene, input);
    const acting = state.to_act === null ? undefined : marks[state.to_act];
    return html`<div class="table ${over ? "is-over" : ""}" data-state=${info.status}
      data-turn=${turn} data-seq=${state.seq} data-game=${state.game_number}
      data-to-act=${state.to_act ?? ""} data-connection=${session.connection}
      data-current=${session.current ? "true" : "false"}
      data-preview=${this.choosing.preview?.text ?? ""}
      style=${acting ? `--turn: ${acting.colour}` : ""}>
      <h1 class="unseen">${gameName(info.game)}</h1>
      <div class="stage-area">
        <game-board .game=${info.game} .setting=${state.setting} .input=${input} .plan=${this.plan}
          .label=${sayer(info.game)("board")}
          @choose=${(event: CustomEvent<Chosen>) => this.choose(event, "board")}
          @undo=${() => this.undo()}
          @scene=${(event: CustomEvent<Scene>) => (this.scene = event.detail)}></game-board>
        ${this.viewTools()}
        ${this.handOver ? html`<p class="hand-over">${this.handOver}</p>` : nothing}
        ${this.choosing.choices.length > 0 ? this.confirm() : nothing}
      </div>
      <div class="side">
        ${over ? this.finish(session, state, input) : this.turnBanner(state, acting)}
        ${this.notice
          ? html`<p class="notice" role="alert">${this.notice}
              <button class="quiet round" aria-label=${say("close")}
                @click=${() => (this.notice = "")}>${icon("close")}</button></p>`
          : nothing}
        <table-asks .session=${session} .state=${state} .speaker=${this.speaker()}></table-asks>
        <section class="card reserve" aria-label=${say("reserve")} ?hidden=${over}>
          ${this.lists || !this.scene ? this.listChooser(info.game) : nothing}
          <choice-panel .groups=${this.scene?.panel(input) ?? []} .chosen=${input.chosen}
            @choose=${(event: CustomEvent<Chosen>) => this.choose(event, "panel")}
            @undo=${() => this.undo()}></choice-panel>
        </section>
        <section class="card">
          <seat-list .seats=${seats}
            @takeover=${(event: CustomEvent<number>) => {
              this.takes = event.detail;
              this.drawer = "takeover";
            }}></seat-list>
          ${info.watchers > 0
            ? html`<p class="watchers">${icon("eye")} ${say("watchers", { count: info.watchers })}</p>`
            : nothing}
          ${session.places.length === 0 ? html`<p class="watching">${say("watching")}</p>` : nothing}
        </section>
        ${this.actions(session, state)}
        <section class="card wide-log"><h2>${say("log")}</h2>${this.log(session, marks)}</section>
      </div>
    </div>`;
  }

  private turnBanner(state: StateView, acting: { mark: string } | undefined): TemplateResult {
    const frozen = this.session?.info?.status === "frozen";
    return html`<div class="turn-banner ${state.mine ? "mine" : ""}" role="status">
      ${acting
        ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${acting.mark}</span></span>`
        : nothing}
      <span><strong>${frozen ? say("frozen.title") : this.turnText()}</strong>
        <span class="hint">${frozen ? say("frozen.text") : state.mine ? this.hint() : ""}</span></span>
      ${frozen && (this.session?.places.length ?? 0) > 0
        ? html`<button class="primary" @click=${() => this.session?.send({ type: "resume" })}>
            ${say("frozen.resume")}</button>`
        : nothing}
    </div>`;
  }

  private listChooser(game: string): TemplateResult | typeof nothing {
    if (this.choosing.legal.length === 0) return nothing;
    return html`<list-chooser .game=${game} .choosing=${this.choosing}
      @choose=${(event: CustomEvent<Chosen>) => this.choose(event, "panel")}></list-chooser>`;
  }

  private confirm(): TemplateResult {
    const preview = this.choosing.preview;
    return html`<div class="confirm" role="group" aria-label=${say("confirm")}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape" && event.key !== "Backspace") return;
        event.preventDefault();
        this.undo();
      }}>
      <button class="secondary" data-action="undo" @click=${() => this.undo()}>
        ${icon("undo")} ${say("undo")}
      </button>
      ${preview
        ? html`<button class="primary" data-action="lay" ?disabled=${!this.session?.current}
            @click=${() => this.lay()}>${icon("check")} ${say("lay")}</button>`
        : nothing}
    </div>`;
  }

  private viewTools(): TemplateResult {
    const text = say(this.plan ? "view.table" : "view.plan");
    return html`<div class="view-tools">
      <button class="tool" title=${text} aria-label=${text} data-action="plan" @click=${() => {
        this.plan = !this.plan;
        remember("plan", this.plan ? "on" : "off");
      }}>${icon(this.plan ? "table" : "plan")}</button>
      <button class="tool" title=${say("view.home")} aria-label=${say("view.home")}
        @click=${() => this.board?.look("home")}>${icon("again")}</button>
    </div>`;
  }

  private log(session: TableSession, marks: { colour: string; mark: string }[]): TemplateResult {
    return html`<table-log .lines=${logLines(session.log, this.speaker(), marks)}></table-log>`;
  }

  private actions(session: TableSession, state: StateView): TemplateResult {
    const playing = session.info?.status === "playing";
    const seated = session.places.length > 0;
    const away = session.info?.places.some((place) => place.mine && place.stands_in) ?? false;
    const button = (name: string, text: string, picture: TemplateResult, action: () => void) =>
      html`<button class="quiet" data-action=${name} @click=${action}>${picture} ${text}</button>`;
    return html`<div class="actions table-actions" role="group" aria-label=${say("actions")}>
      ${state.takeback && playing
        ? button("takeback", say("takeback"), icon("undo"), () => session.send({ type: "takeback" }))
        : nothing}
      ${away ? button("retake", say("retake"), icon("person"), () => session.send({ type: "retake" })) : nothing}
      ${button("rules", say("rules"), icon("book"), () => (this.drawer = "rules"))}
      <span class="narrow-only">${button("log", say("log"), icon("log"), () => (this.drawer = "log"))}</span>
      ${button("invite", say("invite.short"), icon("link"), () => (this.drawer = "invite"))}
      ${button("lists", say(this.lists ? "lists.off" : "lists.on"), icon("menu"), () => {
        this.lists = !this.lists;
        remember("lists", this.lists ? "on" : "off");
      })}
      ${button("record", say("record.save"), icon("save"), () => void this.save())}
      ${seated && playing && !away
        ? button("resign", say("resign"), icon("flag"), () => (this.drawer = "resign"))
        : nothing}
    </div>`;
  }

  private async save(): Promise<void> {
    const info = this.session?.info;
    if (info) this.notice = await shareRecord(info.id, info.game, this.token);
  }

  private finish(session: TableSession, state: StateView, input: SceneInput): TemplateResult {
    const info = session.info;
    const marks = this.scene?.seatMarks(input) ?? [];
    const asked = state.asks.some((ask) => ask.what === "rematch" && session.places.includes(ask.place));
    return html`<table-over .game=${info?.game ?? ""} .table=${info?.id ?? ""} .result=${state.result}
      .seats=${input.names.map((name, seat) => ({
        name,
        colour: marks[seat]?.colour ?? "gray",
        mark: marks[seat]?.mark ?? "",
        mine: input.mine.includes(seat),
      }))}
      .resigned=${(info?.places ?? [])
        .filter((place) => place.resigned)
        .map((place) => placeName(place, info, this.games))}
      .plays=${session.places.length > 0} .asked=${asked} .still=${calm()}
      @rematch=${() => session.send({ type: "rematch" })}></table-over>`;
  }

  private connectionNote(): TemplateResult | typeof nothing {
    const connection = this.session?.connection;
    if (connection === "open" || connection === undefined) return nothing;
    return html`<p class="connection" role="status">${say("connection.lost")}
      <button class="quiet" @click=${() => this.session?.reconnect()}>${say("retry")}</button></p>`;
  }

  private refused(refusal: ErrorMessage): TemplateResult {
    return html`<section class="message" data-state="refused">
      <h1>${say("refused.title")}</h1><p>${refusalText("", refusal)}</p>
      <a class="button primary" href="/">${say("home")}</a>
    </section>`;
  }

  private drawers(session: TableSession): TemplateResult {
    const marks = this.input ? (this.scene?.seatMarks(this.input) ?? []) : [];
    return html`<table-drawers .open=${this.drawer} .session=${session} .games=${this.games}
      .lines=${this.drawer === "log" ? logLines(session.log, this.speaker(), marks) : []}
      .names=${this.input?.names ?? []} .seats=${this.ownSeats()} .takes=${this.takes}
      .token=${this.token ?? ""} @close=${() => (this.drawer = null)}></table-drawers>`;
  }
}

/** What of an input tells whether it is another: the large parts by their ends. */
function light(input: SceneInput): unknown {
  const { setting: _, legal, ...rest } = input;
  return [rest, legal.length, legal[0]?.text, legal.at(-1)?.text];
}
