/** A table, from waiting for friends to the end of the game. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { recall, remember } from "../app/kept.ts";
import { calm } from "../app/motion.ts";
import { Plain } from "../app/plain.ts";
import { refusalText } from "../app/trouble.ts";
import { Chooser } from "../board/chooser.ts";
import "../board/choice-panel.ts";
import { confirmMove } from "../board/confirm.ts";
import "../board/game-board.ts";
import type { Chosen, GameBoard } from "../board/game-board.ts";
import "../board/list-chooser.ts";
import type { LegalMove, Scene, SceneInput } from "../board/scene.ts";
import { viewTools } from "../board/view-tools.ts";
import { PeopleJudge } from "../judge/judging.ts";
import type { Error as ErrorMessage, LogEvent, StateView, TableInfo } from "../net/protocol.ts";
import { playSound } from "../sound/sound.ts";
import { gameName, say, sayer } from "../words/words.ts";
import "./curtain.css";
import "./curtain.ts";
import "./gathering.css";
import { Hands } from "./hands.ts";
import { hintButton, hintCard } from "./hint-card.ts";
import "./hint-card.css";
import { Hints } from "./hints.ts";
import "./people.css";
import { onwardButton } from "./onward.ts";
import { holderOf, mustPass, type Holder } from "./passing.ts";
import { placeName } from "./people.ts";
import { shareRecord } from "./record.ts";
import { SceneInputs } from "./scene-inputs.ts";
import "./seat-list.ts";
import { sentence } from "./sentences.ts";
import type { TableSession } from "./session.ts";
import { logLines, seatsShown } from "./shown.ts";
import { tableActions } from "./table-actions.ts";
import "./table-asks.ts";
import "./table-drawers.ts";
import type { Drawer } from "./table-drawers.ts";
import "./table-gathering.ts";
import "./table-log.ts";
import "./table-over.ts";
import "./table.css";
import { ownSeats, speakerOf, turnBanner, turnText } from "./turn.ts";
import { Visit } from "./visit.ts";

/** Milliseconds for which a screen that is passed on says to whom. */
const HAND_OVER_SEEN = 1800;

@customElement("table-page")
export class TablePage extends Plain {
  @property() tableId = "";
  @state() private scene: Scene | null = null;
  @state() private drawer: Drawer | null = null;
  @state() private plan = recall("plan") === "on";
  @state() private lists = recall("lists") === "on";
  @state() private told = "";
  @state() private notice = "";
  @state() private takes: number | null = null;
  @state() private handOver = "";
  /** Who said last to have the device. */
  @state() private holder: Holder | null = null;
  @query("game-board") private board!: GameBoard | null;

  private readonly visit = new Visit(this, {
    entered: () => this.forget(),
    happened: (events) => this.onHappened(events),
    refused: (error) => (this.notice = refusalText(this.visit.session?.info?.game ?? "", error)),
    advised: () => this.hints.advised(),
    lostPlace: () => (this.notice = say("refused.bad_hello")),
  });
  private readonly chooser = new Chooser(this, {
    game: () => this.visit.session?.info?.game ?? "",
    current: () => this.visit.session?.current ?? false,
    mine: () => this.visit.session?.state?.mine ?? false,
    covered: () => this.drawer !== null || this.passes,
    lay: (move) => this.visit.session?.act(move.text),
    tell: (text) => (this.told = text),
    declined: () => this.hints.hide(),
  });
  private readonly hints: Hints = new Hints(this, {
    session: () => this.visit.session,
    chooser: this.chooser,
    covered: () => this.drawer !== null || this.passes,
    tell: (text) => (this.told = text),
  });
  private readonly judge = new PeopleJudge(this);
  private readonly hands = new Hands(this, {
    board: () => this.board,
    turnView: () => (this.plan = !this.plan),
    tell: (text) => (this.told = text),
  });
  private inputs = new SceneInputs();
  private shownState: StateView | null = null;
  private passing: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.passing);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tableId")) this.visit.enter(this.tableId);
    if (!this.passes) this.takeIn();
    const { session } = this.visit;
    if (session?.state) this.hands.follow(session, session.state, this.scene);
  }

  /** Whether the device is on its way to somebody else: what was shown before stays, unseen. */
  private get passes(): boolean {
    const { session } = this.visit;
    if (!session?.info || !session.state) return false;
    return mustPass(session.info, session.state, ownSeats(session), this.holder);
  }

  private forget(): void {
    this.holder = null;
    this.shownState = null;
    this.inputs = new SceneInputs();
    this.chooser.offer([]);
    this.drawer = null;
  }

  /** Follow the session: new legal moves begin a new choice, all else keeps what was chosen. */
  private takeIn(): void {
    const current = this.visit.session?.state ?? null;
    if (current === this.shownState) return;
    const turned = current?.to_act !== this.shownState?.to_act;
    this.shownState = current;
    // The device lies on the table, for all to see: whoever acts next is to take it up.
    if (this.judge.asks(current)) this.holder = null;
    if (turned) this.chooser.offer([]);
    const usual = (left: readonly LegalMove[]) => this.scene?.preferred?.(left) ?? null;
    this.chooser.offer(current?.mine ? current.legal : [], usual);
    if (!this.visit.session?.advice) this.chooser.dropSuggestion();
    this.inputs.last = null;
  }

  private onHappened(events: LogEvent[]): void {
    const { session, games } = this.visit;
    const speaker = speakerOf(session, games);
    const sentences = events.map((event) => sentence(event, speaker)).filter(Boolean);
    const happened = (kind: LogEvent["kind"]) => events.some((event) => event.kind === kind);
    this.notice = "";
    if (happened("move")) playSound(session?.state?.judging ? "pick" : "lay");
    if (happened("taken_back")) playSound("undo");
    if (happened("over")) playSound("win");
    else if (
      session?.state?.mine && session.info?.status === "playing" &&
      events.some((event) => event.kind !== "hinted")
    ) {
      const turn = turnText(session, games);
      sentences.push(turn);
      if (this.passes) this.handOver = "";
      else if (ownSeats(session).length > 1) this.announceHandOver(turn);
      else if (happened("move")) playSound("turn");
    }
    this.told = sentences.join(". ");
    this.requestUpdate();
  }

  private announceHandOver(turn: string): void {
    this.handOver = turn;
    clearTimeout(this.passing);
    this.passing = setTimeout(() => (this.handOver = ""), HAND_OVER_SEEN);
  }

  // -- Drawing ------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { session, lobby } = this.visit;
    if (session?.refusal) {
      return lobby ? this.gathering(lobby, []) : this.refused(session.refusal);
    }
    const info = session?.info;
    if (!session || !info) {
      return html`<section class="message" data-state="waiting"><p role="status">
        ${say(session?.connection === "waiting" ? "connection.lost" : "loading")}</p></section>`;
    }
    document.title = `${gameName(info.game)} · Empile`;
    return html`
      ${this.connectionNote(session)}
      ${info.status === "gathering"
        ? this.gathering(info, session.places)
        : session.state
          ? this.table(session, info, session.state)
          : nothing}
      ${this.curtain(session)}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
      ${this.drawers(session)}
    `;
  }

  private gathering(info: TableInfo, places: number[]): TemplateResult {
    return html`<table-gathering .info=${info} .games=${this.visit.games}
      .token=${this.visit.token ?? ""} .places=${places} data-state="gathering"
      @joined=${(event: CustomEvent<string>) => this.visit.joined(event.detail)}></table-gathering>`;
  }

  private curtain(session: TableSession): TemplateResult {
    const place = session.state?.seats[session.state.to_act ?? -1];
    const found = session.info?.places[place ?? -1];
    return html`<table-curtain .down=${this.passes}
      .name=${found ? placeName(found, session.info ?? undefined, this.visit.games) : ""}
      @lift=${() => (this.holder = session.state ? holderOf(session.state) : null)}
    ></table-curtain>`;
  }

  private table(
    session: TableSession, info: TableInfo, state: StateView,
  ): TemplateResult | typeof nothing {
    const { games } = this.visit;
    const { chooser, hands, passes } = this;
    if (passes && !this.inputs.last) return nothing;
    const input = (passes ? this.inputs.last : null) ??
      this.inputs.make(session, state, games, chooser.choosing);
    const over = info.status === "over";
    const turn = passes ? "passing" : state.mine && !over ? "mine" : over ? "over" : "other";
    const marks = this.scene?.seatMarks(input) ?? [];
    const actor = state.to_act ?? state.judging?.seat ?? null;
    const acting = actor === null ? undefined : marks[actor];
    return html`<div class="table ${over ? "is-over" : ""} ${passes ? "is-covered" : ""}" data-state=${info.status}
      data-turn=${turn} data-seq=${state.seq} data-game=${state.game_number}
      data-to-act=${state.to_act ?? ""} data-connection=${session.connection}
      data-current=${session.current ? "true" : "false"}
      data-preview=${chooser.preview?.text ?? ""} data-hand=${hands.stage || nothing}
      style=${acting ? `--turn: ${acting.colour}` : ""}>
      <h1 class="unseen">${gameName(info.game)}</h1>
      <div class="stage-area">
        <game-board .game=${info.game} .setting=${state.setting} .input=${input} .plan=${this.plan}
          .label=${sayer(info.game)("board")}
          @choose=${(event: CustomEvent<Chosen>) => chooser.choose(event.detail, "board")}
          @undo=${() => chooser.undo()}
          @scene=${(event: CustomEvent<Scene>) => (this.scene = event.detail)}></game-board>
        ${viewTools(this.plan, (plan) => (this.plan = plan), () => this.board?.look("home"))}
        ${this.handOver && !over ? html`<p class="hand-over">${this.handOver}</p>` : nothing}
        ${confirmMove(info.game, chooser, session.current)}
        ${hands.layer(info.game)}
      </div>
      <div class="side">
        ${this.asked(session, info, state, input, acting)}
        ${this.notices()}
        ${hintCard(session, state, chooser, this.hints)}
        <table-asks .session=${session} .state=${state}
          .speaker=${speakerOf(session, games)}></table-asks>
        <section class="card reserve" aria-label=${say("reserve")} ?hidden=${over}>
          ${this.lists || !this.scene ? this.listChooser(info.game) : nothing}
          <choice-panel .groups=${this.scene?.panel(input) ?? []} .chosen=${input.chosen}
            @choose=${(event: CustomEvent<Chosen>) => chooser.choose(event.detail, "panel")}
            @undo=${() => chooser.undo()}></choice-panel>
        </section>
        ${this.people(session, info, state, input)}
        ${tableActions(session, state, {
          open: (drawer) => (this.drawer = drawer),
          lists: this.lists,
          switchLists: () => {
            this.lists = !this.lists;
            remember("lists", this.lists ? "on" : "off");
          },
          save: () => void this.save(info),
        })}
        <section class="card wide-log"><h2>${say("log")}</h2>
          <table-log .lines=${this.lines(session, marks)}></table-log></section>
      </div>
    </div>`;
  }

  /** What is to be done now, and by whom. */
  private asked(
    session: TableSession, info: TableInfo, state: StateView, input: SceneInput,
    acting: { mark: string } | undefined,
  ): TemplateResult | typeof nothing {
    const { games } = this.visit;
    if (this.hands.busy) {
      return this.hands.panel(info.game, input.names[state.judging?.seat ?? -1] ?? "", acting?.mark ?? "");
    }
    if (info.status === "over") return this.finish(session, info, state, input);
    if (this.judge.asks(state)) {
      return this.judge.card({
        session, state, speaker: speakerOf(session, games),
        picture: this.scene?.placing?.(input) ?? "",
        tell: (text) => (this.told = text),
      });
    }
    return html`${turnBanner(session, state, games, acting, this.chooser.hint(),
      hintButton(session, state, this.hints))}
      ${onwardButton(session, this.scene, input, this.chooser)}`;
  }

  private notices(): TemplateResult | typeof nothing {
    if (!this.notice) return nothing;
    return html`<p class="notice" role="alert">${this.notice}
      <button class="quiet round" aria-label=${say("close")}
        @click=${() => (this.notice = "")}>${icon("close")}</button></p>`;
  }

  private people(
    session: TableSession, info: TableInfo, state: StateView, input: SceneInput,
  ): TemplateResult {
    return html`<section class="card">
      <seat-list .seats=${seatsShown(session, state, this.visit.games, this.scene, input)}
        @takeover=${(event: CustomEvent<number>) => {
          this.takes = event.detail;
          this.drawer = "takeover";
        }}></seat-list>
      ${info.watchers > 0
        ? html`<p class="watchers">${icon("eye")} ${say("watchers", { count: info.watchers })}</p>`
        : nothing}
      ${info.hints ? nothing : html`<p class="watching">${say("hint.none")}</p>`}
      ${session.places.length === 0 ? html`<p class="watching">${say("watching")}</p>` : nothing}
    </section>`;
  }

  private listChooser(game: string): TemplateResult | typeof nothing {
    const { choosing } = this.chooser;
    if (choosing.legal.length === 0) return nothing;
    return html`<list-chooser .game=${game} .choosing=${choosing}
      @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}></list-chooser>`;
  }

  private lines(session: TableSession, marks: { colour: string; mark: string }[]): object[] {
    return logLines(session.log, speakerOf(session, this.visit.games), marks);
  }

  private async save(info: TableInfo): Promise<void> {
    this.notice = await shareRecord(info.id, info.game, this.visit.token);
  }

  private finish(
    session: TableSession, info: TableInfo, state: StateView, input: SceneInput,
  ): TemplateResult {
    const marks = this.scene?.seatMarks(input) ?? [];
    const asked = state.asks.some((ask) => ask.what === "rematch" && session.places.includes(ask.place));
    return html`<table-over .game=${info.game} .table=${info.id} .result=${state.result}
      .seats=${input.names.map((name, seat) => ({
        name,
        colour: marks[seat]?.colour ?? "gray",
        mark: marks[seat]?.mark ?? "",
        mine: input.mine.includes(seat),
      }))}
      .teams=${info.teams} .resigned=${info.places
        .filter((place) => place.resigned)
        .map((place) => placeName(place, info, this.visit.games))}
      .plays=${session.places.length > 0} .asked=${asked} .still=${calm()}
      @rematch=${() => session.send({ type: "rematch" })}></table-over>`;
  }

  private connectionNote(session: TableSession): TemplateResult | typeof nothing {
    if (session.connection === "open") return nothing;
    return html`<p class="connection" role="status">${say("connection.lost")}
      <button class="quiet" @click=${() => session.reconnect()}>${say("retry")}</button></p>`;
  }

  private refused(refusal: ErrorMessage): TemplateResult {
    return html`<section class="message" data-state="refused">
      <h1>${say("refused.title")}</h1><p>${refusalText("", refusal)}</p>
      <a class="button primary" href="/">${say("home")}</a>
    </section>`;
  }

  private drawers(session: TableSession): TemplateResult {
    const input = this.inputs.last;
    const marks = input ? (this.scene?.seatMarks(input) ?? []) : [];
    return html`<table-drawers .open=${this.drawer} .session=${session} .games=${this.visit.games}
      .lines=${this.drawer === "log" ? this.lines(session, marks) : []}
      .names=${input?.names ?? []} .seats=${ownSeats(session)} .takes=${this.takes}
      .token=${this.visit.token ?? ""} @close=${() => (this.drawer = null)}></table-drawers>`;
  }
}
