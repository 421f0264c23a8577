/** Errors as data, for the way from a worker to its page. */
import { ArgumentError, EngineError, IllegalActionError, MemoryError, type Reason } from "./errors.ts";

/** An error of a worker. */
export interface Fault {
  name: string;
  message: string;
  /** Of an `IllegalActionError`, for players. */
  reason: Reason | null;
  /** Whether the worker is to be ended: it may be damaged, or its memory is full and does not shrink. */
  ends: boolean;
}

/** The errors that have a class of their own. */
const KINDS: Readonly<Record<string, new (message: string, reason: Reason | null) => EngineError>> = {
  ArgumentError, IllegalActionError, MemoryError,
};

/** Returns an error as data. */
export function faultOf(error: unknown): Fault {
  const { name, message } = error instanceof Error ? error : new EngineError(String(error));
  const reason = error instanceof IllegalActionError ? error.reason : null;
  const isExpected = Object.hasOwn(KINDS, name) && !(error instanceof MemoryError);
  return { name, message, reason, ends: !isExpected };
}

/** Returns the error of such data: an `EngineError` if it has no class of its own. */
export function errorOf({ name, message, reason }: Fault): EngineError {
  const Kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  return Kind ? new Kind(message, reason) : new EngineError(message);
}
