/**
 * A table's WebSocket connection, which reconnects and misses no event.
 *
 * Each connection begins with `hello`, which carries the `seq` of the last event seen; the server replies
 * with the missed events. Duplicates are dropped; a gap means that events were lost, so the socket
 * reconnects.
 */
import { isHere, openHere } from "./here.ts";
import type { ClientMessage, LogEvent, ServerMessage } from "./protocol.ts";
import type { SocketLike } from "./socket-like.ts";

export type Connection = "connecting" | "open" | "waiting" | "closed";

export interface SocketEnvironment {
  open(table: string): SocketLike;
  later(action: () => void, milliseconds: number): () => void;
  /** A number from 0 to 1. */
  random(): number;
}

export interface Listener {
  message(message: ServerMessage): void;
  connection(connection: Connection): void;
}

/** The version of the protocol that this page speaks. */
export const PROTOCOL = 2;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 25_000;
const PONG_WITHIN = 10_000;
/** Errors after which a retry would fail again. */
const FINAL = new Set(["no_table", "no_game", "no_spectators", "bad_token", "bad_hello", "outdated"]);

/** Returns the delay before attempt `attempt` (from 0), in milliseconds. */
export function backoff(attempt: number, random: number): number {
  const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return most * (0.5 + random / 2);
}

export class TableSocket {
  connection: Connection = "connecting";
  /** The `seq` of the last event seen. */
  since = 0;

  private readonly table: string;
  private readonly token: string | null;
  private readonly listener: Listener;
  private readonly around: SocketEnvironment;
  private socket: SocketLike | null = null;
  private attempt = 0;
  private cancels: (() => void)[] = [];

  constructor(table: string, token: string | null, listener: Listener, around: SocketEnvironment) {
    this.table = table;
    this.token = token;
    this.listener = listener;
    this.around = around;
  }

  /** Connects now instead of waiting. Does nothing if connected or closed. */
  connect(): void {
    if (this.socket !== null || this.connection === "closed") return;
    this.forgetTimers();
    this.become("connecting");
    const socket = this.around.open(this.table);
    this.socket = socket;
    socket.onopen = () => {
      this.write({
        type: "hello", table: this.table, token: this.token, since: this.since, updates: "full",
        protocol: PROTOCOL,
      });
    };
    socket.onmessage = (event) => {
      if (this.socket === socket && typeof event.data === "string") this.receive(event.data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** Sends a message; returns false if there is no connection. */
  send(message: ClientMessage): boolean {
    if (this.connection !== "open") return false;
    this.write(message);
    return true;
  }

  /** Drops the connection, if any, and reconnects at once. */
  restart(): void {
    if (this.connection === "closed") return;
    this.drop();
    this.connect();
  }

  /** Closes permanently. */
  close(): void {
    this.forgetTimers();
    this.drop();
    this.become("closed");
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.expectSilence();
    if (message.type === "welcome") {
      this.attempt = 0;
      message.events = this.unseen(message.events);
      this.since = Math.max(this.since, message.seq);
      this.become("open");
    } else if (message.type === "update") {
      const events = this.unseen(message.events);
      const first = events[0];
      if (first !== undefined && first.seq > this.since + 1) {
        this.restart();
        return;
      }
      message.events = events;
      this.since = events.at(-1)?.seq ?? this.since;
    } else if (message.type === "error" && this.connection === "connecting") {
      if (FINAL.has(message.code)) this.close();
    } else if (message.type === "bye" && message.code === "flood") {
      this.attempt = Math.max(this.attempt, 4);
    }
    this.listener.message(message);
  }

  private unseen(events: LogEvent[]): LogEvent[] {
    return events.filter((event) => event.seq > this.since);
  }

  private write(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lost(): void {
    this.drop();
    this.forgetTimers();
    this.become("waiting");
    const wait = backoff(this.attempt, this.around.random());
    this.attempt += 1;
    this.after(() => this.connect(), wait);
  }

  /** After a silence, sends a ping; reconnects if there is no answer. */
  private expectSilence(): void {
    this.forgetTimers();
    this.after(() => {
      this.write({ type: "ping" });
      this.after(() => this.lost(), PONG_WITHIN);
    }, PING_EVERY);
  }

  private after(action: () => void, milliseconds: number): void {
    this.cancels.push(this.around.later(action, milliseconds));
  }

  private forgetTimers(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels = [];
  }

  private become(connection: Connection): void {
    if (this.connection === connection && connection !== "connecting") return;
    this.connection = connection;
    this.listener.connection(connection);
  }
}

/** Returns the browser's sockets and timers. */
export function browserEnvironment(): SocketEnvironment {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return {
    // Proxies may choose the process by the table.
    open: (table) => (isHere(table) ? openHere(table)
      : new WebSocket(`${scheme}//${location.host}/ws?table=${encodeURIComponent(table)}`) as SocketLike),
    later: (action, milliseconds) => {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  };
}
