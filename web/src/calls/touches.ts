/** When this page was last used, told to the server every few seconds at most. */

/** Milliseconds between two notes. */
const EACH = 3000;

export interface TouchEnvironment {
  /** Milliseconds, on any clock. */
  now(): number;
  later(action: () => void, milliseconds: number): () => void;
}

export class Touches {
  private last: number;
  private sent = -Infinity;
  private cancel: (() => void) | null = null;
  private readonly around: TouchEnvironment;
  private readonly tell: () => void;

  /** The page was opened now. */
  constructor(around: TouchEnvironment, tell: () => void) {
    this.around = around;
    this.tell = tell;
    this.last = around.now();
  }

  /** Milliseconds since the page was last used. */
  get idle(): number {
    return Math.max(0, Math.round(this.around.now() - this.last));
  }

  note(): void {
    this.last = this.around.now();
    const wait = this.sent + EACH - this.last;
    if (wait <= 0) this.send();
    else this.cancel ??= this.around.later(() => this.send(), wait);
  }

  private send(): void {
    this.cancel?.();
    this.cancel = null;
    this.sent = this.around.now();
    this.tell();
  }
}
