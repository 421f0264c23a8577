import assert from "node:assert/strict";
import { mock, test, type TestContext } from "node:test";
import { ask } from "../net/api.ts";
import { inTurn } from "./in-turn.ts";

const BUSY = { code: "rate_limited", detail: "many people sign in", reason: { key: "sign_in.busy", args: {} } };

/** A server that answers what a test says, and a clock that it sets. */
class Server {
  asked = 0;
  pauses = 0;
  readonly answers: Response[];
  readonly done: Promise<unknown>;
  private isDone = false;

  constructor(context: TestContext, random: number, ...answers: Response[]) {
    this.answers = answers;
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    mock.method(Math, "random", () => random);
    mock.method(globalThis, "fetch", () => {
      this.asked += 1;
      return Promise.resolve(this.answers.length > 1 ? this.answers.shift() : this.answers[0]?.clone());
    });
    context.after(() => {
      mock.timers.reset();
      mock.restoreAll();
    });
    this.done = inTurn(() => ask("/sessions", null, { login: "Anne" }), () => (this.pauses += 1))
      .finally(() => (this.isDone = true));
    this.done.catch(() => undefined);
  }

  /** Lets time pass, and the requests that are due then. */
  async wait(ms: number): Promise<boolean> {
    await settled();
    mock.timers.tick(ms);
    await settled();
    return this.isDone;
  }
}

/** Waits until nothing is left to do but to wait. */
const settled = () => new Promise((done) => setImmediate(done));

function refused(problem: object, status = 429, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), { status, headers });
}

for (const status of [429, 503]) {
  test(`signing in waits as long as a server says that answers ${status}`, async (context) => {
    const full = () => refused(BUSY, status, { "retry-after": "7" });
    const server = new Server(context, 0, full(), full(), Response.json({ me: 1 }));
    assert.equal(await server.wait(6_999), false);
    assert.deepEqual([server.asked, server.pauses], [1, 1]);
    await server.wait(1);
    assert.deepEqual([server.asked, server.pauses], [2, 2]);
    assert.equal(await server.wait(7_000), true);
    assert.deepEqual([await server.done, server.asked, server.pauses], [{ me: 1 }, 3, 2]);
  });
}

test("pages do not come back at the same moment", async (context) => {
  const server = new Server(context, 0.5, refused(BUSY, 429, { "retry-after": "10" }), Response.json({}));
  await server.wait(14_999);
  assert.equal(server.asked, 1);
  assert.equal(await server.wait(1), true);
});

test("a server that does not say when is asked after two seconds", async (context) => {
  const server = new Server(context, 0, refused(BUSY), Response.json({}));
  await server.wait(1_999);
  assert.equal(server.asked, 1);
  assert.equal(await server.wait(1), true);
});

test("patience ends after ten minutes, with what the server said last", async (context) => {
  const server = new Server(context, 0, refused(BUSY, 429, { "retry-after": "60" }));
  for (let minute = 0; minute < 10; minute += 1) assert.equal(await server.wait(60_000), false);
  assert.equal(await server.wait(60_000), true);
  await assert.rejects(server.done, { code: "rate_limited", retryAfter: 60 });
  assert.equal(server.asked, 12);
});

for (const [what, answer] of [
  ["too many attempts", refused({ code: "rate_limited", detail: "wait a few minutes" }, 429, { "retry-after": "60" })],
  ["a wrong password", refused({ code: "wrong_login", detail: "no" }, 401)],
  ["a proxy without its server", new Response("", { status: 503, headers: { "retry-after": "1" } })],
] as const) {
  test(`${what}: nothing is repeated`, async (context) => {
    const server = new Server(context, 0, answer);
    assert.equal(await server.wait(0), true);
    await assert.rejects(server.done);
    assert.deepEqual([server.asked, server.pauses], [1, 0]);
  });
}
