/**
 * A table as this browser knows it: what the socket tells, put together.
 *
 * Fires `change` after each change, `happened` (detail: the events) once they are shown, and
 * `refused` (detail: the error) when something asked for was refused, and `advised` (detail: the
 * advice) when a hint is there. What a hand does comes as `hand` (detail: the message), thirty times a
 * second and without a `change`.
 */
import { calm } from "../app/motion.ts";
import { length, watched } from "../hand/timeline.ts";
import type {
  Advice,
  ClientMessage,
  Error as ErrorMessage,
  Film as FilmMessage,
  Hand as HandMessage,
  Happened,
  LogEvent,
  ServerMessage,
  StateView,
  TableInfo,
} from "../net/protocol.ts";
import { browserSurroundings, TableSocket, type Connection } from "../net/socket.ts";
import { addEvents, type LogEntry } from "./log.ts";
import { Pacer } from "./pacer.ts";

/** Milliseconds for which a move is seen before the next one is shown. */
const MOVE_SEEN = 750;
/** Events after which a hint still holds. */
const LEAVES_POSITION: ReadonlySet<LogEvent["kind"]> = new Set([
  "hinted", "renamed", "asked", "answered",
]);

export class TableSession extends EventTarget {
  info: TableInfo | null = null;
  /** The places held from this browser. */
  places: number[] = [];
  state: StateView | null = null;
  log: LogEntry[] = [];
  connection: Connection = "connecting";
  /** Why the server lets nobody in here; final. */
  refusal: ErrorMessage | null = null;
  /** A move is on its way to the server. */
  sending = false;
  /** A hint was asked for and is being thought of. */
  asking = false;
  /** The hint for the position shown. */
  advice: Advice | null = null;
  /** The film that is watched before what came of it is shown. */
  film: FilmMessage | null = null;

  private readonly socket: TableSocket;
  private readonly pacer: Pacer<Happened | FilmMessage>;
  private readonly wake = () => {
    if (document.visibilityState === "hidden") this.pacer.flush();
    else this.socket.connect();
  };

  constructor(id: string, token: string | null) {
    super();
    const around = browserSurroundings();
    this.pacer = new Pacer(
      (message) => this.show(message),
      (message) => this.seenFor(message),
      around.later,
      (message) => message === this.film && this.watch(null),
    );
    this.socket = new TableSocket(
      id,
      token,
      {
        message: (message) => this.receive(message),
        connection: (connection) => {
          this.connection = connection;
          if (connection !== "open") this.sending = this.asking = false;
          this.changed();
        },
      },
      around,
    );
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.socket.connect();
  }

  close(): void {
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }

  /** Whether what is shown is the newest: only then may a move be chosen. */
  get current(): boolean {
    return this.connection === "open" && !this.sending && !this.pacer.busy && !this.film;
  }

  /** The last event heard of, whether it is shown yet or not. */
  get heard(): number {
    return this.socket.since;
  }

  /** Watch no longer: show all that happened. */
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

  /** Ask what a strong player would do. No move goes before the answer that it is being thought of. */
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
        this.log = addEvents(this.log, message.events);
        this.sending = this.asking = false;
        this.advice = null;
        this.changed();
        break;
      case "happened":
        this.sending = false;
        this.pacer.add(message);
        break;
      case "film":
        this.pacer.add(message);
        break;
      case "hand":
        this.tell("hand", message);
        break;
      case "presence":
        if (this.info) {
          this.info = {
            ...this.info,
            watchers: message.watchers,
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
        if (this.connection === "closed") this.refusal = message;
        else if (message.code !== "stale") this.tell("refused", message);
        this.changed();
        break;
      default:
        break;
    }
  }

  private show(message: Happened | FilmMessage): void {
    if (message.type === "film") {
      this.watch(message);
      return;
    }
    if (message.table) this.info = message.table;
    if (message.state) this.state = message.state;
    this.log = addEvents(this.log, message.events);
    if (message.events.some((event) => !LEAVES_POSITION.has(event.kind))) {
      this.asking = false;
      this.advice = null;
    }
    this.changed();
    this.tell("happened", message.events);
  }

  private watch(film: FilmMessage | null): void {
    this.film = film;
    this.changed();
  }

  private seenFor(message: Happened | FilmMessage): number {
    if (document.visibilityState === "hidden") return 0;
    if (message.type === "film") {
      const chant = Number(this.state?.setting["chant"] ?? 0);
      return 1000 * (length(watched(message, chant, !calm())) - message.ago);
    }
    return message.events.some((event) => event.kind === "move") && !calm() ? MOVE_SEEN : 0;
  }

  private changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  private tell(name: string, detail: Advice | ErrorMessage | HandMessage | LogEvent[]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
