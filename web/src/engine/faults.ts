/** Errors as data, for the way from a worker to its page. */
import * as errors from "./errors.ts";

/** An error of a worker. */
export interface Fault {
  name: string;
  message: string;
  /** What the class of the error tells players: its `reason` or `reasons`. */
  why: unknown;
  /** Whether the worker is to be ended: it may be damaged, or its memory is full and does not shrink. */
  ends: boolean;
}

type Kind = new (message: string, why?: unknown) => errors.EngineError;

/** The class of what nobody has foreseen; names of classes are shortened in a built page. */
const UNFORESEEN = "EngineError";

/** Returns the class of an error that has one of its own: somebody has foreseen it. */
function kindOf(name: string): Kind | null {
  const isKnown = Object.hasOwn(errors, name) && name !== UNFORESEEN;
  return isKnown ? ((errors as unknown as Record<string, Kind>)[name] ?? null) : null;
}

/** Returns an error as data. */
export function faultOf(error: unknown): Fault {
  const { name, message } = error instanceof Error ? error : new errors.EngineError(String(error));
  const { reason, reasons } = Object(error) as { reason?: unknown; reasons?: unknown };
  return { name, message, why: reason ?? reasons, ends: kindOf(name) === null || error instanceof errors.MemoryError };
}

/** Returns the error of such data: an `EngineError` if it has no class of its own. */
export function errorOf({ name, message, why }: Fault): errors.EngineError {
  return new (kindOf(name) ?? errors.EngineError)(message, why);
}
