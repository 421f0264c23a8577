import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientMessage, LogEvent } from "../../net/protocol.ts";
import { perform } from "./commands.ts";
import { CommandError } from "./errors.ts";
import { act, begun, bot, createdWith, person, pileGame } from "./fixtures.ts";
import { failed, older, update, welcome } from "./messages.ts";
import { LocalTable } from "./table.ts";

function viewer(table: LocalTable): unknown {
  return welcome(table, 0).state?.position.viewer;
}

test("before the first game there are the table and its creation", () => {
  const table = new LocalTable(createdWith([person("A"), bot(2)]), pileGame(2));
  const { events, seq, state, table: info, you } = welcome(table, 0);
  assert.deepEqual([events.map(({ kind }) => kind), seq, state, info.status, you.places], [["created"], 1, null, "gathering", [0]]);
  assert.deepEqual(info.places.map(({ kind, mine, level, present }) => [kind, mine, level, present]), [
    ["person", true, null, true], ["bot", false, 2, true],
  ]);
});

test("one person sees a hidden position as its seat, whoever acts; several as the one to act, or as a spectator", () => {
  const alone = begun([person(), bot(), bot()], { begins: 2 }, true);
  assert.deepEqual([viewer(alone), alone.isMine], [1, false]);
  const together = begun([person(), person(), bot()], {}, true);
  assert.equal(viewer(together), 0);
  act(together, "one");
  assert.equal(viewer(together), 1);
  act(together, "one");
  assert.equal(viewer(together), null);
  assert.equal(viewer(begun([person(), bot()])), null);
});

test("several persons see events as spectators until the game is over, those taken back even then", () => {
  const table = begun([person(), person()], { start: { pile: 4 } }, true);
  const send = (message: ClientMessage) => update(table, perform(table, message, 3).map((entry) => table.take(entry))).events;
  const seen = (events: readonly LogEvent[]) =>
    events.flatMap((event) => (event.kind === "move" || event.kind === "chance" ? [`${event.text} ${event.message?.args.seat}`] : []));
  const move = (action: string) => seen(send({ type: "act", seq: table.seq, action }));
  assert.deepEqual(move("one"), ["one null"]);
  send({ type: "takeback" });
  assert.deepEqual(move("two"), ["two null", "~? null"]);
  while (table.status === "playing") move("one");
  const [takenBack, two, coin] = seen(welcome(table, 0).events);
  assert.deepEqual([takenBack, two], ["one null", "two 0"]);
  assert.match(coin ?? "", /(~keep|~more) 0/);
});

test("one person sees events as its seat", () => {
  const table = begun([bot(), person()], { begins: 1 }, true);
  act(table, "two");
  assert.match(JSON.stringify(welcome(table, 0).events), /~keep|~more/);
});

test("updates have the table only if it changed, and of the state what can have changed", () => {
  const table = begun([person("A"), person("B"), bot()]);
  const members = (message: Parameters<typeof perform>[1]) => {
    const { state, table: info } = update(table, perform(table, message, 4).map((entry) => table.take(entry)));
    return [info !== undefined, "position" in (state ?? {}), "last" in (state ?? {}), "board_setup" in (state ?? {})];
  };
  assert.deepEqual(members({ type: "hint" }), [false, false, false, false]);
  assert.deepEqual(members({ type: "rename", place: 0, name: "C" }), [true, false, false, false]);
  assert.deepEqual(members({ type: "act", seq: table.seq, action: "one" }), [false, true, false, false]);
  assert.deepEqual(members({ type: "takeback" }), [false, true, true, false]);
  assert.deepEqual(members({ type: "resign", place: 0 }), [true, true, false, false]);
  assert.deepEqual(members({ type: "abort" }), [true, true, false, false]);
  assert.deepEqual(members({ type: "rematch" }), [true, true, true, true]);
});

test("a long log comes in pages, whose moves are counted without those taken back", () => {
  const table = begun([person(), person()], { start: { pile: 100 } });
  for (let round = 0; round < 110; round += 1) {
    act(table, "one");
    for (const entry of perform(table, { type: "takeback" }, 3)) table.take(entry);
  }
  act(table, "one", "one");
  const { events, events_before: before, has_more: more } = welcome(table, 0);
  assert.deepEqual([events.length, events.at(-1)?.seq, more], [200, table.seq, true]);
  assert.deepEqual([events[0]?.kind, before], ["move", undefined]);
  const page = older(table, { type: "older", before: events[1]?.seq ?? 0, count: 5 });
  assert.deepEqual([page.events.length, page.has_more, page.events_before], [5, true, undefined]);
  const first = older(table, { type: "older", before: page.events[0]?.seq ?? 0 });
  assert.deepEqual([first.events[0]?.kind, first.has_more], ["started", undefined]);
  const late = older(table, { type: "older", before: table.seq });
  assert.deepEqual([late.events[0]?.kind, late.events_before], ["taken_back", 1]);
  assert.deepEqual(older(table, { type: "older", before: table.seq + 1, count: 1 }).events_before, 1);
  assert.deepEqual(older(table, { type: "older", before: 2 }), { type: "older", before: 2, events: [] });
  assert.deepEqual(welcome(table, table.seq).events, []);
});

test("a refused message is answered with its type, and with the reason if there is one", () => {
  const table = begun([person(), person()]);
  assert.deepEqual(failed(table, "act", new CommandError("stale", "late")), {
    type: "error", code: "stale", detail: "late", about: "act", seq: table.seq,
  });
  const reason = { key: "illegal", args: {} };
  assert.deepEqual(failed(table, "act", new CommandError("illegal", "no", reason)).reason, reason);
});
