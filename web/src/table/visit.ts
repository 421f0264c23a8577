/** Coming to a table and leaving it: the session, the token of one's place, and who is refused. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { api } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { Advice, Error as ErrorMessage, GameInfo, LogEvent, TableInfo } from "../net/protocol.ts";
import { KeptTables, tokenOfFragment } from "../net/tables.ts";
import { has, loadGameWords } from "../words/words.ts";
import { TableSession } from "./session.ts";

/** What a visit tells the page. */
export interface Visitor {
  /** Another table, or the same one with another token: nothing of before counts. */
  entered(): void;
  happened(events: LogEvent[]): void;
  /** The hint that was asked for is there. */
  advised(advice: Advice): void;
  /** Something asked for at the table was refused. */
  refused(error: ErrorMessage): void;
  /** The place that the token was for belongs to somebody else: one watches. */
  lostPlace(): void;
}

export class Visit implements ReactiveController {
  session: TableSession | null = null;
  token: string | null = null;
  games: GameInfo[] = [];
  /** The table as it is seen from outside, where it lets nobody watch but has an open place. */
  lobby: TableInfo | null = null;

  private table = "";
  private knownRefusal: ErrorMessage | null = null;
  private readonly kept = new KeptTables(localStorage);
  private readonly host: ReactiveControllerHost;
  private readonly visitor: Visitor;

  constructor(host: ReactiveControllerHost, visitor: Visitor) {
    this.host = host;
    this.visitor = visitor;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.leave();
  }

  /** Come to a table, with the token that the address brings or that is kept in this browser. */
  enter(table: string): void {
    this.leave();
    this.table = table;
    this.lobby = null;
    const brought = tokenOfFragment(location.hash);
    if (brought) {
      this.kept.keep(table, brought, "");
      history.replaceState(null, "", location.pathname);
    }
    this.token = this.kept.token(table);
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

  /** Take the place that a token was given for. */
  joined(token: string): void {
    this.kept.keep(this.table, token, this.session?.info?.game ?? "");
    this.enter(this.table);
    this.host.requestUpdate();
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
    const game = this.session?.info?.game;
    if (game && this.token) this.kept.keep(this.table, this.token, game);
    if (game && !has(game, "name")) void loadGameWords(game).then(() => this.host.requestUpdate());
    this.host.requestUpdate();
  }

  /** Who is refused may still be invited, or watch without the place that is not theirs. */
  private async onRefusal(code: string): Promise<void> {
    if (code === "not_yours" && this.token) {
      this.kept.forget(this.table);
      this.enter(this.table);
      this.visitor.lostPlace();
    } else if (code === "no_watching") {
      const info = await api.table(this.table).catch(() => null);
      if (info) await loadGameWords(info.game);
      if (info?.places.some((place) => place.kind === "open")) this.lobby = info;
    }
    this.host.requestUpdate();
  }
}
