/**
 * Repeats tables that the server's code has kept for one device. `tests/long/web/local` writes them.
 *
 * Usage: `node repeat.ts FOLDER`. Prints counts; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { type BundleFacts, load, loadRules } from "../../src/engine/index.ts";
import {
  begin, botToMove, CommandError, type Created, DamagedError, type Entry, failed, LocalTable, moveOfBot, older, perform, update, welcome,
} from "../../src/local/flow/index.ts";
import type { ClientMessage, Error as ErrorMessage, Older, OlderEvents, ServerMessage, StateView, Update, Welcome } from "../../src/net/protocol.ts";

/** What happens at a table, and what the server's code makes of it. */
type Step =
  | { since: number; welcome: Welcome }
  | { ask: Older; older: OlderEvents }
  | { send: ClientMessage; error: ErrorMessage }
  | ({ begin: true } | { bot: string } | { send: ClientMessage }) & { count: number; at: number; update: Update };

interface Line {
  created: Created;
  steps: Step[];
  /** All events, from the start of the first game on. */
  entries: Entry[];
}

const MEGABYTES = 256;
/** Events of each table that are damaged in turn. */
const DAMAGED = 20;
const folder = process.argv[2] ?? ".";
const wasm = await WebAssembly.compile(readFileSync(`${folder}/rules.wasm`));
const counts = { tables: 0, events: 0, updates: 0, welcomes: 0, pages: 0, errors: 0 };

/** Returns a message without what only the server knows. */
function comparable(message: ServerMessage): unknown {
  if (message.type === "error" && message.code === "illegal") {
    const { detail: _, reason: __, ...rest } = message; // the page knows no notation
    return rest;
  }
  const { state } = message as { state?: Partial<StateView> };
  if (!state) return message;
  const { poses: _, ...rest } = state; // the page knows how things lie that no hand has placed
  return { ...message, state: rest };
}

/** Returns where two JSON values differ first, with what is there, or null. */
function differenceOf(own: unknown, theirs: unknown, path = ""): string | null {
  if (typeof own !== "object" || typeof theirs !== "object" || own === null || theirs === null) {
    return Object.is(own, theirs) ? null : `${path}: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}`;
  }
  const [mine, other] = [own, theirs] as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(own), ...Object.keys(theirs)])) {
    const found = differenceOf(mine?.[name], other?.[name], `${path}.${name}`);
    if (found !== null) return found;
  }
  return Array.isArray(own) === Array.isArray(theirs) ? null : `${path}: one is an array`;
}

function same(what: string, own: unknown, theirs: unknown): void {
  const found = differenceOf(JSON.parse(JSON.stringify(own)), theirs);
  assert.ok(found === null, `${what} differ in ${found}`);
}

function sameMessage(own: ServerMessage, theirs: ServerMessage): void {
  same(`messages '${theirs.type}'`, comparable(own), comparable(theirs));
}

function entriesOf(table: LocalTable, step: Exclude<Step, { ask: unknown } | { since: unknown }>): Entry[] {
  const at = "at" in step ? step.at : 0;
  if ("begin" in step) return begin(table, at);
  if ("send" in step) return perform(table, step.send, at);
  const bot = botToMove(table);
  assert.ok(bot !== null && table.state !== null);
  return moveOfBot(table, bot.turn, table.state.textToAction(step.bot), at);
}

function happen(table: LocalTable, step: Exclude<Step, { ask: unknown } | { since: unknown }>, entries: readonly Entry[]): void {
  const known = table.seq - 1;
  if ("error" in step) {
    assert.throws(() => entriesOf(table, step), (error) => {
      assert.ok(error instanceof CommandError, String(error));
      sameMessage(failed(table, step.send.type, error), step.error);
      return true;
    });
    counts.errors += 1;
    return;
  }
  const appended = entriesOf(table, step);
  same("events", appended, entries.slice(known, known + step.count));
  counts.events += appended.length;
  if (appended.length === 0) return;
  sameMessage(update(table, appended.map((entry) => table.take(entry))), step.update);
  counts.updates += 1;
}

function repeat({ created, steps, entries }: Line, number: number, rules: Awaited<ReturnType<typeof loadRules>>): void {
  const facts = JSON.parse(readFileSync(`${folder}/bundle-${number}.json`, "utf8")) as BundleFacts;
  const game = load(rules, { facts, data: readFileSync(`${folder}/bundle-${number}.bin`) });
  const table = new LocalTable(created, game);
  for (const step of steps) {
    if ("since" in step) {
      sameMessage(welcome(table, step.since), step.welcome);
      counts.welcomes += 1;
    } else if ("ask" in step) {
      sameMessage(older(table, step.ask), step.older);
      counts.pages += 1;
    } else {
      happen(table, step, entries);
    }
  }
  same("all events", table.entries, entries);
  const read = LocalTable.read(created, game, entries);
  same("tables that were read", welcome(read, 0), JSON.parse(JSON.stringify(welcome(table, 0))));
  refuseDamaged(table);
  counts.tables += 1;
}

/** Asserts that the log is refused with any event missing, or with other moves, outcomes or ends. */
function refuseDamaged({ created, game, entries }: LocalTable): void {
  const refuse = (damaged: readonly Entry[]) => assert.throws(() => LocalTable.read(created, game, damaged), DamagedError);
  for (let index = 0; index < entries.length; index += 1 + Math.floor(entries.length / DAMAGED)) {
    const [entry] = entries.slice(index, index + 1);
    if (entry === undefined || entry.kind === "hinted" || entry.kind === "renamed") continue;
    const rest = entries.slice(index + 1);
    if (rest.length > 0) refuse([...entries.slice(0, index), ...rest]);
    const other = { text: "~?", result: { winners: [], scores: [], ranks: [], reason: "" }, place: 99, seats: [], to: 999 };
    refuse([...entries.slice(0, index), { ...entry, ...other } as Entry, ...rest]);
  }
}

const rules = await loadRules(wasm, { megabytes: MEGABYTES });
let number = 0;
for await (const text of createInterface({ input: createReadStream(`${folder}/tables.ndjson`) })) {
  const line = JSON.parse(text) as Line;
  try {
    repeat(line, number, rules);
  } catch (error) {
    console.error(`table ${number}: ${JSON.stringify(line.created)}`);
    throw error;
  }
  number += 1;
}
console.log(JSON.stringify(counts));
