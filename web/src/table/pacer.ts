/**
 * Queues items so that fast bots can be followed.
 *
 * An item is shown at once if nothing is waiting; each following one waits until the previous one has been
 * visible for a moment.
 */
export class Pacer<T> {
  private readonly show: (item: T) => void;
  private readonly dwell: (item: T) => number;
  private readonly later: (action: () => void, milliseconds: number) => () => void;
  private readonly seen: (item: T) => void;
  private waiting: T[] = [];
  private shown: T | null = null;
  private cancel: (() => void) | null = null;

  /**
   * `dwell` returns for how many milliseconds an item is visible before the next one; `seen` is called after
   * that.
   */
  constructor(
    show: (item: T) => void,
    dwell: (item: T) => number,
    later: (action: () => void, milliseconds: number) => () => void,
    seen: (item: T) => void = () => undefined,
  ) {
    this.show = show;
    this.dwell = dwell;
    this.later = later;
    this.seen = seen;
  }

  get busy(): boolean {
    return this.waiting.length > 0;
  }

  add(item: T): void {
    this.waiting.push(item);
    if (this.cancel === null) this.next();
  }

  /** Shows everything that is waiting. */
  flush(): void {
    this.cancel?.();
    this.cancel = null;
    this.settle();
    while (this.waiting.length > 0) {
      this.begin();
      this.settle();
    }
  }

  private next(): void {
    this.cancel = null;
    this.settle();
    while (this.waiting.length > 0) {
      const wait = this.dwell(this.begin());
      if (wait > 0) {
        this.cancel = this.later(() => this.next(), wait);
        return;
      }
      this.settle();
    }
  }

  private begin(): T {
    const item = this.waiting.shift() as T;
    this.shown = item;
    this.show(item);
    return item;
  }

  private settle(): void {
    const item = this.shown;
    this.shown = null;
    if (item !== null) this.seen(item);
  }
}
