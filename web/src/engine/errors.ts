/** Errors of the engine, by the names of the Python interface. */

/** What the engine throws; `message` is for programmers. */
export class EngineError extends Error {
  override name = "EngineError";
}

/** An argument that has a wrong type or is out of its range. */
export class ArgumentError extends EngineError {
  override name = "ArgumentError";
}

/** An action that is illegal in its state, which is unchanged. */
export class IllegalActionError extends EngineError {
  override name = "IllegalActionError";
}

/** The memory that the rules may use is full. */
export class MemoryError extends EngineError {
  override name = "MemoryError";
}
