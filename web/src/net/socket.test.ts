import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEvent, ServerMessage } from "./protocol.ts";
import { backoff, TableSocket, type Connection } from "./socket.ts";
import type { SocketLike } from "./socket-like.ts";

class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function begin() {
  const sockets: FakeSocket[] = [];
  const tables: string[] = [];
  const timers: { action: () => void; wait: number; off: boolean }[] = [];
  const told: ServerMessage[] = [];
  const connections: Connection[] = [];
  const table = new TableSocket(
    "T1",
    "secret",
    { message: (message) => told.push(message), connection: (now) => connections.push(now) },
    {
      open: (name) => {
        const socket = new FakeSocket();
        tables.push(name);
        sockets.push(socket);
        return socket;
      },
      later: (action, wait) => {
        const timer = { action, wait, off: false };
        timers.push(timer);
        return () => (timer.off = true);
      },
      random: () => 1,
    },
  );
  const tick = () => {
    const timer = timers.find((known) => !known.off);
    if (timer) {
      timer.off = true;
      timer.action();
    }
    return timer?.wait;
  };
  table.connect();
  return { table, sockets, tables, told, connections, tick };
}

const event = (seq: number): LogEvent => ({ kind: "resumed", seq, at: 0 });
const welcome = (seq: number, ...events: LogEvent[]) => ({
  type: "welcome", table: {}, you: { places: [] }, seq, events, state: null,
});

test("TableSocket sends the table, the token and the last event first", () => {
  const { sockets } = begin();
  sockets[0]!.onopen?.(null as never);
  assert.deepEqual(sockets[0]!.sent, [
    { type: "hello", table: "T1", token: "secret", since: 0, updates: "full", protocol: 2 },
  ]);
});

test("TableSocket names the table in its address, also when it comes back", () => {
  const { sockets, tables, tick } = begin();
  sockets[0]!.onclose?.(null as never);
  tick();
  assert.deepEqual(tables, ["T1", "T1"]);
});

test("after a lost connection it comes back and asks for what was missed", () => {
  const { table, sockets, connections, tick } = begin();
  sockets[0]!.onopen?.(null as never);
  sockets[0]!.tell(welcome(4, event(3), event(4)));
  sockets[0]!.tell({ type: "update", events: [event(5)] });
  sockets[0]!.onclose?.(null as never);
  assert.equal(table.connection, "waiting");
  assert.equal(tick(), 400);
  sockets[1]!.onopen?.(null as never);
  assert.equal(sockets[1]!.sent[0]!.since, 5);
  sockets[1]!.tell(welcome(6, event(6)));
  assert.deepEqual(connections, ["connecting", "open", "waiting", "connecting", "open"]);
});

test("TableSocket drops duplicate events", () => {
  const { sockets, told } = begin();
  sockets[0]!.tell(welcome(4));
  sockets[0]!.tell({ type: "update", events: [event(4), event(5)] });
  const last = told.at(-1);
  assert.deepEqual(last?.type === "update" && last.events.map(({ seq }) => seq), [5]);
});

test("messages of unknown types leave the connection as it is", () => {
  const { table, sockets, connections } = begin();
  sockets[0]!.tell({ type: "dance", steps: 3 });
  assert.equal(table.connection, "connecting");
  sockets[0]!.tell(welcome(4));
  sockets[0]!.tell({ type: "dance", seq: 9 });
  sockets[0]!.tell({ type: "update", events: [event(5)] });
  assert.deepEqual([table.connection, table.since], ["open", 5]);
  assert.deepEqual([sockets.length, connections], [1, ["connecting", "open"]]);
});

test("unknown members are ignored, and unknown events count", () => {
  const { table, sockets, told } = begin();
  sockets[0]!.tell({ ...welcome(4), mood: "calm" });
  const dance = { kind: "dance", seq: 5, at: 0, steps: 3 };
  sockets[0]!.tell({ type: "update", events: [dance], mood: "calm" });
  sockets[0]!.tell({ type: "update", events: [{ ...event(6), mood: "calm" }] });
  assert.deepEqual([sockets.length, table.since, told.length], [1, 6, 3]);
});

test("TableSocket reconnects after a gap and reports no partial update", () => {
  const { sockets, told } = begin();
  sockets[0]!.tell(welcome(4));
  sockets[0]!.tell({ type: "update", events: [event(6)] });
  assert.equal(sockets.length, 2);
  assert.equal(sockets[0]!.closed, true);
  assert.equal(told.length, 1);
  sockets[1]!.onopen?.(null as never);
  assert.equal(sockets[1]!.sent[0]!.since, 4);
});

for (const code of ["no_table", "no_game", "outdated"] as const) {
  test(`a refusal is final: ${code}`, () => {
    const { table, sockets, tick } = begin();
    sockets[0]!.onopen?.(null as never);
    sockets[0]!.tell({ type: "error", code, message: "no" });
    assert.equal(table.connection, "closed");
    tick();
    table.connect();
    assert.equal(sockets.length, 1);
  });
}

test("after an unknown error or reason to close the page connects again", () => {
  const { table, sockets, tick } = begin();
  sockets[0]!.onopen?.(null as never);
  sockets[0]!.tell({ type: "error", code: "dance", detail: "no dancing" });
  sockets[0]!.tell({ type: "bye", code: "dance", detail: "no dancing" });
  sockets[0]!.onclose?.(null as never);
  assert.equal(table.connection, "waiting");
  tick();
  assert.equal(sockets.length, 2);
});

test("a silent server is asked, then left", () => {
  const { table, sockets, tick } = begin();
  sockets[0]!.tell(welcome(1));
  tick();
  assert.deepEqual(sockets[0]!.sent.at(-1), { type: "ping" });
  tick();
  assert.equal(sockets[0]!.closed, true);
  assert.equal(table.connection, "waiting");
});

test("nothing is sent while there is no connection", () => {
  const { table, sockets } = begin();
  assert.equal(table.send({ type: "takeback" }), false);
  assert.deepEqual(sockets[0]!.sent, []);
});

test("waits grow, with some chance in them, up to a limit", () => {
  assert.equal(backoff(0, 0), 200);
  assert.equal(backoff(3, 1), 3200);
  assert.equal(backoff(40, 1), 15_000);
});
