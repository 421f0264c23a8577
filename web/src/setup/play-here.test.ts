import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMe } from "../account/account-state.ts";
import type { Me } from "../account/account-api.ts";
import type { PlaceRequest } from "../net/protocol.ts";
import { fitsHere } from "./play-here.ts";

const GUEST: PlaceRequest = { kind: "person", name: "Anne" };
const BOT: PlaceRequest = { kind: "bot", level: 1 };
const CLOCK = { kind: "turn", seconds: 30 } as never;

test("a page alone plays with computers and guests at this device", () => {
  assert.ok(fitsHere({ places: [GUEST, BOT] }));
  assert.ok(fitsHere({ places: [GUEST, GUEST] }));
  assert.ok(!fitsHere({ places: [GUEST, { kind: "open" }] }));
  assert.ok(!fitsHere({ places: [GUEST, BOT], clock: CLOCK }));
  assert.ok(!fitsHere({ places: [GUEST, GUEST], rated: true }));
});

test("whoever is signed in plays at the server", () => {
  changeMe({ members: [{ id: "anne", name: "Anne", kind: "adult" }] } as unknown as Me);
  assert.ok(!fitsHere({ places: [GUEST, BOT] }));
  changeMe(null);
  assert.ok(fitsHere({ places: [GUEST, BOT] }));
});
