/** The connection to the lobby, which reconnects, keeps the list of seeks, and posts the client's seek again. */
import { backoff, PROTOCOL } from "../net/socket.ts";
import type { SocketLike } from "../net/socket-like.ts";
import type {
  AcceptSeek, Inbox, LobbyClientMessage, LobbyError, LobbyServerMessage, Matched, PostSeek, Seek,
} from "../net/protocol.ts";
import type { Identity } from "../setup/seek/search.ts";
import { WatchList } from "../watch/watch-list.ts";

export interface LobbyEnvironment {
  open(): SocketLike;
  later(action: () => void, milliseconds: number): () => void;
  random(): number;
}

export interface LobbyListener {
  /** Something that is shown has changed. */
  changed(): void;
  matched(match: Matched): void;
  refused(error: LobbyError): void;
  /** What waits for the member has changed. */
  inbox?(inbox: Inbox): void;
}

export class LobbySocket {
  connected = false;
  people = 0;
  /** The client's seek, once the server has it. */
  own: Seek | null = null;
  /** How many seconds others waited lately, if known. */
  wait: number | null = null;
  /** The levels of the computers that would take empty seats, by wish. */
  levels: number[] = [];
  /** After how many seconds they are offered. */
  offerAfter = 0;

  /** Running games, while they are watched. */
  readonly watched = new WatchList();

  private watching = false;
  private seeks = new Map<string, Seek>();
  private readonly listener: LobbyListener;
  private readonly around: LobbyEnvironment;
  private identity: Identity;
  private socket: SocketLike | null = null;
  /** What the client looks for, also while the connection is lost. */
  wanted: PostSeek | null = null;
  /** What to accept once the lobby is open. */
  private accepted: AcceptSeek | null = null;
  private attempt = 0;
  private cancel: (() => void) | null = null;
  private closed = false;

  constructor(identity: Identity, listener: LobbyListener, around: LobbyEnvironment) {
    this.identity = identity;
    this.listener = listener;
    this.around = around;
  }

  /** Seeks of others, the oldest first. */
  get others(): Seek[] {
    return [...this.seeks.values()].filter(({ id }) => id !== this.own?.id).sort((a, b) => a.since - b.since);
  }

  /** Whether the client looks for players. */
  get seeking(): boolean {
    return this.wanted !== null;
  }

  connect(): void {
    this.closed = false;
    const socket = this.around.open();
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", protocol: PROTOCOL, ...this.identity });
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.take(JSON.parse(String(data)) as LobbyServerMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  close(): void {
    this.closed = true;
    this.cancel?.();
    this.socket?.close();
    this.socket = null;
  }

  /** Enters again as somebody else, if that changes anything. */
  become(identity: Identity): void {
    if (identity.name === this.identity.name && identity.member === this.identity.member) return;
    this.identity = identity;
    if (this.socket === null) return;
    this.close();
    this.connected = false;
    this.own = null;
    this.connect();
  }

  seek(wanted: PostSeek): void {
    this.wanted = wanted;
    if (this.connected) this.send(wanted);
    this.listener.changed();
  }

  withdraw(): void {
    this.wanted = null;
    this.own = null;
    if (this.connected) this.send({ type: "withdraw" });
    this.listener.changed();
  }

  /** Plays what somebody looks for. */
  accept(seek: Seek, wish: number): void {
    const message: AcceptSeek = { type: "accept", seek: seek.id, wish };
    if (this.connected) this.send(message);
    else this.accepted = message;
  }

  /** Lets computers take empty seats, once all who wait for the same agree; or waits for people again. */
  fill(wish: number | null, alone: boolean): void {
    if (this.connected) this.send({ type: "fill", wish, alone });
  }

  /** Asks for running games, also after a lost connection. */
  watch(): void {
    if (!this.watching && this.connected) this.send({ type: "watch" });
    this.watching = true;
  }

  unwatch(): void {
    if (this.watching && this.connected) this.send({ type: "unwatch" });
    this.watching = false;
  }

  private send(message: LobbyClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private lost(): void {
    this.socket = null;
    this.connected = false;
    this.own = null;
    this.seeks.clear();
    this.listener.changed();
    if (this.closed) return;
    this.cancel = this.around.later(() => this.connect(), backoff(this.attempt++, this.around.random()));
  }

  private take(message: LobbyServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.connected = true;
        this.attempt = 0;
        this.seeks = new Map(message.seeks.map((seek) => [seek.id, seek]));
        this.people = message.people;
        if (this.watching) this.send({ type: "watch" });
        if (this.wanted) this.send(this.wanted);
        if (this.accepted) this.send(this.accepted);
        this.accepted = null;
        break;
      case "changes":
        for (const id of message.removed ?? []) this.seeks.delete(id);
        for (const seek of message.added ?? []) this.seeks.set(seek.id, seek);
        this.people = message.people ?? 0;
        if (this.own) this.own = this.seeks.get(this.own.id) ?? this.own;
        break;
      case "seeking":
        this.own = message.seek;
        this.wait = message.wait ?? null;
        this.levels = message.levels ?? [];
        this.offerAfter = message.offer_after ?? 0;
        this.wanted ??= seekOf(message.seek);
        break;
      case "seek_ended":
        if (message.reason === "replaced") break;
        this.own = null;
        this.wanted = null;
        break;
      case "watching":
        this.watched.take(message);
        break;
      case "matched":
        this.own = null;
        this.wanted = null;
        this.listener.matched(message);
        break;
      case "inbox":
        this.listener.inbox?.(message.inbox);
        break;
      case "error":
        if (message.about === "seek") this.wanted = null;
        this.listener.refused(message);
        break;
      default:
        return;
    }
    this.listener.changed();
  }
}

/** Returns what posts a seek again, after a lost connection. */
function seekOf(seek: Seek): PostSeek {
  return { type: "seek", wishes: seek.wishes, rated: seek.rated ?? false };
}
