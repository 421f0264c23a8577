/**
 * A table in the worker, as a room of the server: it does one thing after another, keeps the events before it tells of
 * them, and lets computers move while a page looks on. What it sends is what the holder of all persons' places may see.
 */
import type { EngineWorker } from "../engine/index.ts";
import type { Advice, ClientMessage, Hello, ServerMessage, StateView, TableInfo } from "../net/protocol.ts";
import {
  begin, type BotTurn, botToMove, CommandError, DamagedError, type Entry, failed, hintStream, LocalTable, moveOfBot, older, perform,
  update, welcome,
} from "./flow/index.ts";
import { KeepError, type TableStore } from "./keep/index.ts";
import { IDLE, type LineState } from "./messages.ts";
import type { Rules } from "./rules.ts";
import { Searches } from "./searches.ts";

/** The other end of a connection of the page. */
export interface Line {
  send(message: ServerMessage): void;
  show(state: LineState): void;
  /** Ends the line; the page tries again. */
  close(): void;
}

/** What a room needs. */
export interface RoomEnvironment {
  store: Pick<TableStore, "append" | "hold" | "read" | "release" | "setOrigin" | "takeOver">;
  /** Loads the rules of a kept table. */
  rulesOf: (stored: Awaited<ReturnType<TableStore["read"]>>) => Promise<Rules>;
  /** Returns a worker that searches, by the address of a module. */
  engine: (module: string) => Pick<EngineWorker, "ask">;
  /** Called when rules have failed, so that the next table gets others. */
  failed: (module: string) => void;
  now: () => number;
}

/** What a room has while its table can be played. */
interface Play {
  table: LocalTable;
  rules: Rules;
  searches: Searches;
}

export class Room {
  readonly id: string;
  readonly #around: RoomEnvironment;
  readonly #lines = new Set<Line>();
  #play: Play | null = null;
  #idle: Promise<void> = Promise.resolve();
  #shown: LineState = IDLE;
  /** Why the table waits until somebody resumes it; null if it does not. */
  #failure: string | null = null;
  /** The turn for which a computer is thinking. */
  #thinking: number | null = null;

  constructor(id: string, around: RoomEnvironment) {
    this.id = id;
    this.#around = around;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Takes a message of a line, after all that came before it. */
  receive(line: Line, message: ClientMessage): Promise<void> {
    return this.#run(() => this.#receive(line, message), (error) => this.#refuse(line, message.type, error));
  }

  /** Plays the table here instead of in another tab. */
  takeOver(): Promise<void> {
    return this.#run(async () => {
      await this.#around.store.takeOver(this.id, this.#lost);
      this.#show({ elsewhere: false });
      await this.#reload();
    });
  }

  /** Lets the computer that thinks move with what it has found. */
  hurry(): void {
    if (this.#thinking !== null) this.#play?.searches.stop();
  }

  /** Another tab has changed the table. */
  changed(): void {
    if (this.#shown.elsewhere) void this.#run(() => this.#reload());
  }

  leave(line: Line): void {
    if (!this.#lines.delete(line) || !this.isEmpty) return;
    this.#rest();
    void this.#run(() => this.#around.store.release([this.id]), () => true);
  }

  /** Does `work` after what was asked for before. What it throws goes to `refuse`; else the table waits until it is resumed. */
  #run(work: () => Promise<void>, refuse: (error: unknown) => boolean = () => false): Promise<void> {
    this.#idle = this.#idle.then(work).catch((error: unknown) => {
      if (!refuse(error)) this.#freeze(error);
    });
    return this.#idle;
  }

  async #receive(line: Line, message: ClientMessage): Promise<void> {
    if (message.type === "ping") return line.send({ type: "pong" });
    if (message.type === "hello") return this.#enter(line, message);
    const { table } = await this.#playing();
    if (message.type === "older") return line.send(older(table, message));
    if (message.type === "resume") return this.#failure === null ? undefined : this.#reload();
    if (this.#failure !== null) throw new CommandError("frozen", this.#failure);
    if (this.#shown.elsewhere) throw new CommandError("not_now", "another tab plays this table");
    await this.#commit(perform(table, message, this.#around.now()));
    if (message.type === "hint") void this.#hint(line);
  }

  async #enter(line: Line, { since = 0, updates }: Hello): Promise<void> {
    const isLook = updates === "none"; // of somebody who does not stay
    if (!isLook && this.isEmpty) await this.#hold();
    const { table } = await this.#playing();
    line.send(this.#seen(welcome(table, since)));
    if (isLook) return;
    this.#lines.add(line);
    line.show(this.#shown);
    await this.#goOn();
  }

  /** Holds the table, unless another tab does. */
  async #hold(): Promise<void> {
    try {
      await this.#around.store.hold(this.id, this.#lost);
      this.#show({ elsewhere: false });
    } catch (error) {
      if (!(error instanceof KeepError) || error.code !== "elsewhere") throw error;
      this.#show({ elsewhere: true });
    }
    this.#play = null; // what another tab has done is read
  }

  /** Another tab has taken the table. */
  readonly #lost = (): void => {
    this.#show({ elsewhere: true });
    this.#rest();
    void this.#run(() => this.#reload());
  };

  async #playing(): Promise<Play> {
    if (this.#play !== null) return this.#play;
    const stored = await this.#around.store.read(this.id);
    const rules = await this.#around.rulesOf(stored);
    if (rules.module !== stored.origin?.module) await this.#around.store.setOrigin(this.id, rules.origin, rules.files);
    const searches = new Searches(this.#around.engine(rules.module), rules.bundle);
    this.#play = { table: LocalTable.read(stored.created, rules.game, stored.entries), rules, searches };
    return this.#play;
  }

  /** Goes on where the page ended before: with chance, the end of the game, or a computer's move. */
  async #goOn(): Promise<void> {
    const { table } = await this.#playing();
    if (this.isEmpty || this.#shown.elsewhere) return;
    await this.#commit(begin(table, this.#around.now()));
    this.#think();
  }

  /** Reads the table anew, and shows it. */
  async #reload(): Promise<void> {
    this.#rest();
    this.#play = null;
    const { table } = await this.#playing();
    this.#failure = null;
    this.#tell(welcome(table, 0));
    await this.#goOn();
  }

  async #commit(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const { table } = await this.#playing();
    const saved = await this.#around.store.append(this.id, table.entries.length, entries);
    this.#show({ unsaved: saved.kept ? null : saved.reason });
    const applied = entries.map((entry) => table.take(entry));
    this.#tell(update(table, applied));
    this.#think();
  }

  // -- Computers ----------------------------------------------------------------------------------

  /** Lets a computer think if it is its turn, and no other. */
  #think(): void {
    const { table, searches } = this.#play ?? {};
    if (!table || !searches || this.isEmpty || this.#failure !== null || this.#shown.elsewhere) return;
    const turn = botToMove(table);
    if (turn?.turn === this.#thinking && turn !== null) return;
    if (this.#thinking !== null) this.#rest();
    if (turn === null) return;
    this.#thinking = turn.turn;
    this.#show({ thought: 0 });
    const report = (done: number) => {
      if (this.#thinking === turn.turn) this.#show({ thought: done });
    };
    const isMeant = () => this.#thinking === turn.turn;
    searches.move(turn, report).then(
      (action) => this.#run(() => this.#moved(turn, action)),
      (error: unknown) => {
        if (isMeant()) this.#freeze(error);
      },
    );
  }

  async #moved(turn: BotTurn, action: number): Promise<void> {
    if (this.#thinking !== turn.turn) return;
    this.#thinking = null;
    this.#show({ thought: null });
    const { table } = await this.#playing();
    await this.#commit(moveOfBot(table, turn.turn, action, this.#around.now()));
  }

  async #hint(line: Line): Promise<void> {
    const { table, searches } = await this.#playing();
    const { seq, state, turn } = table;
    const refuse = (code: "failed" | "stale") => line.send(failed(table, "hint", new CommandError(code, "there is no hint")));
    if (state === null) return refuse("stale");
    try {
      const advice = await searches.hint(state.toBytes(), hintStream(table));
      if (table.turn !== turn) refuse("stale");
      else line.send({ type: "advice", seq, ...advice } as Advice);
    } catch {
      refuse("failed"); // the table goes on without
    }
  }

  /** Ends what is being searched. */
  #rest(): void {
    this.#thinking = null;
    this.#play?.searches.stop();
    this.#show({ thought: null });
  }

  // -- Messages -----------------------------------------------------------------------------------

  /** Answers what went wrong with a message; false if the table cannot go on. */
  #refuse(line: Line, about: ClientMessage["type"], error: unknown): boolean {
    const refused = error instanceof CommandError ? error : refusalOf(error);
    const { table } = this.#play ?? {};
    if (refused === null && table) return false;
    if (refused === null) line.close(); // files were not loaded
    else if (table) line.send(failed(table, about, refused));
    else line.send({ type: "error", code: refused.code, detail: refused.message, about, ...(refused.reason && { reason: refused.reason }) });
    return true;
  }

  /** Stops the table until somebody resumes it: its rules have failed, or what is kept of it cannot be read. */
  #freeze(error: unknown): void {
    this.#rest();
    this.#failure = error instanceof Error ? error.message : String(error);
    const { table, rules } = this.#play ?? {};
    if (rules) this.#around.failed(rules.module);
    if (!table) return;
    try {
      this.#tell(welcome(table, table.seq));
    } catch {
      // The rules cannot even show it: what the page shows stays there.
    }
  }

  #show(change: Partial<LineState>): void {
    const shown = { ...this.#shown, ...change };
    if (JSON.stringify(shown) === JSON.stringify(this.#shown)) return;
    this.#shown = shown;
    for (const line of this.#lines) line.show(shown);
  }

  #tell<Told extends ServerMessage>(message: Told): void {
    const seen = this.#seen(message);
    for (const line of this.#lines) line.send(seen);
  }

  /** Returns a message as it is while the table waits: nobody can move. */
  #seen<Told extends ServerMessage>(message: Told): Told {
    const isOver = "table" in message && message.table?.status === "over";
    if ((this.#failure === null && !this.#shown.elsewhere) || isOver) return message;
    return {
      ...message,
      ...("table" in message && message.table && this.#failure !== null && { table: frozen(message.table, this.#failure) }),
      ...("state" in message && message.state && { state: idle(message.state) }),
    };
  }
}

const frozen = (table: TableInfo, failure: string): TableInfo => ({ ...table, status: "frozen", failure });

const idle = <State extends Partial<StateView>>(state: State): State => ({ ...state, mine: false, legal: [], takeback: false });

/** Returns what a fault of the store means for the page, or null. */
function refusalOf(error: unknown): CommandError | null {
  if (error instanceof DamagedError) return new CommandError("no_table", error.message);
  if (!(error instanceof KeepError)) return null;
  if (error.code === "elsewhere" || error.code === "behind") return new CommandError("not_now", error.message, error.reason);
  return new CommandError(error.code === "unknown_game" ? "no_game" : "no_table", error.message, error.reason);
}
