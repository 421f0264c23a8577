/** The end of a game at a table: shows the result once the last piece has landed, and starts what comes next. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { localStore } from "../../ui/storage.ts";
import { navigate } from "../../ui/navigation.ts";
import { isIdle } from "../../ui/focus.ts";
import { reducedMotion } from "../../ui/motion.ts";
import type { GameBoard } from "../../board/game-board.ts";
import type { BoardModel, SceneInput } from "../../stage/scene.ts";
import { api } from "../../net/api.ts";
import { errorText } from "../../net/error-text.ts";
import type { GameInfo, StateView, TableInfo } from "../../net/protocol.ts";
import { SavedTables } from "../../net/saved-tables.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import { placeName } from "../seats/seat-names.ts";
import type { TableSession } from "../session.ts";
import type { Ending } from "./table-over.ts";
import { outcomeOf } from "./outcome.ts";
import { placesAgain, rematchPart, rematchPeople } from "./rematch.ts";
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
    this.host.requestUpdate();
    await Promise.all([this.host.updateComplete, loading]);
    const over = this.host.querySelector<TableOver>("table-over");
    await over?.updateComplete;
    // The control that had the focus may have gone with the game, as has the menu's item that resigned.
    const active = document.activeElement;
    if (isIdle(active) || active?.matches("[data-action=more]")) over?.focus();
  }

  card(
    session: TableSession, info: TableInfo, state: StateView, games: readonly GameInfo[],
    model: BoardModel | null, input: SceneInput,
  ): TemplateResult | typeof nothing {
    if (this.landing) return nothing;
    void import("./table-over.ts"); // not with the page: most tables are opened long before their end
    const marks = model?.seatMarks(input) ?? [];
    const tieBreaks = model?.tieBreaks?.(input) ?? [];
    const resigned = state.seats.flatMap((place, seat) => (info.places[place]?.resigned ? [seat] : []));
    return html`<table-over .game=${info.game} .table=${info.id}
      .outcome=${outcomeOf(state.result, resigned, state.scores, info.teams)} .ending=${endingOf(session)}
      .seats=${input.names.map((name, seat) => ({
        name,
        colour: marks[seat]?.colour ?? "gray",
        mark: marks[seat]?.mark ?? "",
        mine: input.mine.includes(seat),
        tieBreak: tieBreaks[seat] ?? "",
      }))}
      .teams=${info.teams} .plays=${session.places.length > 0}
      .people=${rematchPeople(info.places, state.asks, (place) => placeName(place, info, games, state.seats), info.rated)}
      .rematch=${rematchPart(state.asks, session.places)} .still=${reducedMotion()}
      @rematch=${() => session.send({ type: "rematch" })}
      @takeover=${(event: CustomEvent<number>) => this.page.takeover(event.detail)}
      @new-table=${() => void this.newTable(info)}></table-over>`;
  }

  /** Creates a table with the same game, options and bots. */
  private async newTable(info: TableInfo): Promise<void> {
    if (this.making) return;
    this.making = true;
    const kept = new SavedTables(localStore);
    try {
      const { start } = await api.record(info.id, kept.token(info.id));
      const made = await api.makeTable({
        game: info.game,
        places: placesAgain(info),
        options: info.options,
        language: currentLanguage(),
        allow_spectators: info.allow_spectators,
        hints: info.hints,
        ...(info.clock && { clock: info.clock }),
        ...(info.rated && { rated: true, friendly: info.friendly ?? false }),
        assist: info.assist ?? false,
        ...(start && { start }),
      });
      kept.keep(made.table, made.token, info.game);
      navigate(`/t/${made.table}`);
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
