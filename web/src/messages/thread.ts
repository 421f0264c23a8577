/** The messages of a conversation that a page has loaded. */
import type { MessagePage, TextMessage } from "./messages-api.ts";

export class Thread {
  readonly readers: readonly string[];
  /** Whether there are older messages. */
  readonly more: boolean;
  readonly messages: readonly TextMessage[];

  constructor(readers: readonly string[] = [], more = false, messages: readonly TextMessage[] = []) {
    this.readers = readers;
    this.more = more;
    this.messages = messages;
  }

  /** Returns the thread with the newest page in place of what it had of it. */
  withNewest({ messages, more, readers }: MessagePage): Thread {
    const first = messages[0]?.id ?? Infinity;
    const older = messages.length > 0 ? this.messages.filter(({ id }) => id < first) : [];
    return new Thread(readers, older.length > 0 ? this.more : more, [...older, ...messages]);
  }

  /** Returns the thread with the page before its first message. */
  withOlder({ messages, more }: MessagePage): Thread {
    return new Thread(this.readers, more, [...messages, ...this.messages]);
  }

  /** Returns the thread without the text of a message. */
  without(message: number): Thread {
    return new Thread(this.readers, this.more, this.messages.map((one) =>
      one.id === message ? { ...one, text: "", erased: true } : one));
  }

  /** The number of the newest message; 0 without any. */
  get last(): number {
    return this.messages.at(-1)?.id ?? 0;
  }

  get isUnread(): boolean {
    return this.messages.some(({ unread, erased }) => unread && !erased);
  }
}
