/** The end of a game at a table: shows the result once the last piece has landed, and starts what comes next. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { isIdle } from "../../ui/focus.ts";
import { reducedMotion } from "../../ui/motion.ts";
import { playSound } from "../../ui/sound.ts";
import type { GameBoard } from "../../board/game-board.ts";
import { errorText } from "../../net/error-text.ts";
import { gameQuery } from "../../net/game-query.ts";
import type { GameInfo, PlaceInfo, StateView, TableInfo } from "../../net/protocol.ts";
import { t } from "../../i18n/i18n.ts";
import { menuItems, type TableAction } from "../actions/table-actions.ts";
import type { MenuItem } from "../actions/overflow-menu.ts";
import type { SeatView } from "../seats/seat-list.ts";
import { placeName } from "../seats/seat-names.ts";
import type { TableSession } from "../session.ts";
import type { Ending } from "./table-over.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import type { TableOver } from "./table-over.ts";

/** Milliseconds after which the result is shown though the picture still moves. */
const LONGEST_LANDING = 4000;

/** What the controller needs from its page. */
export interface EndPage {
  board(): GameBoard | null;
  /** Asks whether a bot should take a place. */
  takeover(place: number): void;
  /** Shows why something failed. */
  notify(text: string): void;
}

export class EndController implements ReactiveController {
  /** Whether the last move is still being shown. */
  landing = false;
  private making = false;
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly page: EndPage;

  constructor(host: ReactiveControllerHost & HTMLElement, page: EndPage) {
    this.host = host;
    this.page = page;
    host.addController(this);
  }

  hostConnected(): void {
    this.landing = false;
  }

  /** Waits for the last piece, then shows the result and focuses the next action. */
  async end(): Promise<void> {
    const loading = import("./table-over.ts");
    this.landing = true;
    this.host.requestUpdate();
    await this.host.updateComplete;
    const board = this.page.board();
    await board?.updateComplete;
    await Promise.race([
      board?.settled(),
      new Promise((resolve) => setTimeout(resolve, LONGEST_LANDING)),
    ]);
    this.landing = false;
    playSound("win");
    this.host.requestUpdate();
    await Promise.all([this.host.updateComplete, loading]);
    const over = this.host.querySelector<TableOver>("table-over");
    await over?.updateComplete;
    if (isIdle(document.activeElement)) over?.focus();
  }

  /** Returns the outcome once the last piece has landed; null before. */
  outcome(info: TableInfo, { result, scores, seats }: StateView): Outcome | null {
    if (this.landing || info.status !== "over") return null;
    const resigned = seats.flatMap((place, seat) => (info.places[place]?.resigned ? [seat] : []));
    return outcomeOf(result, resigned, scores, info.teams);
  }

  card(
    session: TableSession, info: TableInfo, state: StateView, games: readonly GameInfo[],
    outcome: Outcome | null, seats: readonly SeatView[], doing: TableAction,
  ): TemplateResult | typeof nothing {
    if (this.landing) return nothing;
    void import("./table-over.ts"); // not with the page: most tables are opened long before their end
    const withPeople = session.places.length > 0 && info.places.some(({ kind, mine }) => kind === "person" && !mine);
    const newTable: MenuItem =
      { name: "new-table", label: t("over.new_table"), icon: "plus", run: () => void this.newTable(info) };
    return html`<table-over .game=${info.game} .outcome=${outcome} .ending=${endingOf(session)} .seats=${seats}
      .teams=${info.teams} .places=${info.places} .asks=${state.asks} .mine=${session.places} .rated=${info.rated}
      .nameOf=${(place: PlaceInfo) => placeName(place, info, games, state.seats)}
      .review=${`/r/${info.id}${gameQuery(state.game_number)}&analyse`}
      .menu=${[...(withPeople ? [newTable] : []), ...menuItems(session, state, doing)]}
      .still=${reducedMotion()}
      @rematch=${() => session.send({ type: "rematch" })}
      @takeover=${(event: CustomEvent<number>) => this.page.takeover(event.detail)}></table-over>`;
  }

  private async newTable(info: TableInfo): Promise<void> {
    if (this.making) return;
    this.making = true;
    try {
      await (await import("./new-table.ts")).newTable(info);
    } catch (error) {
      this.page.notify(errorText(error, info.game));
    } finally {
      this.making = false;
    }
  }
}

/** Why the last game ended without a result: null if it was resigned, or the rules ended it. */
function endingOf(session: TableSession): Ending | null {
  const over = session.log.entries.findLast(({ event }) => event.kind === "over");
  return over?.event.kind === "over" ? (over.event.reason ?? null) : null;
}
