/** Errors of the engine, by the names of the Python interface. */

/** What the engine throws; `message` is for programmers. */
export class EngineError extends Error {
  override name = "EngineError";
}

/** An argument that has a wrong type or is out of its range. */
export class ArgumentError extends EngineError {
  override name = "ArgumentError";
}

/** A message of the rules: its key in the catalogues, and its arguments. */
export interface Reason {
  key: string;
  args: Readonly<Record<string, string | number>>;
}

/** An action that is illegal in its state, which is unchanged. */
export class IllegalActionError extends EngineError {
  override name = "IllegalActionError";
  /** Why, for players; null if the rules do not say. */
  readonly reason: Reason | null;

  constructor(message: string, reason: Reason | null = null) {
    super(message);
    this.reason = reason;
  }
}

/** The memory that the rules may use is full. */
export class MemoryError extends EngineError {
  override name = "MemoryError";
}
