/** Joins and leaves a table: the session, the token, and rejected connections. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { navigate } from "../ui/navigation.ts";
import { drawn } from "../ui/drawn.ts";
import { localStore, sessionStore } from "../ui/storage.ts";
import { api } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { Advice, Error as ErrorMessage, GameInfo, LogEvent, TableInfo } from "../net/protocol.ts";
import { askedGame, gameQuery } from "../net/game-query.ts";
import { SavedTables, tokenOfFragment } from "../net/saved-tables.ts";
import { loadBoard } from "../board/load-game.ts";
import { loadGameMessages } from "../i18n/i18n.ts";
import { reloadOnce, reloadSucceeded } from "./reload.ts";
import { TableSession } from "./session.ts";

/** Callbacks of the page. */
export interface TableControllerHost {
  /** The table or the token has changed; discard previous state. */
  entered(): void;
  happened(events: LogEvent[]): void;
  /** A requested hint has arrived. */
  advised(advice: Advice): void;
  /** A request was rejected. */
  refused(error: ErrorMessage): void;
}

export class TableController implements ReactiveController {
  session: TableSession | null = null;
  token: string | null = null;
  games: GameInfo[] = [];
  /** The table as seen from outside, if it has an open place but allows no spectators. */
  lobby: TableInfo | null = null;

  private table = "";
  /** The game in the address, until the table is known; 0 for the latest one. */
  private asked = 0;
  /** The game whose messages and model are loaded, or could not be loaded. */
  private prepared = "";
  private preparing = "";
  /** Resolves when the board is loaded, or cannot be. */
  private boarding: Promise<void> = Promise.resolve();
  /** The token that the one in the address has replaced. */
  private replaced: string | null = null;
  /** Whether to enter without the token in storage. */
  private watches = false;
  private knownRefusal: ErrorMessage | null = null;
  private readonly kept = new SavedTables(localStore);
  /** What was last kept of the seat. */
  private lastKept = "";
  /** What was last kept of the current game. */
  private noted = "";
  private readonly host: ReactiveControllerHost;
  private readonly visitor: TableControllerHost;

  constructor(host: ReactiveControllerHost, visitor: TableControllerHost) {
    this.host = host;
    this.visitor = visitor;
    host.addController(this);
  }

  /** Whether the table can be shown: the game's messages and model are loaded, or cannot be. */
  get readable(): boolean {
    const game = this.session?.info?.game;
    return game !== undefined && this.prepared === game;
  }

  hostDisconnected(): void {
    this.leave();
  }

  /** Joins a table with the token in the address or in storage. */
  enter(table: string): void {
    this.leave();
    this.table = table;
    this.lobby = null;
    const brought = tokenOfFragment(location.hash);
    this.replaced = null;
    if (brought) {
      const before = this.kept.token(table);
      if (before !== brought) this.replaced = before;
      this.kept.keep(table, brought, "");
      history.replaceState(null, "", location.pathname);
    }
    this.asked = askedGame() ?? 0;
    this.token = this.watches ? null : this.kept.token(table);
    this.watches = false;
    const session = new TableSession(table, this.token);
    this.session = session;
    this.visitor.entered();
    session.addEventListener("change", () => this.onChange());
    session.addEventListener("happened", (event) =>
      this.visitor.happened((event as CustomEvent<LogEvent[]>).detail),
    );
    session.addEventListener("advised", (event) =>
      this.visitor.advised((event as CustomEvent<Advice>).detail),
    );
    session.addEventListener("refused", (event) =>
      this.visitor.refused((event as CustomEvent<ErrorMessage>).detail),
    );
    loadGames().then(
      (games) => {
        this.games = games;
        this.host.requestUpdate();
      },
      () => undefined,
    );
  }

  /** Takes the place of a token. */
  joined(token: string): void {
    this.kept.keep(this.table, token, this.session?.info?.game ?? "");
    this.enter(this.table);
    this.host.requestUpdate();
  }

  /** Watches without the token, which the server has refused. */
  watch(): void {
    this.watches = true;
    this.enter(this.table);
    this.host.requestUpdate();
  }

  /** Forgets the seat, whose token the server has refused. */
  forgetSeat(): void {
    this.kept.forget(this.table);
  }

  /**
   * Keeps the address of a finished game with that game: a rematch is the table's next game. An address of an earlier
   * game leads to its review.
   */
  private pin({ status, game_number: number }: TableInfo): void {
    if (location.pathname !== `/t/${this.table}`) return;
    const { asked } = this;
    this.asked = 0;
    if (asked > 0 && asked < number) {
      navigate(`/r/${this.table}${gameQuery(asked)}`, "replace");
      return;
    }
    const query = status === "over" ? gameQuery(number) : "";
    if (query !== location.search) history.replaceState(null, "", location.pathname + query);
  }

  private leave(): void {
    this.session?.close();
    this.session = null;
  }

  private onChange(): void {
    const refusal = this.session?.refusal;
    if (refusal && refusal !== this.knownRefusal) {
      this.knownRefusal = refusal;
      void this.onRefusal(refusal.code);
    }
    if (this.session?.connection === "open") reloadSucceeded(sessionStore);
    if (this.session?.info) this.pin(this.session.info);
    const game = this.session?.info?.game;
    if (game && this.token) {
      this.keepSeat(this.token, game, this.session?.info?.status === "over");
    }
    if (game && game !== this.preparing) {
      this.preparing = game;
      this.boarding = loadBoard(game)
        .catch(() => undefined)
        .then(() => {
          this.prepared = game;
          this.host.requestUpdate();
        });
    }
    if (game && this.token) void this.note();
    this.host.requestUpdate();
  }

  /** Keeps the seat, but not at each message: all tables are written at once. */
  private keepSeat(token: string, game: string, over: boolean): void {
    const kept = JSON.stringify([this.table, token, game, over]);
    if (kept === this.lastKept) return;
    this.lastKept = kept;
    this.kept.keep(this.table, token, game, over);
  }

  /** Keeps the current game in the browser when it has begun or ended, or when its players have changed. */
  private async note(): Promise<void> {
    const { info, state, places } = this.session!;
    if (!info || !state) return;
    const players = info.places.map(({ present: _, ...place }) => place);
    const noted = JSON.stringify([info.id, info.status, players, state.game_number]);
    if (noted === this.noted) return;
    this.noted = noted;
    // Loaded after the table: nobody waits for it.
    await this.boarding;
    await drawn();
    const { PlayedGames, playedGame } = await import("./played-games.ts");
    const found = playedGame(info, state, places, Date.now());
    if (found) new PlayedGames(localStore).keep(found);
  }

  /** A rejected user may still join as an invited player or as a spectator. */
  private async onRefusal(code: string): Promise<void> {
    if (code === "outdated") {
      if (sessionStore.persists) reloadOnce(sessionStore, () => location.reload());
    } else if (code === "bad_token" && this.replaced !== null) {
      // A wrong link does not cost the seat that this browser has.
      this.kept.keep(this.table, this.replaced, "");
      this.enter(this.table);
    } else if (code === "no_spectators") {
      const info = await api.table(this.table).catch(() => null);
      if (info) await loadGameMessages(info.game);
      if (info?.places.some((place) => place.kind === "open")) this.lobby = info;
    }
    this.host.requestUpdate();
  }
}
