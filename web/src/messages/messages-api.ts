/** Client of the routes of messages. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type { Conversation, Conversations, MessagePage, TextMessage } from "../net/protocol.ts";

export type { Conversation, Conversations, MessagePage, TextMessage };

/** The conversation at a table, or with a friend, by its ID. */
export type Where = `tables/${string}` | `friends/${string}`;

/** The most characters of a message. */
export const MOST = 140;

const path = (member: string, rest = "") => `/members/${encodeURIComponent(member)}/messages${rest}`;

export const messagesApi = {
  streamPath: (member: string) => `/api${path(member, "/stream")}`,
  page: (member: string, where: Where, before?: number) =>
    ask<MessagePage>(path(member, `/${where}${before === undefined ? "" : `?before=${before}`}`)),
  write: (member: string, where: Where, text: string) => ask<TextMessage>(path(member, `/${where}`), null, { text }),
  read: (member: string, where: Where, last: number) => ask<null>(path(member, `/${where}/read`), null, { last }),
  erase: (member: string, message: number) => ask<null>(path(member, `/${message}`), null, {}, "DELETE"),
};

/** Returns where a conversation is. */
export function whereOf({ table, member }: Conversation): Where {
  return table ? `tables/${table}` : `friends/${member}`;
}
