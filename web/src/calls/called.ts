/** What a page does when its member is called to a table, and when it must hear of that. */
import type { Called, Inbox } from "../net/protocol.ts";

/** `go`: to the table. `tell`: a line with a link. `stay`: the page is there. */
export type Reaction = "go" | "tell" | "stay";

export function reactionTo({ table, go }: Pick<Called, "table" | "go">, path: string, busy: boolean): Reaction {
  if (path === `/t/${table}`) return "stay";
  return go && !busy ? "go" : "tell";
}

/** Whether something may begin without the member: a challenge that others have yet to accept, or a seek. */
export function awaits(inbox: Inbox | null): boolean {
  return inbox !== null && (inbox.seeking === true || inbox.challenges.some(({ state, place, players }) =>
    state === "open" && (place === 0 || players[place]?.accepted === true)));
}

/** Whether the member would lose something on the way: a game that runs, a lesson, a puzzle, a text half written. */
export function isBusy(path: string, around: Pick<Document, "querySelector" | "activeElement">): boolean {
  if (path.startsWith("/t/")) return around.querySelector('table-page .table[data-state="playing"]') !== null;
  // Where the navigation would be in the way on a phone; a replay can be watched later.
  if (!path.startsWith("/r/") && around.querySelector(".tabs[data-whole]") !== null) return true;
  const field = around.activeElement as Partial<HTMLInputElement> | null;
  const writes = field?.tagName === "TEXTAREA" || (field?.tagName === "INPUT" && field.type !== "checkbox" && field.type !== "radio");
  return (writes && field?.value !== "") || around.querySelector("dialog[open]") !== null;
}
