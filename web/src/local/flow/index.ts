/** Tables in the page: what a server does for the tables of one device. Pure and synchronous; no storage, no clock. */
export { begin, botToMove, type BotTurn, hintStream, moveOfBot, perform } from "./commands.ts";
export type { Created, CreatedPlace, Entry } from "./created.ts";
export { CommandError, DamagedError } from "./errors.ts";
export { failed, older, update, welcome } from "./messages.ts";
export { nameBeside } from "./names.ts";
export { type Applied, LocalTable } from "./table.ts";
