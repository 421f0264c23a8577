import assert from "node:assert/strict";
import { test } from "node:test";
import type { LobbyServerMessage, Matched, Seek } from "../net/protocol.ts";
import type { SocketLike } from "../net/socket-like.ts";
import { LobbySocket } from "./lobby-socket.ts";

class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  opens(): void {
    this.onopen?.(undefined as never);
  }
  says(message: LobbyServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.(undefined as never);
  }
}

function seek(id: string, since = 0): Seek {
  return { id, name: id, since, wishes: [{ game: "blox", players: 2 }] };
}

function lobby() {
  const sockets: FakeSocket[] = [];
  const matches: Matched[] = [];
  const refusals: string[] = [];
  const later: (() => void)[] = [];
  const tested = new LobbySocket({ name: "Anna", member: null }, {
    changed: () => undefined,
    matched: (match) => matches.push(match),
    refused: ({ code }) => refusals.push(code),
  }, {
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    later: (action) => {
      later.push(action);
      return () => undefined;
    },
    random: () => 0.5,
  });
  tested.connect();
  const enter = (seeks: Seek[] = []): FakeSocket => {
    const socket = sockets.at(-1)!;
    socket.opens();
    socket.says({ type: "welcome", seeks, people: 3 });
    return socket;
  };
  return { tested, sockets, matches, refusals, later, enter };
}

test("keeps the list of seeks, without its own", () => {
  const { tested, enter } = lobby();
  const socket = enter([seek("b", 2)]);
  assert.equal(socket.sent[0]!.type, "hello");
  socket.says({ type: "changes", added: [seek("a", 1), seek("me", 3)], removed: ["b"], people: 2 });
  socket.says({ type: "seeking", seek: seek("me", 3), wait: 7 });
  assert.deepEqual(tested.others.map(({ id }) => id), ["a"]);
  assert.equal(tested.people, 2);
  assert.equal(tested.wait, 7);
});

test("posts its seek again after a lost connection, until there is a match", () => {
  const { tested, later, matches, enter } = lobby();
  const first = enter();
  tested.seek({ type: "seek", wishes: [{ game: "blox", players: 2 }] });
  assert.equal(first.sent.at(-1)!.type, "seek");
  first.breaks();
  assert.ok(tested.seeking && !tested.connected);
  later.shift()!();
  const second = enter();
  assert.equal(second.sent.at(-1)!.type, "seek");
  second.says({ type: "matched", table: "t", token: "k", places: [1], game: "blox" });
  assert.equal(matches.length, 1);
  second.breaks();
  later.shift()!();
  assert.equal(enter().sent.at(-1)!.type, "hello");
});

test("accepts once it has entered as somebody else", () => {
  const { tested, sockets, enter } = lobby();
  enter([seek("a")]);
  tested.become({ name: "", member: "m" });
  tested.accept(seek("a"), 0);
  assert.equal(sockets.length, 2);
  const socket = enter([seek("a")]);
  assert.deepEqual(socket.sent.map(({ type }) => type), ["hello", "accept"]);
  assert.equal(socket.sent[0]!.member, "m");
});

test("a refused or withdrawn seek is over", () => {
  const { tested, refusals, enter } = lobby();
  const socket = enter();
  tested.seek({ type: "seek", wishes: [] });
  socket.says({ type: "error", code: "rate_limited", detail: "wait", about: "seek" });
  assert.deepEqual(refusals, ["rate_limited"]);
  assert.ok(!tested.seeking);
  tested.seek({ type: "seek", wishes: [] });
  tested.withdraw();
  assert.equal(socket.sent.at(-1)!.type, "withdraw");
  assert.ok(!tested.seeking);
});

test("computers are asked for, and what was agreed is kept with the own seek", () => {
  const { tested, enter } = lobby();
  const socket = enter();
  tested.seek({ type: "seek", wishes: [{ game: "blox", players: 2 }] });
  socket.says({ type: "seeking", seek: seek("me"), levels: [3], offer_after: 20 });
  assert.deepEqual([tested.levels, tested.offerAfter], [[3], 20]);
  tested.fill(0, false);
  assert.deepEqual(socket.sent.at(-1), { type: "fill", wish: 0, alone: false });
  socket.says({ type: "changes", removed: ["me"], added: [{ ...seek("me"), bots: 0 }], people: 3 });
  assert.equal(tested.own?.bots, 0);
  assert.deepEqual(tested.others, []);
});
