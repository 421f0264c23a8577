/**
 * State of a table in this browser, built from socket messages.
 *
 * Fires `change` after each change, `happened` (detail: the events) once they are shown, `refused` (detail:
 * the error) if a request was rejected, and `advised` (detail: the advice) when a hint arrives. Movements of
 * a hand are fired as `hand` (detail: the message), thirty times a second and without `change`.
 */
import { reducedMotion } from "../ui/motion.ts";
import { length, playbackSegments } from "../physics/animation/timeline.ts";
import type {
  Advice,
  ClientMessage,
  Error as ErrorMessage,
  Animation as FilmMessage,
  ClockView,
  PlacementFrame as HandMessage,
  Update,
  LogEvent,
  ServerMessage,
  StateView,
  TableInfo,
} from "../net/protocol.ts";
import { browserEnvironment, TableSocket, type Connection } from "../net/socket.ts";
import { GameLog } from "./log/log-entries.ts";
import { Pacer } from "./pacer.ts";
import { merged } from "./state-update.ts";

/** Milliseconds for which a move is visible before the next one. */
const MOVE_SEEN = 750;
/** Milliseconds without an answer after which the page says that it is sending. */
const SLOW = 600;
/** Milliseconds after which events are requested again that the server was too busy to send. */
const REVEAL_AGAIN = 2000;
/** Events after which a hint is still valid. */
const LEAVES_POSITION: ReadonlySet<LogEvent["kind"]> = new Set([
  "hinted", "renamed", "asked", "answered", "outage", "away", "arrived", "said",
]);

export class TableSession extends EventTarget {
  info: TableInfo | null = null;
  /** The places held by this browser. */
  places: number[] = [];
  state: StateView | null = null;
  /** The clocks when they arrived, and that moment by `performance.now()`; null without a clock. */
  clocks: ClockView | null = null;
  clocksArrived = 0;
  readonly log = new GameLog();
  connection: Connection = "connecting";
  /** Why the server rejected the connection; final. */
  refusal: ErrorMessage | null = null;
  /** Whether a request that was sent has had no answer for a while. */
  slow = false;
  /** Whether a hint was requested and not yet answered. */
  asking = false;
  /** The hint for the shown position. */
  advice: Advice | null = null;
  /** The animation that plays before its outcome is shown. */
  animation: FilmMessage | null = null;
  /** The last animation in which something fell. */
  fall: FilmMessage | null = null;

  private waiting: ReturnType<typeof setTimeout> | undefined;
  private sent = false;
  /** Whether older events were requested and not yet received. */
  private askingOlder = false;
  private readonly socket: TableSocket;
  private readonly pacer: Pacer<Update | FilmMessage>;
  private readonly wake = () => {
    if (document.visibilityState === "hidden") this.pacer.flush();
    else this.socket.connect();
  };

  constructor(id: string, token: string | null) {
    super();
    const around = browserEnvironment();
    this.pacer = new Pacer(
      (message) => this.show(message),
      (message) => this.seenFor(message),
      around.later,
      (message) => message === this.animation && this.watch(null),
    );
    this.socket = new TableSocket(
      id,
      token,
      {
        message: (message) => this.receive(message),
        connection: (connection) => {
          this.connection = connection;
          if (connection !== "open") this.sending = this.asking = this.askingOlder = false;
          this.changed();
        },
      },
      around,
    );
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.socket.connect();
  }

  /** Whether a move or a request for a hint was sent and not yet answered. */
  get sending(): boolean {
    return this.sent;
  }

  private set sending(sent: boolean) {
    if (sent === this.sent) return;
    this.sent = sent;
    this.slow = false;
    clearTimeout(this.waiting);
    if (sent) {
      this.waiting = setTimeout(() => {
        this.slow = true;
        this.changed();
      }, SLOW);
    }
  }

  close(): void {
    clearTimeout(this.waiting);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }

  /** Whether the newest state is shown; only then can a move be chosen. */
  get current(): boolean {
    return this.connection === "open" && !this.sending && !this.pacer.busy && !this.animation;
  }

  /** The `seq` of the last event received, shown or not. */
  get heard(): number {
    return this.socket.since;
  }

  /** Skips animations and shows everything received. */
  hurry(): void {
    this.pacer.flush();
  }

  reconnect(): void {
    this.socket.connect();
  }

  act(text: string): void {
    if (!this.current || !this.state) return;
    this.sending = this.socket.send({ type: "act", seq: this.socket.since, action: text });
    this.changed();
  }

  /** Requests a hint. Moves are blocked until the server has accepted the request. */
  askHint(): void {
    if (!this.current || !this.state?.mine || this.asking) return;
    this.sending = this.asking = this.socket.send({ type: "hint" });
    this.changed();
  }

  forgetHint(): void {
    this.asking = false;
    this.advice = null;
    this.changed();
  }

  /** Requests events before those of the log, or those that the end of the game has revealed. */
  askOlder(): void {
    const { first, more, redactedBefore } = this.log;
    const before = redactedBefore ?? (more ? first : undefined);
    if (this.askingOlder || before === undefined) return;
    this.askingOlder = this.socket.send({ type: "older", before });
  }

  /** Requests the log again if the game that has ended had hidden information. */
  private reveal(): void {
    if (!this.info?.imperfect_information) return;
    this.log.expire();
    this.askOlder();
  }

  send(message: ClientMessage): void {
    this.socket.send(message);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.pacer.flush();
        this.info = message.table;
        this.places = message.you.places;
        this.state = message.state;
        this.takeClocks(message.clocks);
        if (message.has_more) this.log.begin(message);
        else this.log.add(message.events);
        if (this.info.status === "over" && this.log.entries.length > message.events.length) {
          this.reveal();
        }
        this.sending = this.asking = false;
        this.advice = null;
        this.changed();
        break;
      case "older":
        this.askingOlder = false;
        this.log.addOlder(message.before, message);
        if (this.log.redactedBefore !== null) this.askOlder();
        this.changed();
        break;
      case "update":
        // A phrase of another player, or that they have come, is no answer to a move.
        if (message.events.some(({ kind }) => kind !== "said" && kind !== "arrived")) this.sending = false;
        this.takeClocks(message.clocks);
        this.pacer.add(message);
        break;
      case "animation":
        this.pacer.add(message);
        break;
      case "placement":
        this.tell("hand", message);
        break;
      case "presence":
        if (this.info) {
          this.info = {
            ...this.info,
            spectators: message.spectators,
            places: this.info.places.map((place) => ({
              ...place,
              present: place.kind === "bot" || message.places.includes(place.place),
            })),
          };
        }
        this.changed();
        break;
      case "advice":
        this.sending = false;
        if (this.asking) {
          this.asking = false;
          this.advice = message;
          this.changed();
          this.tell("advised", message);
        }
        break;
      case "error":
        this.sending = false;
        if (message.about === "hint") this.asking = false;
        if (message.about === "older") this.olderRefused(message);
        if (this.connection === "closed") this.refusal = message;
        else if (message.code !== "stale") this.tell("refused", message);
        this.changed();
        break;
      default:
        break;
    }
  }

  /** Takes the clocks of a message at once, even if its events are shown later. */
  private takeClocks(clocks: ClockView | null | undefined): void {
    if (!clocks) return;
    this.clocks = clocks;
    this.clocksArrived = performance.now();
    void import("../clock/seat-clock.ts");
    this.changed();
  }

  private show(message: Update | FilmMessage): void {
    if (message.type === "animation") {
      this.watch(message);
      return;
    }
    if (message.table) this.info = message.table;
    this.state = merged(this.state, message);
    this.log.add(message.events);
    if (message.events.some((event) => event.kind === "over")) this.reveal();
    if (message.events.some((event) => !LEAVES_POSITION.has(event.kind))) {
      this.asking = false;
      this.advice = null;
    }
    this.changed();
    this.tell("happened", message.events);
  }

  private olderRefused(error: ErrorMessage): void {
    this.askingOlder = false;
    if (error.code === "rate_limited" && this.log.redactedBefore !== null) {
      window.setTimeout(() => this.askOlder(), REVEAL_AGAIN);
    }
  }

  private watch(animation: FilmMessage | null): void {
    this.animation = animation;
    if (animation && "fall" in animation.marks) this.fall = animation;
    this.changed();
  }

  private seenFor(message: Update | FilmMessage): number {
    if (document.visibilityState === "hidden") return 0;
    if (message.type === "animation") {
      const countdown = Number(this.state?.board_setup["countdown"] ?? 0);
      return 1000 * (length(playbackSegments(message, countdown, !reducedMotion())) - message.elapsed);
    }
    return message.events.some((event) => event.kind === "move") && !reducedMotion() ? MOVE_SEEN : 0;
  }

  private changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  private tell(name: string, detail: Advice | ErrorMessage | HandMessage | LogEvent[]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
