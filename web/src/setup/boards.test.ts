import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleOptions, setOption, isPossible, parseNumber, othersOf } from "./options.ts";
import { SavedBoards, LONGEST_NAME, tidyName } from "./saved-boards.ts";
import {
  sharedBoard, fileName, fileText, boardFragment, valueFromFile, boardFromFragment, optionsOf, sameOthers,
} from "./share-board.ts";
import { History } from "../ui/history.ts";
import type { OptionInfo } from "../net/protocol.ts";

class Memory {
  readonly kept = new Map<string, string>();
  full = false;
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(key, value);
  }
}

const BOARD = { colours: ["WG", "BM"], squares: [".1", "4."] };

test("SavedBoards saves by game, option and name, and replaces one of the same name", () => {
  const memory = new Memory();
  const boards = new SavedBoards(memory, "one", "layout");
  assert.ok(boards.keep({ name: "Ours", value: BOARD }));
  assert.ok(boards.keep({ name: "Theirs", value: { other: true }, others: { lake: BOARD } }));
  assert.ok(boards.keep({ name: "Ours", value: { again: true } }));
  assert.deepEqual(boards.all().map(({ name }) => name).sort(), ["Ours", "Theirs"]);
  assert.deepEqual(boards.find("Ours")?.value, { again: true });
  assert.deepEqual(boards.find("Theirs")?.others, { lake: BOARD });
  assert.deepEqual(new SavedBoards(memory, "two", "layout").all(), []);
  boards.forget("Ours");
  assert.equal(new SavedBoards(memory, "one", "layout").find("Ours"), null);
});

test("what is being entered is found again after a reload", () => {
  const memory = new Memory();
  assert.equal(new SavedBoards(memory, "one", "layout").draft(), null);
  new SavedBoards(memory, "one", "layout").keepDraft({ name: "Half", value: BOARD });
  assert.deepEqual(new SavedBoards(memory, "one", "layout").draft(), { name: "Half", value: BOARD });
  assert.equal(new SavedBoards(memory, "one", "lake").draft(), null);
});

test("a storage that is full, forbidden or spoilt loses nothing else", () => {
  const memory = new Memory();
  memory.kept.set("empile.boards", '{"one/layout": [{"name": 7}, null, {"name": "a", "at": 1, "value": 2}]');
  const boards = new SavedBoards(memory, "one", "layout");
  assert.deepEqual(boards.all(), []);
  memory.kept.set("empile.boards", '{"one/layout": [{"name": 7}, null, {"name": "a", "at": 1, "value": 2}]}');
  assert.deepEqual(boards.all().map(({ name }) => name), ["a"]);
  memory.full = true;
  assert.equal(boards.keep({ name: "b", value: BOARD }), false);
  boards.keepDraft({ name: "b", value: BOARD });
});

test("names are short and on one line", () => {
  assert.equal(tidyName("  Chez \n nous "), "Chez nous");
  assert.equal(tidyName("x".repeat(99)).length, LONGEST_NAME);
});

test("a link gives back the board that it was made of, whatever its name", () => {
  for (const name of ["", "Chez nous – été", "盤", "a\"b"]) {
    const fragment = boardFragment({ name, value: BOARD });
    assert.match(fragment, /^#board=[\w-]+$/);
    assert.deepEqual(boardFromFragment(fragment), { name, value: BOARD });
  }
});

test("boardFragment includes dependencies, and null for the default", () => {
  const start = sharedBoard("Star", ["U13"], { board: BOARD });
  assert.deepEqual(boardFromFragment(boardFragment(start)), start);
  assert.deepEqual(boardFromFragment(boardFragment(sharedBoard("", null))), { name: "", value: null });
  assert.deepEqual(sharedBoard("a", 1, {}), { name: "a", value: 1 });
  assert.ok(sameOthers({ a: 1, b: [2] }, { b: [2], a: 1 }));
  assert.ok(sameOthers(undefined, {}));
  assert.ok(!sameOthers({ board: BOARD }, {}));
});

test("boardFromFragment returns null for a truncated or foreign fragment", () => {
  const fragment = boardFragment({ name: "Chez nous", value: BOARD });
  for (const bad of ["", "#seat=abc", "#board=", "#board=%%%", "#board=e30", fragment.slice(0, -3)]) {
    assert.equal(boardFromFragment(bad), null, bad);
  }
});

test("a file holds a board, or a record that was played on one", () => {
  assert.deepEqual(valueFromFile(fileText(BOARD), "layout"), BOARD);
  const record = { format: "empile/1", game: "one", options: { players: 2, layout: BOARD }, events: [] };
  assert.deepEqual(valueFromFile(JSON.stringify(record), "layout"), BOARD);
  assert.deepEqual(valueFromFile(JSON.stringify(record), "lake"), record);
  assert.deepEqual(optionsOf(record), record.options);
  for (const none of [BOARD, [1], null, 7, { format: "empile/1" }]) assert.deepEqual(optionsOf(none), {});
  assert.throws(() => valueFromFile("no json", "layout"), SyntaxError);
});

test("files are named after the board", () => {
  assert.equal(fileName("blox", "Chez nous, été !"), "blox-chez-nous-été.json");
  assert.equal(fileName("blox", " ../.. "), "blox.json");
});

test("changes are undone and done again, until another is made", () => {
  let history = new History(0).change(1).change(2);
  assert.equal(history.undo().now, 1);
  assert.equal(history.undo().undo().undo().now, 0);
  assert.equal(history.undo().undo().redo().redo().now, 2);
  history = history.undo().change(3);
  assert.equal(history.canRedo, false);
  assert.equal(history.undo().now, 1);
});

const option = (name: string, more: Partial<OptionInfo> = {}): OptionInfo => ({
  name, kind: "choice", default: 1, values: [1, 2], advanced: false, ...more,
});

test("options are asked that have a name, but for players, lists and what is settled", () => {
  const options = [
    option("players"), option("variant"), option("colours", { kind: "list" }), option("nameless"),
    option("layout", { kind: "data" }), option("start", { kind: "list" }),
    option("crowns", { kind: "list", presets: { two: [1, 2] } }), option("rounds", { kind: "number" }),
  ];
  const named = (name: string) => name !== "nameless";
  const asked = (given: Record<string, unknown>) =>
    visibleOptions({ options }, given, {}, named, (name) => name === "start").map(({ name }) => name);
  assert.deepEqual(asked({}), ["variant", "layout", "start", "crowns", "rounds"]);
  assert.deepEqual(asked({ layout: BOARD }), ["variant", "start", "crowns", "rounds"]);
});

const TEAMS = option("teams", { kind: "flag", default: false, values: [false, true], requires: { players: [4] } });
const START = option("start", { kind: "list", default: [1], depends_on: ["board"] });
const GAME = {
  options: [option("players", { default: 2 }), option("board", { kind: "data", default: "house" }), TEAMS, START],
};

test("an option that needs others is asked for with them alone", () => {
  const asked = (chosen: Record<string, unknown>, given: Record<string, unknown> = {}) =>
    visibleOptions(GAME, given, chosen, () => true, () => true).map(({ name }) => name);
  assert.deepEqual(asked({ players: 4 }), ["board", "teams", "start"]);
  assert.deepEqual(asked({ players: 3 }), ["board", "start"]);
  assert.deepEqual(asked({}), ["board", "start"], "the default counts where nothing is chosen");
  assert.deepEqual(asked({ players: 2 }, { players: 4 }), ["board", "teams", "start"]);
  assert.equal(isPossible(GAME, START, {}), true);
});

test("what lies on a board goes when another board is chosen", () => {
  const chosen = setOption(GAME, setOption(GAME, { teams: true }, "board", BOARD), "start", [5]);
  assert.deepEqual(chosen, { teams: true, board: BOARD, start: [5] });
  assert.deepEqual(othersOf(GAME, START, chosen), { board: BOARD });
  assert.deepEqual(setOption(GAME, chosen, "board", null), { teams: true });
  assert.deepEqual(setOption(GAME, chosen, "start", null), { teams: true, board: BOARD });
  assert.deepEqual(othersOf(GAME, START, { board: "house" }), {}, "a default needs no telling");
  assert.deepEqual(othersOf(GAME, TEAMS, chosen), {});
});

test("a number typed is brought between the least and the greatest", () => {
  const rounds = { default: 200, values: [1, 1000] };
  assert.deepEqual(
    ["12", " 7 ", "0", "-3", "99999", "2.6", "", "many"].map((text) => parseNumber(text, rounds)),
    [12, 7, 1, 1, 1000, 3, 200, 200],
  );
});
