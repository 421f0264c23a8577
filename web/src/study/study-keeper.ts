/** Keeps the study of a page: stores changes after a moment, and follows those made in other tabs and devices. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { copyName } from "./copy-name.ts";
import { studyOf, type StudyState } from "./study-state.ts";
import { studyStore, type SaveResult, type StudyChange, type StudyStore } from "./study-store.ts";
import { followAccount } from "./study-sync.ts";

/** Milliseconds after a change before it is stored. */
const REST = 400;

export interface KeeperHost {
  study: () => StudyState | null;
  /** Called when the study was stored, or could not be. */
  stored: (study: StudyState, saved: SaveResult) => void;
  /** Called at changes made elsewhere. */
  changed: (change: StudyChange) => void;
}

export class StudyKeeper implements ReactiveController {
  private store: StudyStore = studyStore();
  private timer = 0;
  private readonly page: KeeperHost;
  /** What ends following the store; empty while it is not followed. */
  private ends: (() => void)[] = [];

  constructor(host: ReactiveControllerHost, page: KeeperHost) {
    this.page = page;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("pagehide", this.flush);
  }

  hostDisconnected(): void {
    window.removeEventListener("pagehide", this.flush);
    this.flush();
    this.leave();
  }

  /** Whether a change is not stored yet. */
  get isWaiting(): boolean {
    return this.timer !== 0;
  }

  /** Stores what is waiting, and returns the studies of the person who plays here now. */
  open(): StudyStore {
    this.flush();
    const store = studyStore();
    if (store.owner !== this.store.owner) this.leave();
    this.store = store;
    if (this.ends.length === 0) {
      this.ends = [store.onChange((change) => this.page.changed(change)), followAccount(store, copyName)];
    }
    return store;
  }

  private leave(): void {
    for (const end of this.ends) end();
    this.ends = [];
  }

  /** Notes that the study has changed. */
  keep(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.flush, REST);
  }

  /** Stores the study now if it has changed. */
  private readonly flush = (): void => {
    const study = this.page.study();
    if (!this.isWaiting || !study) return;
    clearTimeout(this.timer);
    this.timer = 0;
    void this.store.save(studyOf(study)).then((saved) => this.page.stored(study, saved));
  };
}
