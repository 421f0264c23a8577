import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReactiveControllerHost } from "lit";
import type { LogEvent, StateView } from "../net/protocol.ts";
import { Patience } from "./patience.ts";
import type { TableSession } from "./session.ts";

const host = { addController() {}, requestUpdate() {} } as unknown as ReactiveControllerHost;
const entry = (event: object) => ({ event: event as LogEvent, undone: false });

function table(clock: object | null = null) {
  const entries = [entry({ kind: "started", seq: 2, at: Date.now() }), entry({ kind: "move", seq: 3, at: Date.now() })];
  const places = [{ kind: "person" }, { kind: "person" }];
  const session = { info: { id: "t", status: "playing", patience: 60, clock, places }, places: [0], log: { entries } };
  const state = { to_act: 1, seats: [0, 1], asks: [] as object[] };
  return { session: session as unknown as TableSession, state: state as unknown as StateView, entries };
}

test("the player to act may be asked after the patience, and claimed after it again", (context) => {
  context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000 });
  const { session, state, entries } = table();
  const patience = new Patience(host);
  assert.equal(patience.mayAsk(session, state), false);
  context.mock.timers.tick(60_000);
  assert.equal(patience.mayAsk(session, state), true);
  // The server's clock goes wrong by an hour.
  entries.push(entry({ kind: "asked", what: "presence", seq: 4, at: Date.now() - 3_600_000 }));
  state.asks.push({ ask: 4, what: "presence" } as StateView["asks"][number]);
  assert.equal(patience.mayAsk(session, state), false);
  assert.equal(patience.mayClaim(session, state), false);
  context.mock.timers.tick(60_000);
  assert.equal(patience.mayClaim(session, state), true);
});

test("who answers may think for as long again", (context) => {
  context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000 });
  const { session, state, entries } = table();
  const patience = new Patience(host);
  patience.mayAsk(session, state);
  context.mock.timers.tick(60_000);
  entries.push(entry({ kind: "asked", what: "presence", seq: 4, at: Date.now() }));
  entries.push(entry({ kind: "answered", ask: 4, yes: true, seq: 5, at: Date.now() }));
  assert.equal(patience.mayAsk(session, state), false);
  context.mock.timers.tick(60_000);
  assert.equal(patience.mayAsk(session, state), true);
});

test("nobody is asked at a table with a clock, or on their own turn", (context) => {
  context.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000 });
  const timed = table({ kind: "days", days: 1 });
  const own = table();
  context.mock.timers.tick(60_000);
  assert.equal(new Patience(host).mayAsk(timed.session, timed.state), false);
  assert.equal(new Patience(host).mayAsk(own.session, { ...own.state, to_act: 0 }), false);
  assert.equal(new Patience(host).mayAsk(own.session, own.state), true);
});
