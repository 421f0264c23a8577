// The store in a worker: answers calls of the page.
import { call } from "/store.js";

self.onmessage = async ({ data: [number, ...values] }) => postMessage([number, await call(...values)]);
