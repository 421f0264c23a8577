/** The connection by which the server calls a member to a table. It reconnects until it is closed, or refused. */
import { backoff } from "../net/socket.ts";
import type { SocketLike } from "../net/socket-like.ts";
import type { Called, CallsClientMessage, CallsServerMessage, Inbox } from "../net/protocol.ts";

export interface CallEnvironment {
  open(): SocketLike;
  later(action: () => void, milliseconds: number): () => void;
  random(): number;
}

export interface CallListener {
  inbox(inbox: Inbox): void;
  called(call: Called): void;
  /** Returns the milliseconds since the page was last used. */
  idle(): number;
}

export class CallSocket {
  /** Whether the server has this page. */
  connected = false;

  private readonly member: string;
  private readonly listener: CallListener;
  private readonly around: CallEnvironment;
  private socket: SocketLike | null = null;
  private attempt = 0;
  private cancel: (() => void) | null = null;

  constructor(member: string, listener: CallListener, around: CallEnvironment) {
    this.member = member;
    this.listener = listener;
    this.around = around;
    this.connect();
  }

  close(): void {
    const { socket } = this;
    this.cancel?.();
    this.socket = null;
    this.connected = false;
    socket?.close();
  }

  /** Says that the page is used. */
  touched(): void {
    if (this.connected) this.send({ type: "touched" });
  }

  private connect(): void {
    const socket = this.around.open();
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", member: this.member, idle: this.listener.idle() });
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.take(JSON.parse(String(data)) as CallsServerMessage);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.connected = false;
      this.cancel = this.around.later(() => this.connect(), backoff(this.attempt++, this.around.random()));
    };
  }

  private send(message: CallsClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private take(message: CallsServerMessage): void {
    if (message.type === "inbox") {
      this.connected = true;
      this.attempt = 0;
      this.listener.inbox(message.inbox);
    } else if (message.type === "called") {
      this.listener.called(message);
    } else if (message.code === "refused") {
      this.close();
    }
  }
}
