/** The page's side of the worker that holds its tables. */
import { ApiError } from "../net/api.ts";
import type { GameRecord } from "../net/record.ts";
import type { SocketLike } from "../net/socket-like.ts";
import { type FromWorker, IDLE, type LineState, type ToWorker, type Wish } from "./messages.ts";

interface Open {
  table: string;
  socket: SocketLike;
  state: LineState;
}

interface Waiting {
  resolve: (answer: string) => void;
  reject: (error: unknown) => void;
}

const lines = new Map<number, Open>();
const wishes = new Map<number, Waiting>();
const changes = new EventTarget();
let worker: Worker | null = null;
let last = 0;

/** Lets a socket speak to a table in this page, if it is still wanted. */
export function connect(table: string, socket: SocketLike): void {
  if (socket.onopen === null) return;
  const line = (last += 1);
  lines.set(line, { table, socket, state: IDLE });
  socket.send = (text) => post({ line, text });
  socket.close = () => {
    post({ line, close: true });
    forget(line);
  };
  post({ line, table });
  socket.onopen(null as never);
}

/** Returns the record of a table's latest game, or of an earlier one by its number. Throws an `ApiError`. */
export async function recordOf(record: string, number?: number): Promise<GameRecord> {
  return JSON.parse(await wish({ record, ...(number !== undefined && { number }) })) as GameRecord;
}

/** Asks the worker for something beside messages. Throws an `ApiError`, as a server that refuses it. */
export function wish(of: Wish): Promise<string> {
  return new Promise((resolve, reject) => {
    const number = (last += 1);
    wishes.set(number, { resolve, reject });
    post({ wish: number, of });
  });
}

/** Returns what is to be told of a table beside its messages. */
export function stateOf(table: string): LineState {
  return lineTo(table)?.[1].state ?? IDLE;
}

/** Calls `changed` when that changes. Returns a function that ends it. */
export function onState(changed: () => void): () => void {
  changes.addEventListener("change", changed);
  return () => changes.removeEventListener("change", changed);
}

/** Lets the computer move now that thinks at a table. */
export function hurry(table: string): void {
  const line = lineTo(table)?.[0];
  if (line !== undefined) post({ line, hurry: true });
}

/** Plays a table here that another tab holds. */
export function takeOver(table: string): void {
  const line = lineTo(table)?.[0];
  if (line !== undefined) post({ line, takeOver: true });
}

function lineTo(table: string): [number, Open] | undefined {
  return [...lines].findLast(([, open]) => open.table === table);
}

function forget(line: number): void {
  if (lines.delete(line)) changes.dispatchEvent(new Event("change"));
}

function post(message: ToWorker): void {
  worker ??= begun();
  worker.postMessage(message);
}

function begun(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => worker === started && hear(data);
  for (const kind of ["error", "messageerror"]) {
    started.addEventListener(kind, (event) => {
      event.preventDefault();
      if (worker === started) end((event as ErrorEvent).message || kind);
    });
  }
  return started;
}

function hear(message: FromWorker): void {
  if ("wish" in message) {
    const waiting = wishes.get(message.wish);
    wishes.delete(message.wish);
    if ("answer" in message) waiting?.resolve(message.answer);
    else waiting?.reject(new ApiError({ ...message.refused, reasons: [...message.refused.reasons] }));
    return;
  }
  const open = lines.get(message.line);
  if (!open) return;
  if ("text" in message) {
    open.socket.onmessage?.({ data: message.text });
  } else if ("state" in message) {
    open.state = message.state;
    changes.dispatchEvent(new Event("change"));
  } else {
    forget(message.line);
    open.socket.onclose?.(null as never);
  }
}

/** Ends the worker: what waits for it fails, and each table is opened anew by its page. */
function end(why: string): void {
  worker?.terminate();
  worker = null;
  const closed = [...lines.values()];
  const failed = [...wishes.values()];
  lines.clear();
  wishes.clear();
  for (const { reject } of failed) reject(new ApiError({ code: "failed", detail: why }));
  for (const { socket } of closed) socket.onclose?.(null as never);
  changes.dispatchEvent(new Event("change"));
}
