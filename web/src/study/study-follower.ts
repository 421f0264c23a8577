/** Follows the studies of a store while a page shows one: changes of other tabs, and those of the account. */
import { copyName } from "./copy-name.ts";
import type { StudyChange, StudyStore } from "./study-store.ts";
import { followAccount } from "./study-sync.ts";

export class StudyFollower {
  private store: StudyStore | null = null;
  private ends: (() => void)[] = [];

  /** Follows `store` from now on. Does nothing if it has the same owner as before. */
  follow(store: StudyStore, changed: (change: StudyChange) => void): void {
    if (this.store?.owner === store.owner) return;
    this.end();
    this.store = store;
    this.ends = [store.onChange(changed), followAccount(store, copyName)];
  }

  end(): void {
    for (const end of this.ends) end();
    this.ends = [];
    this.store = null;
  }
}
