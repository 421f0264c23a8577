/** A table, from the lobby to the end of the game. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { chosenPlan, readPreference, savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import { LightElement } from "../ui/base-element.ts";
import { FocusKeeper } from "../ui/focus.ts";
import { refusalText } from "../net/error-text.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import "../board/choice-panel.ts";
import { moveButtons } from "../board/move-buttons.ts";
import "../board/game-board.ts";
import type { Chosen, GameBoard } from "../board/game-board.ts";
import "../board/list-chooser.ts";
import { modelOf } from "../board/load-game.ts";
import type { BoardModel, LegalMove, SceneInput } from "../stage/scene.ts";
import { boardShape, inPlan, isWide, viewTools } from "../board/view-tools.ts";
import { RulingController } from "./ruling-controller.ts";
import type { Error as ErrorMessage, LogEvent, StateView, TableInfo } from "../net/protocol.ts";
import { playSound } from "../ui/sound.ts";
import { isHere } from "../net/here.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import "./pass-device/hand-over-screen.css";
import "./pass-device/hand-over-screen.ts";
import "./lobby/table-lobby.css";
import { firstGameNote, keepKnown } from "./hint/first-game.ts";
import { HandController } from "./hand-controller.ts";
import { hintButton, hintCard } from "./hint/hint-card.ts";
import "./hint/hint-card.css";
import { HintController } from "./hint/hint-controller.ts";
import "./seats/seat-list.css";
import { quickNextButton } from "./quick-next.ts";
import { holderOf, mustPass, type Holder } from "./pass-device/pass-device.ts";
import { shareRecord } from "./share-record.ts";
import { SceneInputs } from "./scene-inputs.ts";
import type { SeatView } from "./seats/seat-list.ts";
import "./seats/seat-list.ts";
import { ratingsOf } from "./seats/seat-ratings.ts";
import { eventText } from "./log/event-text.ts";
import type { TableSession } from "./session.ts";
import { reporting } from "./report-player.ts";
import { placeName } from "./seats/seat-names.ts";
import { logLines, seatViews } from "./view-models.ts";
import { tableActions, type TableAction } from "./actions/table-actions.ts";
import "./table-requests.ts";
import "./table-drawers.ts";
import type { Drawer } from "./table-drawers.ts";
import "./preparation-note.ts";
import "./log/table-log.ts";
import { EndController } from "./end/end-controller.ts";
import type { Outcome } from "./end/outcome.ts";
import "./table.css";
import { ownSeats, eventNamesOf, turnBanner, turnText } from "./turn.ts";
import { Patience } from "./patience.ts";
import { TalkController } from "./talk/talk-controller.ts";
import { KeysController } from "./keys-controller.ts";
import { TableController } from "./table-controller.ts";

/** Milliseconds for which a notice names the next player of a shared device. */
const HAND_OVER_SEEN = 1800;

const whereOf = (info: TableInfo, state: StateView): string => `${info.id}/${state.game_number}`;

@customElement("table-page")
export class TablePage extends LightElement {
  @property() tableId = "";
  @state() private model: BoardModel | null = null;
  @state() private drawer: Drawer | null = null;
  @state() private plan = chosenPlan();
  @state() private lists = readPreference("lists") === "on";
  @state() private told = "";
  @state() private notice = "";
  @state() private takes: number | null = null;
  @state() private handOver = "";
  /** The player who last confirmed to have the device. */
  @state() private holder: Holder | null = null;
  @query("game-board") private board!: GameBoard | null;

  private readonly controller = new TableController(this, {
    entered: () => this.forget(),
    happened: (events) => this.onHappened(events),
    refused: (error) => (this.notice = refusalText(this.controller.session?.info?.game ?? "", error)),
    advised: () => this.hints.advised(),
  });
  private readonly chooser = new MoveChooser(this, {
    game: () => this.controller.session?.info?.game ?? "",
    current: () => this.controller.session?.current ?? false,
    mine: () => this.controller.session?.state?.mine ?? false,
    covered: () => this.drawer !== null || this.passes,
    play: (move) => {
      this.controller.session?.act(move.text);
      const { info, state } = this.controller.session ?? {};
      if (info && state) keepKnown(info.game, whereOf(info, state));
    },
    tell: (text) => (this.told = text),
    declined: () => this.hints.hide(),
  });
  private readonly hints: HintController = new HintController(this, {
    session: () => this.controller.session,
    chooser: this.chooser,
    tell: (text) => (this.told = text),
  });
  private readonly ruling = new RulingController(this);
  private readonly hands = new HandController(this, {
    board: () => this.board,
    turnView: () => (this.plan = !inPlan(this.plan, this.model)),
    tell: (text) => (this.told = text),
  });
  private readonly end = new EndController(this, {
    board: () => this.board,
    takeover: (place) => this.askTakeover(place),
    notify: (text) => (this.notice = text),
  });
  protected readonly focusKeeper = new FocusKeeper(this, () =>
    this.querySelector(".hand-area") ?? this.querySelector("game-board .layer") ?? this.closest("main"));
  private readonly keys = new KeysController(this, [
    { key: "h", name: "hint", do: () => this.hints.toggle(true) },
    { key: "v", name: "view", do: () => (this.plan = !inPlan(this.plan, this.model)) },
    { key: "l", name: "lists", do: () => this.switchLists() },
    { key: "?", name: "keys", do: () => (this.drawer = "keys") },
  ]);
  private readonly patience = new Patience(this);
  private readonly talk = new TalkController(this, () => this.controller.session);
  private inputs = new SceneInputs();
  private shownState: StateView | null = null;
  /** The seat to act when events were told last. */
  private toldTurn: number | null = null;
  private passing: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.passing);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tableId")) this.controller.enter(this.tableId);
    if (!this.passes) this.takeIn();
    const { session } = this.controller;
    if (session?.state) this.hands.follow(session, session.state, this.board?.bodies ?? null);
  }

  /** Whether the device is being passed on; the previous state stays in place, covered. */
  private get passes(): boolean {
    const { session } = this.controller;
    if (!session?.info || !session.state) return false;
    return mustPass(session.info, session.state, ownSeats(session), this.holder);
  }

  private forget(): void {
    this.holder = null;
    this.shownState = null;
    this.inputs = new SceneInputs();
    this.chooser.offer([]);
    this.drawer = null;
    this.talk.forget();
  }

  /** Updates from the session: new legal moves reset the selection, everything else keeps it. */
  private takeIn(): void {
    const current = this.controller.session?.state ?? null;
    if (current === this.shownState) return;
    const turned = current?.to_act !== this.shownState?.to_act;
    this.shownState = current;
    // During a ruling the device lies on the table; the next player to act picks it up.
    if (this.ruling.asks(current)) this.holder = null;
    if (turned) this.chooser.offer([]);
    const usual = (left: readonly LegalMove[]) => this.model?.preferred?.(left) ?? null;
    this.chooser.offer(current?.mine ? current.legal : [], usual);
    if (!this.controller.session?.advice) this.chooser.dropSuggestion();
    this.inputs.last = null;
  }

  private onHappened(events: LogEvent[]): void {
    const { session, games } = this.controller;
    const names = eventNamesOf(session, games);
    const sentences = events.map((event) => eventText(event, names)).filter(Boolean);
    const happened = (kind: LogEvent["kind"]) => events.some((event) => event.kind === kind);
    this.talk.hear(events);
    if (events.every(({ kind }) => kind === "said" || kind === "arrived")) {
      if (sentences.length > 0) this.told = sentences.join(". ");
      this.requestUpdate();
      return;
    }
    this.notice = "";
    if (happened("move")) playSound(session?.state?.pending_ruling ? "pick" : "move");
    if (happened("taken_back")) playSound("undo");
    if (happened("over")) {
      void this.end.end();
    } else if (
      session?.state && session.info?.status === "playing" && events.some((event) => event.kind !== "hinted")
    ) {
      const { mine, to_act: acts } = session.state;
      const turn = turnText(session, games);
      if (turn && (mine || acts !== this.toldTurn)) sentences.push(turn);
      if (!mine || this.passes) this.handOver = "";
      else if (ownSeats(session).length > 1) this.announceHandOver(turn);
      else if (happened("move")) playSound("turn");
    }
    this.toldTurn = session?.state?.to_act ?? null;
    this.told = sentences.join(". ");
    this.requestUpdate();
  }

  private switchLists(): void {
    this.lists = !this.lists;
    savePreference("lists", this.lists ? "on" : "off");
  }

  private askTakeover(place: number): void {
    this.takes = place;
    this.drawer = "takeover";
  }

  private announceHandOver(turn: string): void {
    this.handOver = turn;
    clearTimeout(this.passing);
    this.passing = setTimeout(() => (this.handOver = ""), HAND_OVER_SEEN);
  }

  // -- Drawing ------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { session, lobby } = this.controller;
    if (session?.refusal) {
      return lobby ? this.lobby(lobby, []) : this.refused(session.refusal);
    }
    const info = session?.info;
    if (!session || !info || !this.controller.readable) {
      return html`<section class="message" data-state="waiting"><p role="status">
        ${t(session?.connection === "waiting" ? "connection.lost" : "loading")}</p></section>`;
    }
    const mine = info.status === "playing" && session.state?.mine === true;
    document.title = `${mine ? `${t("turn.theirs.you")} · ` : ""}${gameName(info.game)} · Empile`;
    return html`
      ${this.connectionNote(session)}
      ${info.status === "gathering"
        ? this.lobby(info, session.places)
        : session.state
          ? this.table(session, info, session.state)
          : nothing}
      ${this.handOverScreen(session)}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
      ${this.drawers(session)}
    `;
  }

  private lobby(info: TableInfo, places: number[]): TemplateResult {
    void import("./lobby/table-lobby.ts");
    return html`<table-lobby .info=${info} .games=${this.controller.games}
      .token=${this.controller.token ?? ""} .places=${places} data-state="gathering"
      @joined=${(event: CustomEvent<string>) => this.controller.joined(event.detail)}></table-lobby>`;
  }

  private handOverScreen(session: TableSession): TemplateResult {
    const place = session.state?.seats[session.state.to_act ?? -1];
    const found = session.info?.places[place ?? -1];
    return html`<hand-over-screen .down=${this.passes}
      .name=${found ? placeName(found, session.info, this.controller.games, session.state?.seats) : ""}
      @lift=${() => (this.holder = session.state ? holderOf(session.state) : null)}
    ></hand-over-screen>`;
  }

  /** Whether the board is about to make its model, on which the size of the panels depends. */
  private prepares(game: string): boolean {
    return this.model === null && modelOf(game) !== null;
  }

  private table(
    session: TableSession, info: TableInfo, state: StateView,
  ): TemplateResult | typeof nothing {
    const { games } = this.controller;
    const { chooser, hands, passes } = this;
    if (passes && !this.inputs.last) return nothing;
    const input = (passes ? this.inputs.last : null) ??
      this.inputs.make(session, state, games, chooser.choosing);
    const over = info.status === "over";
    const turn = passes ? "passing" : state.mine && !over ? "mine" : over ? "over" : "other";
    const marks = this.model?.seatMarks(input) ?? [];
    const actor = state.to_act ?? state.pending_ruling?.seat ?? null;
    const acting = actor === null ? undefined : marks[actor];
    const plan = inPlan(this.plan, this.model);
    const shape = boardShape(this.model, plan);
    const outcome = this.end.outcome(info, state);
    const seats = seatViews(session, state, games, this.model, input, outcome,
      (table, place) => this.talk.saidBy(table, place));
    const kind = [over ? "is-over" : "", passes ? "is-covered" : "", this.prepares(info.game) ? "is-preparing" : ""];
    return html`<div class="table with-log ${kind.join(" ")}" data-state=${info.status}
      data-shape=${isWide(shape) ? "wide" : nothing}
      data-turn=${turn} data-seq=${state.seq} data-game=${state.game_number}
      data-to-act=${state.to_act ?? ""} data-connection=${session.connection}
      data-current=${session.current ? "true" : "false"}
      data-sending=${session.slow ? "slow" : nothing} data-preview=${chooser.preview?.text ?? ""} data-hand=${hands.stage || nothing}
      style="${acting ? `--turn: ${acting.colour};` : ""} ${shape === null ? "" : `--shape: ${shape.toFixed(3)}`}">
      <h1 class="unseen">${gameName(info.game)}</h1>
      ${seats.some(({ clock }) => clock) ? this.clocks(seats) : nothing}
      <div class="stage-area">
        ${session.places.length > 0 && !over && !hands.busy && !this.ruling.asks(state)
          ? firstGameNote(info.game, games.find(({ name }) => name === info.game)?.lessons ?? 0, whereOf(info, state))
          : nothing}
        <game-board .game=${info.game} .boardSetup=${state.board_setup} .input=${input} .plan=${plan}
          .idle=${session.connection !== "open" || session.slow}
          .label=${translator(info.game)("board")}
          @choose=${(event: CustomEvent<Chosen>) => chooser.choose(event.detail, "board")}
          @undo=${() => chooser.undo()}
          @model=${(event: CustomEvent<BoardModel>) => (this.model = event.detail)}
          @drawing-known=${() => this.requestUpdate()}
          @drawn=${() => this.requestUpdate()}></game-board>
        ${viewTools(plan, (plan) => (this.plan = plan), () => this.board?.look("home"))}
        ${session.slow ? html`<p class="sending" role="status">${t("sending")}</p>` : nothing}
        ${this.notice ? this.noticed() : nothing}
        ${this.handOver && !over ? html`<p class="hand-over">${this.handOver}</p>` : nothing}
        ${moveButtons(info.game, chooser, session.current)}
        ${hands.layer(info.game)}
      </div>
      <div class="side">
        ${this.asked(session, info, state, input, acting, outcome, seats)}
        ${isHere(info.id) ? this.here(info.id, seats[state.to_act ?? -1]?.name ?? "") : nothing}
        ${session.places.length > 0 && !localStore.persists
          ? html`<p class="notice" data-notice="fleeting">${t("seat.fleeting")}</p>` : nothing}
        ${hintCard(session, state, chooser, this.hints)}
        <table-requests .session=${session} .state=${state} .patience=${this.patience.of(session)}
          .mayClaim=${this.patience.mayClaim(session, state)}
          .names=${eventNamesOf(session, games)}></table-requests>
        <section class="card reserve" aria-label=${t("reserve")} ?hidden=${over}>
          ${this.lists || !this.model ? this.listChooser(info.game) : nothing}
          <choice-panel .groups=${this.model?.panel(input) ?? []} .chosen=${input.chosen}
            @choose=${(event: CustomEvent<Chosen>) => chooser.choose(event.detail, "panel")}
            @undo=${() => chooser.undo()}></choice-panel>
        </section>
        ${this.people(session, info, state, seats)}
      </div>
      ${over ? nothing : tableActions(session, state, this.doing(session, info, state))}
      <section class="card wide-log"><h2>${t("log")}</h2>
        <table-log .lines=${this.lines(session, marks)} .more=${session.log.more}
          @older=${() => session.askOlder()}></table-log></section>
    </div>`;
  }

  private doing(session: TableSession, info: TableInfo, state: StateView): TableAction {
    return {
      open: (drawer) => (this.drawer = drawer),
      lists: this.lists,
      switchLists: () => this.switchLists(),
      save: () => void this.save(info),
      saveFall: () => void this.saveFall(session, info),
      mayAskPresence: this.patience.mayAsk(session, state),
      report: reporting(session, this.controller.games, state),
    };
  }

  private clocks(seats: SeatView[]): TemplateResult {
    void import("./seats/clock-strip.ts");
    return html`<clock-strip class="clock-strip" aria-hidden="true" .seats=${seats}></clock-strip>`;
  }

  /** Renders what to do next, and the player to act. */
  private asked(
    session: TableSession, info: TableInfo, state: StateView, input: SceneInput,
    acting: { mark: string } | undefined, outcome: Outcome | null, seats: SeatView[],
  ): TemplateResult | typeof nothing {
    const { games } = this.controller;
    if (this.hands.busy) {
      return this.hands.panel(info.game, input.names[state.pending_ruling?.seat ?? -1] ?? "", acting?.mark ?? "");
    }
    if (info.status === "over") {
      return this.end.card(session, info, state, games, outcome, seats, this.doing(session, info, state));
    }
    if (this.ruling.asks(state)) {
      return this.ruling.card({
        session, state, names: eventNamesOf(session, games),
        picture: this.model?.placing?.(input) ?? "",
        tell: (text) => (this.told = text),
      });
    }
    return html`${turnBanner(session, state, games, acting, this.chooser.hint(),
      hintButton(session, state, this.hints))}
      ${quickNextButton(session, this.model, input, this.chooser)}`;
  }

  /** What became of an action, at the edge of the board: there it is seen. */
  private noticed(): TemplateResult {
    return html`<p class="notice board-note" role="alert">${this.notice}
      <button class="quiet round" aria-label=${t("close")}
        @click=${() => (this.notice = "")}>${icon("close")}</button></p>`;
  }

  private people(
    session: TableSession, info: TableInfo, state: StateView, seats: SeatView[],
  ): TemplateResult {
    return html`<section class="card">
      ${isHere(info.id) ? nothing : html`<preparation-note .game=${info.game}></preparation-note>`}
      <seat-list .seats=${seats}
        @takeover=${(event: CustomEvent<number>) => this.askTakeover(event.detail)}></seat-list>
      ${info.rated ? ratingsOf(info, this.controller.games, state) : nothing}
      ${this.talk.bar(session, info, state, this.controller.games)}
      ${info.spectators > 0
        ? html`<p class="watchers">${icon("eye")} ${t("watchers", { count: info.spectators })}</p>`
        : nothing}
      ${info.hints ? nothing : html`<p class="watching">${t("refused.no_hints")}</p>`}
      ${session.places.length === 0 ? html`<p class="watching">${t("watching")}</p>` : nothing}
      ${isHere(info.id) ? html`<local-note .info=${info}></local-note>` : nothing}
    </section>`;
  }

  /** Renders what happens at a table of this page. */
  private here(id: string, acting: string): TemplateResult {
    void import("../local/local-note.ts").catch(() => undefined);
    return html`<local-now .table=${id} .acting=${acting}></local-now>`;
  }

  private listChooser(game: string): TemplateResult | typeof nothing {
    const { choosing } = this.chooser;
    if (choosing.legal.length === 0) return nothing;
    return html`<list-chooser .game=${game} .choosing=${choosing}
      @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}></list-chooser>`;
  }

  private lines(session: TableSession, marks: { colour: string; mark: string }[]): object[] {
    return logLines(session.log.entries, eventNamesOf(session, this.controller.games), marks);
  }

  private async save(info: TableInfo): Promise<void> {
    this.notice = await shareRecord(info.id, info.game, this.controller.token);
  }

  private async saveFall({ fall }: TableSession, { game }: TableInfo): Promise<void> {
    if (!fall) return;
    this.notice = t("loading");
    const { shareFall } = await import("./share-drawn.ts");
    this.notice = await shareFall(game, fall);
  }

  private connectionNote(session: TableSession): TemplateResult | typeof nothing {
    if (session.connection === "open") return nothing;
    return html`<p class="connection" role="status">${t("connection.lost")}
      <button class="quiet" @click=${() => session.reconnect()}>${t("retry")}</button></p>`;
  }

  private refused(refusal: ErrorMessage): TemplateResult {
    const outdated = refusal.code === "outdated";
    return html`<section class="message" data-state="refused">
      <h1>${t(outdated ? "outdated.title" : "refused.title")}</h1>
      <p>${refusalText("", refusal)}</p>
      ${refusal.code === "bad_token"
        ? html`<button class="primary" data-action="watch" @click=${() => this.controller.watch()}>
              ${t("refused.bad_token.watch")}</button>
            <a class="button" href="/" data-action="forget" @click=${() => this.controller.forgetSeat()}>
              ${t("refused.bad_token.forget")}</a>`
        : outdated
        ? html`<button class="primary" data-action="reload" @click=${() => location.reload()}>
            ${t("outdated.reload")}</button>`
        : html`<a class="button primary" href="/">${t("home")}</a>`}
    </section>`;
  }

  private drawers(session: TableSession): TemplateResult {
    const input = this.inputs.last;
    const marks = input ? (this.model?.seatMarks(input) ?? []) : [];
    return html`<table-drawers .open=${this.drawer} .session=${session} .games=${this.controller.games}
      .lines=${this.drawer === "log" ? this.lines(session, marks) : []}
      .names=${input?.names ?? []} .seats=${ownSeats(session)} .takes=${this.takes}
      .keys=${this.keys.actions} .token=${this.controller.token ?? ""} @close=${() => (this.drawer = null)}></table-drawers>`;
  }
}
