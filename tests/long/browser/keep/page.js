// The store for a page: `ask(name, ...values)` calls it where the address says, in a worker or in the page itself.
import { call, created, move } from "/store.js";

const waiting = new Map();
let worker;
let last = 0;

function askWorker(...values) {
  worker ??= new Worker("/worker.js", { type: "module" });
  worker.onmessage = ({ data: [number, answer] }) => waiting.get(number)(answer);
  last += 1;
  worker.postMessage([last, ...values]);
  return new Promise((resolve) => waiting.set(last, resolve));
}

Object.assign(window, { ask: location.search === "?worker" ? askWorker : call, created, move });
