import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEvent } from "../../net/protocol.ts";
import { eventText, type EventNames } from "./event-text.ts";

const names: EventNames = {
  t: (key, args) => `${key} ${Object.values(args ?? {}).join(" ")}`.trim(),
  game: (key) => key,
  place: (place) => `place ${place}`,
  seat: (seat) => `seat ${seat}`,
  level: (level) => `level ${level}`,
  lastDay: (until) => `day ${Math.floor((until - 1) / 100)}`,
};

test("events of a newer server have no sentence", () => {
  const dance = { kind: "dance", seq: 3, at: 0, steps: 2 } as unknown as LogEvent;
  assert.equal(eventText(dance, names), "");
});

test("absences are told as long as they last, and their early end", () => {
  const away = (...periods: [number, number][]): LogEvent => ({ kind: "away", seq: 3, at: 250, place: 1, periods });
  assert.equal(eventText(away([100, 200], [240, 400]), names), "log.away place 1 day 3");
  assert.equal(eventText(away([100, 250]), names), "log.returned place 1");
  assert.equal(eventText(away(), names), "");
});

test("an outage is told once it is over", () => {
  const outage = (until: number): LogEvent => ({ kind: "outage", seq: 3, at: 0, since: 1000, until });
  assert.equal(eventText(outage(91_000), names), "log.outage 90");
  assert.equal(eventText(outage(1000), names), "");
});

test("unknown members of an event do not change its sentence", () => {
  const resigned: LogEvent = { kind: "resigned", seq: 3, at: 0, place: 1 };
  assert.equal(eventText({ ...resigned, mood: "calm" } as LogEvent, names), "log.resigned place 1");
});

test("who calls a game off is told from who does not move in time", () => {
  const over = { kind: "over", seq: 4, at: 0, result: null, reason: "aborted", place: 1 } as const;
  assert.equal(eventText(over, names), "log.aborted place 1");
  assert.equal(eventText({ ...over, late: true }, names), "log.late place 1");
});

test("who answers that they are there does not agree to anything", () => {
  const answered = { kind: "answered", seq: 4, at: 0, ask: 3, place: 1, yes: true } as LogEvent;
  assert.equal(eventText(answered, names), "log.yes place 1");
  assert.equal(eventText(answered, { ...names, asked: () => "rematch" }), "log.yes place 1");
  assert.equal(eventText(answered, { ...names, asked: (ask) => (ask === 3 ? "presence" : undefined) }), "log.here place 1");
});

test("phrases are quoted, reactions have a picture, and those of muted players are not shown", () => {
  const said = (phrase: string) => ({ kind: "said", seq: 5, at: 0, place: 1, phrase }) as LogEvent;
  const speaking: EventNames = { ...names, game: (key) => (key.endsWith("newer") ? key : `[${key}]`) };
  assert.equal(eventText(said("play.nice"), speaking), "log.said place 1 [say.play.nice]");
  assert.equal(eventText(said("react.clap"), speaking), "log.by place 1 👏 [say.react.clap]");
  assert.equal(eventText(said("play.newer"), speaking), "");
  assert.equal(eventText(said("play.nice"), { ...speaking, muted: (place) => place === 1 }), "");
  assert.notEqual(eventText(said("play.nice"), { ...speaking, muted: (place) => place === 0 }), "");
});
