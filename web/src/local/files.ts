/** Files of rules: from the server, from what the browser keeps of it, or from what was kept with a running game. */
import type { TableStore } from "./keep/index.ts";
import type { Read } from "./rules.ts";

/** Returns what reads a file; without the server, files that tables need are in their store. */
export function reading(open: () => Promise<TableStore>): Read {
  return async (address) => {
    try {
      const response = await fetch(address);
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
    } catch {
      // The server cannot be reached.
    }
    const file = await (await open()).file(address);
    if (file === null) throw new Error(`${address} was not loaded`);
    return new Uint8Array(file);
  };
}
