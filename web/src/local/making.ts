/** Makes tables in the page. */
import type { CreateTable } from "../net/protocol.ts";
import { wish } from "./client.ts";
import { askToPersist } from "./keep/index.ts";

/** No secret: a table in this browser is open to whoever has it. */
const TOKEN = "here";

/** Makes a table in this page, and asks the browser not to delete it by itself. Throws an `ApiError`. */
export async function makeHere(request: CreateTable): Promise<{ table: string; token: string }> {
  const table = await wish({ make: request });
  void askToPersist().catch(() => undefined);
  return { table, token: TOKEN };
}
