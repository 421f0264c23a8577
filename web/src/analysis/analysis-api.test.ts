import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../net/api.ts";
import type { GameRecord } from "../net/record.ts";
import { AnalysisPoller, isWhole, type AnalysisStatus } from "./analysis-api.ts";

const RECORD = {
  format: "empile/1", game: "g", rules: 1, options: {}, seats: ["A"], events: [], result: null,
} as GameRecord;

const seen = (state: AnalysisStatus["state"]): AnalysisStatus => ({ id: "x", state, ahead: 0, analysis: null });
const refused = (code: ApiError["code"]) => new ApiError({ code, detail: code });

/** A server that gives these answers in turn and records requests. */
function serverOf(answers: (object | Error)[]) {
  const asked: string[] = [];
  const ask = <T>(path: string): Promise<T> => {
    asked.push(path);
    const answer = answers.shift();
    if (answer === undefined) return new Promise(() => undefined);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T);
  };
  return { ask, asked };
}

/** Runs a poller to its end; returns the reported states and the error. */
function work(answers: (object | Error)[], asked: string[] = []): Promise<[string[], string]> {
  const states: string[] = [];
  const server = serverOf(answers);
  return new Promise((resolve) => {
    const done = (trouble: string) => {
      asked.push(...server.asked);
      resolve([states, trouble]);
    };
    const analyst = new AnalysisPoller(
      RECORD, "quick",
      ({ state }) => {
        states.push(state);
        if (state === "done" || state === "failed") done("");
      },
      (error) => done(error instanceof ApiError ? error.code : String(error)),
      server.ask, 1,
    );
    void analyst.begin();
  });
}

test("it is asked for and looked at until it is done", async () => {
  const asked: string[] = [];
  const answers = [{ id: "a/b" }, seen("waiting"), seen("running"), seen("running"), seen("done")];
  assert.deepEqual(await work(answers, asked), [["waiting", "running", "running", "done"], ""]);
  assert.deepEqual(asked, ["/analyses", ...Array(4).fill("/analyses/a%2Fb")]);
});

test("what a restart made the server forget is asked for again", async () => {
  const asked: string[] = [];
  const answers = [{ id: "x" }, seen("running"), refused("no_table"), { id: "x" }, seen("done")];
  assert.deepEqual(await work(answers, asked), [["running", "done"], ""]);
  assert.deepEqual(asked.filter((path) => path === "/analyses").length, 2);
});

test("a lost connection and a hurry are waited out", async () => {
  const answers = [{ id: "x" }, refused("offline"), refused("rate_limited"), seen("done")];
  assert.deepEqual(await work(answers), [["done"], ""]);
});

test("AnalysisPoller reports errors", async () => {
  assert.deepEqual(await work([refused("bad_record")]), [[], "bad_record"]);
  assert.deepEqual(await work([{ id: "x" }, refused("failed")]), [[], "failed"]);
});

test("AnalysisPoller tells the server when it is cancelled", async () => {
  const sent: unknown[][] = [];
  const server = <T>(...call: unknown[]): Promise<T> => {
    sent.push(call);
    return Promise.resolve((sent.length === 1 ? { id: "a/b" } : seen("running")) as T);
  };
  const analyst = new AnalysisPoller(RECORD, "quick", () => undefined, () => assert.fail("no trouble"), server, 1);
  await analyst.begin();
  await analyst.cancel();
  assert.deepEqual(sent.at(-1), ["/analyses/a%2Fb", null, undefined, "DELETE"]);
  const count = sent.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(sent.length, count, "it does not poll any more");
});

test("AnalysisPoller reports nothing after stop", async () => {
  const server = serverOf([{ id: "x" }, seen("running"), seen("done")]);
  const states: string[] = [];
  const analyst = new AnalysisPoller(RECORD, "deep", ({ state }) => {
    states.push(state);
    analyst.stop();
  }, () => assert.fail("no trouble"), server.ask, 1);
  await analyst.begin();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(states, ["running"]);
});

test("what one seat saw of a running game is not whole", () => {
  assert.equal(isWhole(RECORD), true);
  assert.equal(isWhole({ ...RECORD, view: null } as GameRecord), false);
});
