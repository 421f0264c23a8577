/** All tables of a page, in its worker. */
import type { EngineWorker } from "../engine/index.ts";
import { OptionError } from "../engine/index.ts";
import type { ClientMessage, CreateTable } from "../net/protocol.ts";
import { begin, CommandError, type Created, LocalTable } from "./flow/index.ts";
import { KeepError, newTableId, type TableStore } from "./keep/index.ts";
import type { FromWorker, Refused, ToWorker, Wish } from "./messages.ts";
import { recordOf } from "./record.ts";
import { type Line, Room } from "./room.ts";
import type { RulesShelf } from "./rules.ts";

/** What a host needs. */
export interface HostEnvironment {
  open: () => Promise<TableStore>;
  shelf: RulesShelf;
  /** Returns a worker that searches, by the address of a module; it starts with the first search. */
  engine: (module: string) => EngineWorker;
  now: () => number;
  /** Returns a random integer below 2 ** 32. */
  random: () => number;
  post: (message: FromWorker) => void;
}

/** A line of the page: to a room, once its table is asked for. */
interface Opened {
  table: string;
  line: Line;
}

export class Host {
  readonly #around: HostEnvironment;
  readonly #lines = new Map<number, Opened>();
  readonly #rooms = new Map<string, Promise<Room>>();
  readonly #engines = new Map<string, EngineWorker>();
  #store: Promise<TableStore> | undefined;

  constructor(around: HostEnvironment) {
    this.#around = around;
  }

  /** Takes a message of the page. */
  receive(message: ToWorker): void {
    if ("wish" in message) void this.#fulfil(message.wish, message.of);
    else if ("table" in message) this.#lines.set(message.line, { table: message.table, line: this.#line(message.line) });
    else if ("text" in message) void this.#pass(message.line, JSON.parse(message.text) as ClientMessage);
    else if ("close" in message) void this.#close(message.line);
    else void this.#room(message.line)?.then((room) => ("hurry" in message ? room.hurry() : room.takeOver()));
  }

  // -- Lines --------------------------------------------------------------------------------------

  #line(line: number): Line {
    const post = (message: FromWorker) => this.#lines.has(line) && this.#around.post(message);
    return {
      send: (message) => post({ line, text: JSON.stringify(message) }),
      show: (state) => post({ line, state }),
      close: () => {
        post({ line, close: true });
        void this.#close(line);
      },
    };
  }

  async #pass(number: number, message: ClientMessage): Promise<void> {
    const opened = this.#lines.get(number);
    if (!opened) return;
    try {
      await (await this.#room(number))?.receive(opened.line, message);
    } catch {
      opened.line.close(); // there is no store
    }
  }

  async #close(number: number): Promise<void> {
    const opened = this.#lines.get(number);
    if (!opened) return;
    const room = await this.#room(number)?.catch(() => null);
    this.#lines.delete(number);
    if (!room) return;
    room.leave(opened.line);
    if (!room.isEmpty || [...this.#lines.values()].some(({ table }) => table === opened.table)) return;
    this.#rooms.delete(opened.table);
    if (this.#lines.size === 0) this.#rest();
  }

  /** Gives back the memory of searches. */
  #rest(): void {
    for (const engine of this.#engines.values()) engine.close();
  }

  #room(line: number): Promise<Room> | undefined {
    const id = this.#lines.get(line)?.table;
    if (id === undefined) return undefined;
    const room = this.#rooms.get(id) ?? this.#opened(id);
    this.#rooms.set(id, room);
    return room;
  }

  async #opened(id: string): Promise<Room> {
    const { now, shelf } = this.#around;
    const store = await this.#stored();
    return new Room(id, {
      store,
      rulesOf: ({ created, origin }) => shelf.of(created, origin),
      engine: (module) => this.#engine(module),
      failed: (module) => shelf.forget(module),
      now,
    });
  }

  #engine(module: string): EngineWorker {
    const engine = this.#engines.get(module) ?? this.#around.engine(module);
    this.#engines.set(module, engine);
    return engine;
  }

  async #stored(): Promise<TableStore> {
    this.#store ??= this.#around.open().then((store) => {
      store.onChange((id) => void this.#rooms.get(id)?.then((room) => room.changed()));
      return store;
    });
    this.#store.catch(() => (this.#store = undefined));
    return this.#store;
  }

  // -- Wishes -------------------------------------------------------------------------------------

  async #fulfil(wish: number, of: Wish): Promise<void> {
    const { post } = this.#around;
    try {
      const answer = "make" in of ? this.#make(of.make) : "save" in of ? this.#save(of.save) : this.#record(of.record, of.number);
      post({ wish, answer: await answer });
    } catch (error) {
      post({ wish, refused: refusedBy(error) });
    }
  }

  async #save(id: string): Promise<string> {
    return (await (await this.#stored()).exportAll([id])).text;
  }

  async #record(id: string, number?: number): Promise<string> {
    const { created, entries, origin } = await (await this.#stored()).read(id);
    const played = recordOf(created, entries, number);
    if (played === null) throw new CommandError("no_table", `table ${id} has no such game`);
    if (!played.isOver) {
      const { game } = await this.#around.shelf.of(created, origin);
      if (game.facts.hidden) throw new CommandError("not_now", "the record would tell what is hidden until the end");
    }
    return JSON.stringify(played.record);
  }

  /** Makes a table and begins its first game; returns its ID. */
  async #make(request: CreateTable): Promise<string> {
    const { now, random, shelf } = this.#around;
    const { game, places } = request;
    const origin = await shelf.find(game, places.length);
    const rules = await shelf.load(origin, { ...request.options, players: places.length });
    const created: Created = {
      table: newTableId(), game, rules: origin.rules, options: rules.game.facts.options,
      places: places.map(({ kind, name, level }) => (kind === "bot"
        ? { kind, name: "", level: level ?? 1 }
        : { kind: "person", name: name ?? "", level: null })),
      begins: request.begins ?? null, start: request.start ?? null, hints: request.hints ?? true,
      language: request.language ?? "", at: now(), seed: [random(), random()],
    };
    const table = new LocalTable(created, rules.game);
    const store = await this.#stored();
    await store.create(created, origin, rules.files, begin(table, created.at));
    await store.release([created.table]);
    return created.table;
  }
}

const CODES = ["no_game", "no_table", "not_now"] as const;

function refusedBy(error: unknown): Refused {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof OptionError) return { code: "bad_options", detail, reasons: error.reasons };
  const code = error instanceof CommandError ? error.code : error instanceof KeepError ? "no_table" : "failed";
  return { code: CODES.find((known) => known === code) ?? "failed", detail, reasons: [] };
}
