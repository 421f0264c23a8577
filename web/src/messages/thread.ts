/** The messages of a conversation that a page has loaded. */
import type { MessagePage, TextMessage } from "./messages-api.ts";

export class Thread {
  readonly readers: readonly string[];
  /** Whether there are older messages. */
  readonly more: boolean;
  readonly messages: readonly TextMessage[];
  /** Why the member may write to nobody. */
  readonly reason: MessagePage["reason"];

  constructor(
    readers: readonly string[] = [], more = false, messages: readonly TextMessage[] = [], reason: MessagePage["reason"] = null,
  ) {
    this.readers = readers;
    this.more = more;
    this.messages = messages;
    this.reason = reason;
  }

  /** Returns the thread with the newest page in place of what it had of it. */
  withNewest({ messages, more, readers, reason }: MessagePage): Thread {
    const first = messages[0]?.id ?? Infinity;
    const older = messages.length > 0 ? this.messages.filter(({ id }) => id < first) : [];
    return new Thread(readers, older.length > 0 ? this.more : more, [...older, ...messages], reason);
  }

  /** Returns the thread with the page before its first message. */
  withOlder({ messages, more }: MessagePage): Thread {
    return new Thread(this.readers, more, [...messages, ...this.messages], this.reason);
  }

  /** Returns the thread without the text of a message. */
  without(message: number): Thread {
    return this.withMessages((one) => (one.id === message ? { ...one, text: "", erased: true } : one));
  }

  /** Returns the thread with all messages read. */
  asRead(): Thread {
    return this.withMessages((one) => ({ ...one, unread: false }));
  }

  private withMessages(change: (one: TextMessage) => TextMessage): Thread {
    return new Thread(this.readers, this.more, this.messages.map(change), this.reason);
  }

  /** The number of the newest message; 0 without any. */
  get last(): number {
    return this.messages.at(-1)?.id ?? 0;
  }

  get isUnread(): boolean {
    return this.messages.some(({ unread, erased }) => unread && !erased);
  }
}
