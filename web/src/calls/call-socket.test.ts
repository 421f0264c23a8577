import assert from "node:assert/strict";
import { test } from "node:test";
import type { SocketLike } from "../net/socket-like.ts";
import { CallSocket } from "./call-socket.ts";

class FakeSocket implements SocketLike {
  readonly sent: unknown[] = [];
  closed = false;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
    this.onclose?.({} as never);
  }

  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

test("a page tells when it was used, hears calls, and connects again", () => {
  const sockets: FakeSocket[] = [];
  const waits: (() => void)[] = [];
  const heard: string[] = [];
  let idle = 700;
  const calls = new CallSocket("anne", {
    inbox: ({ requests }) => heard.push(`inbox ${requests}`),
    called: ({ table, go }) => heard.push(`${table} ${go}`),
    idle: () => idle,
  }, {
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    later: (action) => {
      waits.push(action);
      return () => waits.splice(waits.indexOf(action), 1);
    },
    random: () => 0,
  });
  const [first] = sockets;
  first!.onopen?.({} as never);
  const hello = { type: "hello", member: "anne" };
  calls.touched();
  assert.deepEqual(first!.sent, [{ ...hello, idle: 700 }], "nothing before the server knows the page");
  assert.ok(!calls.connected);
  first!.hears({ type: "inbox", inbox: { requests: 2, challenges: [], seeking: true } });
  assert.ok(calls.connected);
  calls.touched();
  assert.deepEqual(first!.sent.slice(1), [{ type: "touched" }]);
  first!.hears({ type: "called", table: "T1", game: "blox", names: ["Bo"], go: true });
  assert.deepEqual(heard, ["inbox 2", "T1 true"]);

  first!.close();
  assert.ok(!calls.connected);
  idle = 900;
  waits.pop()!();
  sockets[1]!.onopen?.({} as never);
  assert.deepEqual(sockets[1]!.sent, [{ ...hello, idle: 900 }]);
  sockets[1]!.hears({ type: "bye", code: "refused", detail: "you are not signed in" });
  assert.ok(sockets[1]!.closed);
  assert.equal(waits.length, 0, "it was closed for good");
});
