/**
 * Shows what happened one thing after the other, so that bots that answer at once can be followed.
 *
 * What comes while nothing waits is shown at once; each of the following waits until the one before
 * has been seen for a moment.
 */
export class Pacer<T> {
  private readonly show: (item: T) => void;
  private readonly dwell: (item: T) => number;
  private readonly later: (action: () => void, milliseconds: number) => () => void;
  private waiting: T[] = [];
  private cancel: (() => void) | null = null;

  /** `dwell` tells for how many milliseconds an item is to be seen before the next one comes. */
  constructor(
    show: (item: T) => void,
    dwell: (item: T) => number,
    later: (action: () => void, milliseconds: number) => () => void,
  ) {
    this.show = show;
    this.dwell = dwell;
    this.later = later;
  }

  get busy(): boolean {
    return this.waiting.length > 0;
  }

  add(item: T): void {
    this.waiting.push(item);
    if (this.cancel === null) this.next();
  }

  /** Show all that waits now. */
  flush(): void {
    this.cancel?.();
    this.cancel = null;
    while (this.waiting.length > 0) this.show(this.waiting.shift() as T);
  }

  private next(): void {
    this.cancel = null;
    while (this.waiting.length > 0) {
      const item = this.waiting.shift() as T;
      this.show(item);
      const wait = this.dwell(item);
      if (wait > 0) {
        this.cancel = this.later(() => this.next(), wait);
        return;
      }
    }
  }
}
