/** How long the others have waited for the player to act, at tables without a clock. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { LogEvent, StateView } from "../net/protocol.ts";
import type { TableSession } from "./session.ts";

/** Seconds after which a player may be asked, and in which they must answer, unless the table says otherwise. */
const USUAL = 300;
const TURNS: ReadonlySet<LogEvent["kind"]> = new Set(["move", "chance", "started", "taken_back", "taken_over", "retaken"]);
/** The longest timer of a browser. */
const LONGEST = 2 ** 31 - 1;

/** Renders its host again when the others have waited long enough. */
export class Patience implements ReactiveController {
  private readonly host: ReactiveControllerHost;
  /** By table and event: when it happened, by the clock of this device. */
  private readonly happened = new Map<string, number>();
  /** By table: the last event when it was opened. */
  private readonly opened = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.timer);
    this.happened.clear();
    this.opened.clear();
  }

  /** Returns seconds. */
  of({ info }: TableSession): number {
    return info?.patience ?? USUAL;
  }

  /** Whether the player to act may be asked whether they are there. */
  mayAsk(session: TableSession, state: StateView): boolean {
    const { info, places, log } = session;
    if (!info || info.clock || info.status !== "playing") return false;
    if (state.to_act === null || state.asks.some(({ what }) => what === "presence")) return false;
    const place = state.seats[state.to_act] ?? -1;
    if (places.includes(place) || info.places[place]?.kind !== "person") return false;
    const presence = new Set(log.entries.flatMap(({ event }) =>
      event.kind === "asked" && event.what === "presence" ? [event.seq] : []));
    // Who says that they are there may think for as long again.
    const turn = log.entries.findLast(({ event }) =>
      TURNS.has(event.kind) || (event.kind === "answered" && presence.has(event.ask)))?.event;
    return turn !== undefined && this.isOver(session, turn);
  }

  /** Whether the game of a player who was asked may be claimed. */
  mayClaim(session: TableSession, { asks }: StateView): boolean {
    const ask = asks.find(({ what }) => what === "presence")?.ask;
    const asked = session.log.entries.findLast(({ event }) => event.seq === ask)?.event;
    return asked !== undefined && session.places.length > 0 && this.isOver(session, asked);
  }

  /** Whether a table's patience is over since an event. */
  private isOver(session: TableSession, event: Pick<LogEvent, "seq" | "at">): boolean {
    const left = 1000 * this.of(session) - (Date.now() - this.timeOf(session, event));
    if (left <= 0) return true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.host.requestUpdate(), Math.min(left + 100, LONGEST));
    return false;
  }

  /** Only of events before the table was opened, the server's time must do: the clock of this device may be wrong. */
  private timeOf({ info, log }: TableSession, { seq, at }: Pick<LogEvent, "seq" | "at">): number {
    const table = info?.id ?? "";
    const opened = this.opened.get(table) ?? log.entries.at(-1)?.event.seq ?? 0;
    this.opened.set(table, opened);
    const key = `${table} ${seq}`;
    const time = this.happened.get(key) ?? (seq <= opened ? at : Date.now());
    this.happened.set(key, time);
    return time;
  }
}
