/**
 * Keeps the screen on while people play with a real game next to the device. Without support, as over plain
 * HTTP, the screen turns off as usual.
 */
export class WakeLock {
  private wanted = false;
  private lock: WakeLockSentinel | null = null;
  private readonly seen = () => void this.take();

  keep(wanted: boolean): void {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    if (wanted) document.addEventListener("visibilitychange", this.seen);
    else document.removeEventListener("visibilitychange", this.seen);
    void this.take();
  }

  private async take(): Promise<void> {
    if (!this.wanted) {
      const { lock } = this;
      this.lock = null;
      await lock?.release().catch(() => undefined);
      return;
    }
    if (document.visibilityState !== "visible" || (this.lock && !this.lock.released)) return;
    const lock = await navigator.wakeLock?.request("screen").catch(() => null);
    if (this.wanted) this.lock = lock ?? null;
    else await lock?.release().catch(() => undefined);
  }
}
