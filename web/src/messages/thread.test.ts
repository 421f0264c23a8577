import assert from "node:assert/strict";
import test from "node:test";
import { Thread } from "./thread.ts";
import type { MessagePage, TextMessage } from "./messages-api.ts";

const message = (id: number, more: Partial<TextMessage> = {}): TextMessage =>
  ({ id, name: "Ada", text: String(id), made: id, ...more });
const page = (ids: readonly number[], more = false): MessagePage =>
  ({ messages: ids.map((id) => message(id)), more, readers: ["Ben"], reason: null });
const ids = (thread: Thread) => thread.messages.map(({ id }) => id);

test("the newest page replaces what it covers", () => {
  const thread = new Thread().withNewest(page([5, 6], true)).withOlder(page([3, 4]));
  assert.deepEqual([ids(thread), thread.more, thread.last], [[3, 4, 5, 6], false, 6]);
  const later = thread.withNewest({ ...page([5, 6, 7], true), readers: [] });
  assert.deepEqual([ids(later), later.more, later.readers], [[3, 4, 5, 6, 7], false, []]);
});

test("a conversation that lost its messages is empty", () => {
  assert.deepEqual(ids(new Thread().withNewest(page([1, 2])).withNewest(page([]))), []);
});

test("an erased message has no text, and is read", () => {
  const thread = new Thread().withNewest({ ...page([]), messages: [message(1, { unread: true })] });
  assert.equal(thread.isUnread, true);
  const erased = thread.without(1);
  assert.deepEqual([erased.messages[0]?.text, erased.messages[0]?.erased, erased.isUnread], ["", true, false]);
  assert.deepEqual([thread.asRead().messages[0]?.text, thread.asRead().isUnread], ["1", false]);
});

test("the reason why nothing can be written stays with older messages", () => {
  const reason = { key: "rule.muted", args: {} };
  const thread = new Thread().withNewest({ ...page([2], true), reason });
  assert.deepEqual(thread.withOlder(page([1])).without(1).reason, reason);
});
