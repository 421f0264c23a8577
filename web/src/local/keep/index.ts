/** Where tables in the page are kept. */
export { KeepError, type FaultCode } from "./faults.ts";
export type { Exported, Files, Imported, KeepFacts, Kept, Listed, Origin, Saved } from "./kept.ts";
export { askToPersist } from "./persistence.ts";
export { newTableId } from "./records.ts";
export { TableStore, type KeepEnvironment } from "./store.ts";
