import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientMessage } from "../../net/protocol.ts";
import { begin, botToMove, hintStream, moveOfBot, perform } from "./commands.ts";
import { CommandError } from "./errors.ts";
import { act, begun, bot, createdWith, person, pileGame, pileOf, takeAll } from "./fixtures.ts";
import { LocalTable } from "./table.ts";

const kinds = (entries: readonly { kind: string }[]) => entries.map(({ kind }) => kind);

function send(table: LocalTable, message: ClientMessage): string[] {
  const entries = perform(table, message, 4);
  takeAll(table, entries);
  return kinds(entries);
}

function refused(table: LocalTable, message: ClientMessage, code: string, detail?: string): void {
  const { entries: { length } } = table;
  assert.throws(() => perform(table, message, 4), (error) => {
    assert.ok(error instanceof CommandError);
    assert.deepEqual([error.code, detail ?? error.message], [code, error.message]);
    return true;
  });
  assert.equal(table.entries.length, length);
}

function letBotMove(table: LocalTable, action: number): void {
  const turn = botToMove(table);
  assert.ok(turn);
  takeAll(table, moveOfBot(table, turn.turn, action, 5));
}

test("the place that begins is chosen with the table, or drawn from its seed", () => {
  const chosen = begun([person(), bot(), bot()], { begins: 2 });
  assert.deepEqual([chosen.seats, chosen.placeToAct], [[2, 0, 1], 2]);
  const drawn = Array.from({ length: 20 }, (_, seed) => begun([person(), bot(), bot()], { begins: null, seed: [seed, 0] }).seats[0]);
  assert.deepEqual([...new Set(drawn)].sort(), [0, 1, 2]);
  assert.deepEqual(begun([person(), bot(), bot()], { begins: null, seed: [3, 0] }).seats[0], drawn[3]);
});

test("chance is drawn from the seed and the number of its event, so that the same is never drawn again", () => {
  const coins = (...before: string[]) => {
    const table = begun([person("A"), person("B")]);
    for (const name of before) send(table, { type: "rename", place: 0, name });
    const entries = perform(table, { type: "act", seq: table.seq, action: "two" }, 3);
    assert.deepEqual(kinds(entries), ["move", "chance"]);
    return entries.map((entry) => ("text" in entry ? entry.text : "")).at(-1);
  };
  assert.equal(coins(), coins());
  const later = [coins(), coins("C"), coins("C", "D"), coins("C", "D", "E"), coins("C", "D", "E", "F")];
  assert.deepEqual([...new Set(later)].sort(), ["~keep", "~more"]);
});

test("searches draw from streams of their own, which no event shares", () => {
  const table = begun([bot(), person()]);
  const streams = [botToMove(table)?.stream, hintStream(table), table.streamAt(table.seq + 1).toWords()];
  assert.equal(new Set(streams.map(String)).size, 3);
  letBotMove(table, 0);
  assert.notDeepEqual(hintStream(table), streams[1]);
});

test("a takeback goes to the last own move, past those of bots, and to the last one of several persons", () => {
  const alone = begun([person(), bot(), bot()]);
  act(alone, "one");
  letBotMove(alone, 0);
  letBotMove(alone, 0);
  act(alone, "one");
  letBotMove(alone, 0);
  assert.deepEqual(send(alone, { type: "takeback" }), ["taken_back"]);
  assert.deepEqual([pileOf(alone), alone.placeToAct], [4, 0]);
  assert.deepEqual(send(alone, { type: "takeback" }), ["taken_back"]);
  assert.deepEqual([pileOf(alone), alone.placeToAct], [7, 0]);
  refused(alone, { type: "takeback" }, "not_now", "you have no move to take back");

  const together = begun([person(), person()]);
  act(together, "one", "one");
  send(together, { type: "takeback" });
  assert.deepEqual([pileOf(together), together.placeToAct], [6, 1]);
});

test("nothing is taken back once chance has revealed something", () => {
  const table = begun([person(), person()]);
  act(table, "one", "two");
  refused(table, { type: "takeback" }, "not_now", "you have no move to take back");
  act(table, "one");
  assert.deepEqual(send(table, { type: "takeback" }), ["taken_back"]);
  refused(table, { type: "takeback" }, "not_now");
});

test("between two seats a resignation ends the game", () => {
  const table = begun([person(), bot()]);
  assert.deepEqual(send(table, { type: "resign" }), ["resigned", "over"]);
  assert.equal(table.status, "over");
  for (const type of ["resign", "takeback", "abort"] as const) refused(table, { type }, "not_now", "the game is over");
});

test("among more seats a bot of the middle level plays on, until the rematch gives the place back", () => {
  const table = begun([person("A"), person("B"), bot()]);
  refused(table, { type: "resign" }, "bad_message", "you hold several places: say which one");
  refused(table, { type: "resign", place: 2 }, "not_yours", "place 2 is not yours");
  assert.deepEqual(send(table, { type: "resign", place: 0 }), ["resigned", "taken_over"]);
  refused(table, { type: "act", seq: table.seq, action: "one" }, "not_yours", "a bot plays your place");
  assert.equal(botToMove(table)?.level.number, 2);
  letBotMove(table, 0);
  assert.deepEqual(send(table, { type: "resign" }), ["resigned", "taken_over"]);
  refused(table, { type: "takeback" }, "not_now", "a bot plays your place");
  refused(table, { type: "rematch" }, "not_now", "the game is not over");
  while (table.status === "playing") letBotMove(table, 0);
  assert.deepEqual(send(table, { type: "rematch" }), ["retaken", "retaken", "started"]);
  assert.deepEqual([table.seats, table.gameNumber, table.persons], [[1, 2, 0], 2, [0, 1]]);
});

test("the last move ends the game with its result", () => {
  const table = begun([person(), bot()]);
  for (let move = 0; move < 6; move += 1) table.isMine ? act(table, "one") : letBotMove(table, 0);
  const entries = perform(table, { type: "act", seq: table.seq, action: "one" }, 3);
  assert.deepEqual(entries.at(-1), {
    kind: "over", result: { winners: [0], scores: [1, 0], ranks: [1, 2], reason: "empty" }, seq: table.seq + 2, at: 3,
  });
});

test("a game is aborted until every person has moved", () => {
  const table = begun([person(), person(), bot()]);
  act(table, "one");
  const early = begun([person(), person(), bot()]);
  assert.deepEqual(send(early, { type: "abort" }), ["over"]);
  act(table, "one");
  refused(table, { type: "abort" }, "not_now", "everybody has moved: resign instead");
});

test("a hint is recorded once a turn, and only where the table has hints", () => {
  const table = begun([person(), bot()]);
  assert.deepEqual([send(table, { type: "hint" }), send(table, { type: "hint" })], [["hinted"], []]);
  act(table, "one");
  refused(table, { type: "hint" }, "not_yours", "it is not your turn");
  refused(begun([person(), bot()], { hints: false }), { type: "hint" }, "no_hints", "this table plays without hints");
});

test("moves are refused that are late, illegal, or somebody else's", () => {
  const table = begun([person(), bot()]);
  refused(table, { type: "act", seq: table.seq - 1, action: "one" }, "stale", `something happened since event ${table.seq - 1}`);
  refused(table, { type: "act", seq: table.seq, action: "three" }, "illegal");
  refused(table, { type: "act", seq: table.seq, action: "~more" }, "illegal");
  act(table, "one");
  refused(table, { type: "act", seq: table.seq, action: "one" }, "not_yours", "it is not your turn");
  for (const message of [{ type: "claim" }, { type: "retake" }, { type: "answer", ask: 2, yes: true }] as const) {
    refused(table, message, "not_now");
  }
});

test("a bot's move is stale after anything that changed the turn", () => {
  const table = begun([person(), bot()]);
  act(table, "one");
  const turn = botToMove(table)?.turn ?? 0;
  send(table, { type: "rename", name: "Ann" });
  assert.deepEqual(kinds(moveOfBot(table, turn, 0, 5)), ["move"]);
  send(table, { type: "takeback" });
  assert.equal(botToMove(table), null);
  assert.throws(() => moveOfBot(table, turn, 0, 5), /something happened while the bot was thinking/);
});

test("a table without persons is only watched", () => {
  const table = begun([bot(), bot()]);
  for (const type of ["hint", "takeback", "rematch"] as const) refused(table, { type }, "not_yours", "spectators cannot do that");
  assert.ok(botToMove(table));
});

test("what was not stored any more happens when the table is read again", () => {
  const cutOff = (whole: LocalTable, left: number) => {
    const read = LocalTable.read(whole.created, whole.game, whole.entries.slice(0, left));
    takeAll(read, begin(read, 3));
    assert.deepEqual(read.entries, whole.entries.map((entry, index) => (index < left ? entry : { ...entry, at: 3 })));
  };
  const chance = begun([person(), person()]);
  act(chance, "one", "two");
  cutOff(chance, 3);
  const resigned = begun([person(), bot(), bot()]);
  send(resigned, { type: "resign" });
  cutOff(resigned, 2);
  const over = begun([person(), person()]);
  send(over, { type: "resign", place: 1 });
  cutOff(over, 2);
  assert.deepEqual(begin(over, 9), []);
  cutOff(begun([person(), person()], { begins: null }), 0);
});

test("each game begins from the position of the table", () => {
  const created = createdWith([person(), person()], { start: { pile: 1 } });
  const table = new LocalTable(created, pileGame(2));
  takeAll(table, begin(table, 2));
  act(table, "one");
  assert.equal(table.status, "over");
  send(table, { type: "rematch" });
  assert.equal(pileOf(table), 1);
});
