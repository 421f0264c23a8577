import assert from "node:assert/strict";
import { test } from "node:test";
import { chunkGroupsOf } from "../chunk-groups.ts";

const WEB = "/app/web/src";
const HOME = `${WEB}/home`;
const GAMES = "/app/src/empile/games";

/** Modules by their static imports; `lazy` are imported on demand too. */
function modulesOf(imports: Record<string, string[]>, lazy: string[]) {
  return new Map(Object.entries(imports).map(([id, importedIds]) =>
    [id, { importedIds, dynamicImporters: lazy.includes(id) ? [`${WEB}/shell/app.ts`] : [] }]));
}

test("chunkGroupsOf groups what pages share with the first script, with a table and between games", () => {
  const model = (game: string) => `${GAMES}/${game}/web/model/index.ts`;
  const scene = (game: string) => `${GAMES}/${game}/web/scene/index.ts`;
  const imports = {
    [`${WEB}/shell/main.ts`]: [`${WEB}/shell/app.ts`],
    [`${WEB}/shell/app.ts`]: ["lit"],
    lit: [],
    [`${WEB}/table/table-page.ts`]: ["lit", "board", "seats"],
    board: ["lit", "focus"],
    focus: [],
    seats: ["lit"],
    [`${WEB}/replay/replay-page.ts`]: ["board", "transport"],
    transport: [],
    [model("blox")]: ["blox-sizes", "view"],
    [model("on_top")]: ["view"],
    "blox-sizes": [],
    view: [],
    [`${WEB}/stage/index.ts`]: ["three"],
    three: [],
    [scene("blox")]: ["three", "blox-sizes", "decals"],
    [scene("on_top")]: ["three", "decals", "rings"],
    decals: ["three"],
    rings: [],
    [`${WEB}/friends/contacts-page.ts`]: [`${WEB}/account/account-api.ts`, `${WEB}/contacts/inbox.ts`, "lit"],
    [`${WEB}/account/account-page.ts`]: [`${WEB}/account/account-api.ts`, "lit"],
    [`${WEB}/account/account-api.ts`]: [],
    [`${WEB}/contacts/inbox.ts`]: [],
    [`${HOME}/daily-puzzle.ts`]: ["puzzles", "lit"],
    puzzles: [],
    [`${WEB}/shell/go-offline.ts`]: ["progress"],
    progress: [],
  };
  const lazy = [
    `${WEB}/table/table-page.ts`, `${WEB}/replay/replay-page.ts`, `${WEB}/stage/index.ts`,
    model("blox"), model("on_top"), scene("blox"), scene("on_top"),
    `${WEB}/friends/contacts-page.ts`, `${WEB}/account/account-page.ts`,
  ];
  assert.deepEqual(Object.fromEntries(chunkGroupsOf(modulesOf(imports, lazy))), {
    [`${WEB}/shell/app.ts`]: "app",
    lit: "app",
    board: "board",
    focus: "board",
    view: "board",
    [model("blox")]: "model-blox",
    "blox-sizes": "model-blox",
    [model("on_top")]: "model-on_top",
    [`${WEB}/account/account-api.ts`]: "people",
    [`${HOME}/daily-puzzle.ts`]: "home",
    puzzles: "home",
    progress: "home",
    [`${WEB}/stage/index.ts`]: "stage",
    three: "stage",
    decals: "stage",
  });
});

test("chunkGroupsOf leaves out the first script, for which no other chunk waits", () => {
  const main = `${WEB}/shell/main.ts`;
  assert.equal(chunkGroupsOf(modulesOf({ [main]: ["lit"], lit: [main] }, [])).get(main), undefined);
});

test("chunkGroupsOf follows imports in a circle", () => {
  const found = chunkGroupsOf(modulesOf({ [`${WEB}/shell/main.ts`]: ["a"], a: ["b"], b: ["a"] }, []));
  assert.deepEqual([...found.keys()].sort(), ["a", "b"]);
});
