import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../net/api.ts";
import type { LinesRequest, LinesResponse } from "../net/protocol.ts";
import { LinesSearch, STEPS, type LinesPosition, type LinesSeen } from "./lines-search.ts";

const POSITION: LinesPosition = { game: "g", options: {}, start: null, moves: ["a"] };

function lines(simulations: number, solved = false): LinesResponse {
  const message = { key: "move", args: {} };
  const line = {
    move: "a", message, parts: {}, visits: simulations, values: [0, 0], scores: null, solved,
    events: [{ text: "a", seat: 0, message }],
  };
  return { seat: 0, simulations, depth: 1, lines: [line] };
}

const refused = (code: ApiError["code"]) => new ApiError({ code, detail: code });

/** A search by a server that gives these answers in turn, or else as many simulations as wanted. */
function searching(answers: (LinesResponse | Error | "none")[] = []) {
  const asked: LinesRequest[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const phases: string[] = [];
  const found: (LinesResponse | null)[] = [];
  let changed = () => undefined as unknown;
  const server = <T>(...[, , body, , signal]: [string, unknown?, unknown?, string?, AbortSignal?]): Promise<T> => {
    const wanted = body as LinesRequest;
    asked.push(wanted);
    signals.push(signal);
    const answer = answers.shift() ?? lines(wanted.simulations ?? 0);
    if (answer === "none") {
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    }
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T);
  };
  const search = new LinesSearch((seen: LinesSeen) => {
    phases.push(seen.phase);
    found.push(seen.found);
    changed();
  }, server, { settle: 1, retry: 1 });
  const until = (holds: () => boolean) => new Promise<void>((resolve) => {
    changed = () => holds() && resolve();
    changed();
  });
  return { search, asked, signals, phases, found, until, last: () => phases.at(-1) ?? "" };
}

test("LinesSearch deepens step by step until the last one", async () => {
  const { search, asked, phases, found, until, last } = searching();
  search.begin(POSITION);
  await until(() => last() === "done");
  assert.deepEqual(asked, STEPS.map((simulations) => ({ ...POSITION, simulations, count: 3 })));
  assert.deepEqual(phases, [...STEPS.map(() => "searching"), "done"]);
  assert.deepEqual(found.map((one) => one?.simulations), [undefined, ...STEPS]);
});

test("LinesSearch ends when all lines are proven", async () => {
  const { search, asked, until, last } = searching([lines(10, true)]);
  search.begin(POSITION);
  await until(() => last() === "done");
  assert.equal(asked.length, 1);
});

test("LinesSearch waits out a busy server and a lost connection", async () => {
  const { search, asked, phases, until, last } = searching([
    lines(1), refused("rate_limited"), refused("offline"), refused("unavailable"), lines(2, true),
  ]);
  search.begin(POSITION);
  await until(() => last() === "done");
  assert.deepEqual(phases, ["searching", "searching", "busy", "offline", "busy", "done"]);
  assert.deepEqual(asked.map(({ simulations }) => simulations), [STEPS[0], ...Array<number>(4).fill(STEPS[1] ?? 0)]);
});

test("LinesSearch keeps what it found while the server is busy", async () => {
  const { search, found, until, last } = searching([lines(1), refused("rate_limited"), "none"]);
  search.begin(POSITION);
  await until(() => last() === "busy");
  assert.equal(found.at(-1)?.simulations, 1);
  search.clear();
});

test("LinesSearch aborts the search of the position before", async () => {
  const { search, asked, signals, found, until, last } = searching(["none", lines(7, true)]);
  search.begin(POSITION);
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  search.begin({ ...POSITION, moves: ["a", "b"] });
  assert.equal(signals[0]?.aborted, true);
  await until(() => last() === "done");
  assert.deepEqual(asked[1]?.moves, ["a", "b"]);
  assert.equal(found.at(-1)?.simulations, 7);
});

test("LinesSearch asks nothing for positions that are only passed", async () => {
  const { search, asked, until, last } = searching([lines(7, true)]);
  search.begin(POSITION);
  search.begin({ ...POSITION, moves: [] });
  await until(() => last() === "done");
  assert.deepEqual(asked.map(({ moves }) => moves), [[]]);
});

test("LinesSearch can be stopped, and keeps its lines", async () => {
  const { search, signals, phases, found, until } = searching([lines(3), "none"]);
  search.begin(POSITION);
  await until(() => found.at(-1) !== null && found.length > 1);
  while (signals.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  search.stop();
  assert.equal(signals[1]?.aborted, true);
  assert.equal(phases.at(-1), "idle");
  assert.equal(found.at(-1)?.simulations, 3);
  search.clear();
  assert.equal(found.at(-1), null);
});

test("LinesSearch says that no seat acts, and what failed", async () => {
  const ended = searching([refused("not_now")]);
  ended.search.begin(POSITION);
  await ended.until(() => ended.last() === "nothing");
  const failed = searching([refused("illegal")]);
  failed.search.begin(POSITION);
  await failed.until(() => failed.last() === "failed");
  assert.equal(failed.asked.length, 1);
});
