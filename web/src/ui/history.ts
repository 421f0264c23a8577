/** Undo history of a value. Immutable. */
export class History<T> {
  readonly now: T;
  private readonly before: readonly T[];
  private readonly after: readonly T[];

  constructor(now: T, before: readonly T[] = [], after: readonly T[] = []) {
    this.now = now;
    this.before = before;
    this.after = after;
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRedo(): boolean {
    return this.after.length > 0;
  }

  /** Adds a value and discards what was undone. */
  change(value: T): History<T> {
    return new History(value, [...this.before, this.now].slice(-200));
  }

  /** Exchanges the present value, without a step to undo. */
  replace(value: T): History<T> {
    return new History(value, this.before, this.after);
  }

  undo(): History<T> {
    const last = this.before.at(-1);
    if (last === undefined) return this;
    return new History(last, this.before.slice(0, -1), [this.now, ...this.after]);
  }

  redo(): History<T> {
    const [next, ...rest] = this.after;
    return next === undefined ? this : new History(next, [...this.before, this.now], rest);
  }
}
