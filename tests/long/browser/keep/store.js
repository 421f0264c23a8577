// A store of tables that is asked by messages: in a worker, or in the page itself. See `test_keep.py`.
import { TableStore } from "/lib/local/keep/index.js";

let store;
export const lost = [];

/** Calls a method of the store; answers what it returns, or the code of its error. */
export async function call(name, ...values) {
  try {
    if (name === "lost") return lost;
    store ??= await TableStore.open();
    if (name === "hold" || name === "takeOver") values.push(() => lost.push(values[0]));
    return (await store[name](...values)) ?? null;
  } catch (error) {
    if (error.name !== "KeepError") throw error;
    return error.code;
  }
}

export function created(table) {
  return {
    table, game: "blox", rules: 1, options: {}, places: [], begins: null, start: null, hints: true, language: "en", at: 1,
    seed: [1, 2],
  };
}

export function move(text) {
  return { kind: "move", seq: 2, at: 1, seat: 0, text, lag: 0 };
}
