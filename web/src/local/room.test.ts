/** A table in the worker: kept before it is told, with computers that think, fail and are stopped, and with other tabs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeBrowser, until } from "../../test/fake-browser.ts";
import type { AskOptions, EngineWorker } from "../engine/index.ts";
import type { ClientMessage, ServerMessage, Welcome } from "../net/protocol.ts";
import { begin, LocalTable } from "./flow/index.ts";
import { bot, createdWith, person, pileGame } from "./flow/fixtures.ts";
import type { TableStore } from "./keep/index.ts";
import type { LineState } from "./messages.ts";
import { type Line, Room } from "./room.ts";
import type { Rules } from "./rules.ts";

const ORIGIN = { rules: 1, module: "pile.wasm", facts: "pile.json", data: "pile.bin" };
const RULES: Rules = { game: pileGame(2), module: ORIGIN.module, bundle: ORIGIN, origin: ORIGIN, files: {} };
const HELLO: ClientMessage = { type: "hello", table: "~a", since: 0, updates: "full" };

/** What a search was asked for, and what ends it. */
interface Search {
  call: string;
  options: AskOptions;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

class FakeLine implements Line {
  readonly told: ServerMessage[] = [];
  readonly states: LineState[] = [];
  isClosed = false;

  send(message: ServerMessage): void {
    this.told.push(message);
  }

  show(state: LineState): void {
    this.states.push(state);
  }

  close(): void {
    this.isClosed = true;
  }

  /** The kinds of all events. */
  get events(): string[] {
    return this.told.flatMap((message) => (message.type === "update" ? message.events.map(({ kind }) => kind) : []));
  }

  get last(): ServerMessage | undefined {
    return this.told.at(-1);
  }

  get welcome(): Welcome {
    return this.told.findLast((message) => message.type === "welcome") as Welcome;
  }
}

/** Returns a room of a tab with a table against a computer; its person begins unless `botBegins`. */
async function opened(browser: FakeBrowser, { tab = "a", botBegins = false, isNew = true, ...more }: {
  tab?: string; botBegins?: boolean; isNew?: boolean; rulesOf?: () => Promise<Rules>; store?: (store: TableStore) => Partial<TableStore>;
} = {}) {
  const store = await browser.tab(tab);
  if (isNew) {
    const created = createdWith([person("Anne"), bot()], { begins: botBegins ? 1 : 0 });
    await store.create(created, ORIGIN);
    await store.append("~a", 0, begin(new LocalTable(created, RULES.game), 2));
    await store.release();
  }
  const searches: Search[] = [];
  const ask = (_: unknown, call: string, __: unknown, options: AskOptions) =>
    new Promise((resolve, reject) => searches.push({ call, options, resolve, reject }));
  const failed: string[] = [];
  const room = new Room("~a", {
    store: Object.assign(store, more.store?.(store)),
    rulesOf: more.rulesOf ?? (() => Promise.resolve(RULES)),
    engine: () => ({ ask }) as unknown as EngineWorker,
    failed: (module) => failed.push(module),
    now: () => browser.now,
  });
  const line = new FakeLine();
  await room.receive(line, HELLO);
  const act = (action: string) => room.receive(line, { type: "act", seq: seqOf(line), action });
  return { room, line, store, searches, failed, act };
}

function seqOf({ told }: FakeLine): number {
  return told.reduce((seq, message) => (message.type === "welcome" ? message.seq
    : message.type === "update" ? (message.events.at(-1)?.seq ?? seq) : seq), 0);
}

const move = (action: number) => ({ action, stream: [1, 2] });

test("a move is kept before the page hears of it", async () => {
  const browser = new FakeBrowser();
  let kept = 0;
  const { line, act } = await opened(browser, {
    store: (store) => {
      const append = store.append.bind(store);
      return {
        append: async (...args) => {
          const saved = await append(...args);
          kept += 1;
          assert.deepEqual(line.events, []);
          return saved;
        },
      };
    },
  });
  await act("one");
  assert.deepEqual([kept, line.events], [1, ["move"]]);
  assert.deepEqual((await (await browser.tab("b")).read("~a")).entries.map(({ kind }) => kind), ["started", "move"]);
});

test("a computer moves after the person, and says how far it is", async () => {
  const { line, searches, act } = await opened(new FakeBrowser());
  assert.equal(searches.length, 0);
  await act("one");
  assert.deepEqual(searches.map(({ call }) => call), ["choose"]);
  assert.equal(line.states.at(-1)?.thought, 0);
  searches[0]!.resolve(move(0));
  await until(() => line.events.length === 2);
  assert.equal(line.states.at(-1)?.thought, null);
});

test("a page that comes back goes on where it was left", async () => {
  const browser = new FakeBrowser();
  const { room, line, searches, act } = await opened(browser);
  await act("one");
  room.leave(line);
  assert.ok(searches[0]!.options.stop?.aborted, "nobody waits for the computer");
  searches[0]!.resolve(move(0)); // too late
  const again = await opened(browser, { tab: "b", isNew: false });
  assert.equal(again.line.welcome.seq, 3);
  assert.equal(again.searches.length, 1);
});

test("the computer can be told to move at once", async () => {
  const { room, searches } = await opened(new FakeBrowser(), { botBegins: true });
  const { stop } = searches[0]!.options;
  assert.equal(stop?.aborted, false);
  room.hurry();
  assert.equal(stop?.aborted, true);
});

test("a move that comes after a takeback is for another turn", async () => {
  const { room, line, searches, act } = await opened(new FakeBrowser());
  await act("one");
  await room.receive(line, { type: "takeback" });
  assert.deepEqual(line.events, ["move", "taken_back"]);
  searches[0]!.resolve(move(0));
  await act("two");
  assert.deepEqual(line.events.slice(0, 3), ["move", "taken_back", "move"]);
  assert.deepEqual(line.told.filter(({ type }) => type === "error"), []);
});

test("after a search has failed the table can be read, and resumed", async () => {
  const { room, line, searches, failed, act } = await opened(new FakeBrowser());
  await act("one");
  searches[0]!.reject(new Error("the rules have trapped"));
  await until(() => line.welcome.table.status === "frozen");
  assert.deepEqual([line.welcome.table.failure, line.welcome.state?.legal, failed], ["the rules have trapped", [], ["pile.wasm"]]);
  await act("one");
  assert.equal(line.last?.type === "error" && line.last.code, "frozen");
  await room.receive(line, { type: "resume" });
  assert.equal(line.welcome.table.status, "playing");
  searches[1]!.resolve(move(0));
  await until(() => line.events.length === 2);
});

test("a hint that fails leaves the table as it is", async () => {
  const { room, line, searches } = await opened(new FakeBrowser());
  await room.receive(line, { type: "hint" });
  assert.deepEqual([line.events, searches[0]!.call], [["hinted"], "advise"]);
  searches[0]!.reject(new Error("no"));
  await until(() => line.last?.type === "error");
  await room.receive(line, { type: "hint" });
  searches[1]!.resolve({ seat: 0, sides: 2, best: {}, others: [], stream: [1, 2] });
  await until(() => line.last?.type === "advice");
  assert.deepEqual(line.last, { type: "advice", seq: 3, seat: 0, sides: 2, best: {}, others: [] });
});

test("without the files of its rules a line ends, and the next may find them", async () => {
  const browser = new FakeBrowser();
  let isThere = false;
  const rulesOf = () => (isThere ? Promise.resolve(RULES) : Promise.reject(new Error("not loaded")));
  const { room, line } = await opened(browser, { rulesOf });
  assert.deepEqual([line.isClosed, line.told], [true, []]);
  isThere = true;
  await room.receive(line, HELLO);
  assert.equal(line.welcome.table.status, "playing");
});

test("an unknown table is refused", async () => {
  const { line } = await opened(new FakeBrowser(), { isNew: false });
  assert.equal(line.last?.type === "error" && line.last.code, "no_table");
});

test("one tab plays a table, and another may take it over", async () => {
  const browser = new FakeBrowser();
  const first = await opened(browser);
  const second = await opened(browser, { tab: "b", isNew: false });
  assert.deepEqual([second.line.states.at(-1)?.elsewhere, second.line.welcome.state?.legal], [true, []]);
  await second.act("one");
  assert.equal(second.line.last?.type === "error" && second.line.last.code, "not_now");

  await second.room.takeOver();
  assert.deepEqual([second.line.states.at(-1)?.elsewhere, second.line.welcome.state?.mine], [false, true]);
  await until(() => first.line.states.at(-1)?.elsewhere === true);
  await second.act("one");
  assert.deepEqual(second.line.events, ["move"]);
  assert.deepEqual([first.searches.length, second.searches.length], [0, 1]);
});

test("somebody who only looks leaves the table to others", async () => {
  const browser = new FakeBrowser();
  const { room, line } = await opened(browser);
  room.leave(line);
  const look = new FakeLine();
  await room.receive(look, { ...HELLO, updates: "none" });
  assert.equal(look.welcome.seq, 2);
  const { line: other } = await opened(browser, { tab: "b", isNew: false });
  assert.equal(other.states.at(-1)?.elsewhere, false);
});
