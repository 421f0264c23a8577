/**
 * Tables in this browser: the page plays them by itself. Their ID begins with `~`. What plays them lies above the network,
 * so that the page provides it; it is loaded with the first such table.
 */
import type { GameRecord } from "./record.ts";
import type { SocketLike } from "./socket-like.ts";

/** What plays tables in this browser. */
export interface LocalTables {
  /** Opens a socket to a table, if it is still wanted. */
  connect(table: string, socket: SocketLike): void;
  /** Returns the record of a table's latest game, or of an earlier one by its number. Throws an `ApiError`. */
  recordOf(table: string, number?: number): Promise<GameRecord>;
}

let load: () => Promise<LocalTables> = () => Promise.reject(new Error("nothing plays tables here"));

/** Provides what plays tables in this browser. */
export function provideLocal(loading: () => Promise<LocalTables>): void {
  load = loading;
}

export function isHere(table: string): boolean {
  return table.startsWith("~");
}

/** Returns a socket to a table in this browser; nothing is sent before it opens. */
export function openHere(table: string): SocketLike {
  const socket: SocketLike = {
    onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined,
  };
  load().then(({ connect }) => connect(table, socket), () => socket.onclose?.(null as never));
  return socket;
}

export async function recordHere(table: string, number?: number): Promise<GameRecord> {
  return (await load()).recordOf(table, number);
}
