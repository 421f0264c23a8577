/** The rules of games for the worker of tables: files that the server lists, or that were kept with a running game. */
import { type BundleFacts, type BundleFiles, type Game, gameOf, loadRules, type Options, type RulesModule } from "../engine/index.ts";
import { ENGINE_LIST, type EngineList, listedGame } from "../net/engine-list.ts";
import { CommandError, type Created } from "./flow/index.ts";
import type { Files, Origin } from "./keep/index.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The rules of a game with options. */
export interface Rules {
  game: Game;
  /** The address of the module, and what a worker needs beside it. */
  module: string;
  bundle: BundleFiles;
  origin: Origin;
  files: Files;
}

/** Reads the file at an address of the server; throws anything. */
export type Read = (address: string) => Promise<Bytes>;

export class RulesShelf {
  readonly #read: Read;
  readonly #megabytes: number;
  readonly #modules = new Map<string, Promise<RulesModule>>();
  /** Games stay in the memory of their module: each is loaded once. */
  readonly #loaded = new Map<string, Promise<Rules>>();

  constructor(read: Read, megabytes: number) {
    this.#read = read;
    this.#megabytes = megabytes;
  }

  /** Returns where the rules of a game for a number of players are; throws `CommandError` if pages cannot play it. */
  async find(name: string, players: number): Promise<Origin> {
    const listed = JSON.parse(new TextDecoder().decode(await this.#read(ENGINE_LIST))) as EngineList;
    const { status, rules, module, bundles = [] } = listedGame(listed, name) ?? { status: "unavailable" };
    const bundle = bundles.find((known) => known.players === players);
    if (status !== "ready" || rules === undefined || module === undefined || bundle === undefined) {
      throw new CommandError("no_game", `this page cannot play ${name} with ${players} players: ${status}`);
    }
    return { rules, module, facts: bundle.facts, data: bundle.data };
  }

  /** Loads rules, with the options that need nobody outside them; throws `OptionError`. */
  load(origin: Origin, options: Options): Promise<Rules> {
    const key = JSON.stringify([origin, options]);
    const rules = this.#loaded.get(key) ?? this.#load(origin, options);
    this.#loaded.set(key, rules);
    rules.catch(() => this.#loaded.delete(key));
    return rules;
  }

  async #load(origin: Origin, options: Options): Promise<Rules> {
    const { module, facts, data } = origin;
    const addresses = [module, facts, data];
    const [wasm, json, binary] = await Promise.all(addresses.map((address) => this.#read(address))) as [Bytes, Bytes, Bytes];
    const compiled = this.#modules.get(module) ?? loadRules(wasm, { megabytes: this.#megabytes });
    this.#modules.set(module, compiled);
    const bundle = { facts: JSON.parse(new TextDecoder().decode(json)) as BundleFacts, data: binary };
    const alone = { ...options, ...bundle.facts.headless };
    return {
      game: gameOf(await compiled, bundle, alone), module, bundle: { facts, data, options: alone }, origin,
      files: { [module]: wasm, [facts]: json, [data]: binary },
    };
  }

  /** Loads the rules of a table: today's if they are of its version, else those that were kept with it. */
  async of({ game, options, places, rules }: Created, origin: Origin | null): Promise<Rules> {
    const today = await this.find(game, places.length).catch((error: unknown) => {
      if (origin === null) throw error;
      return origin; // there is no server
    });
    const fitting = today.rules === rules ? today : origin;
    if (fitting?.rules !== rules) throw new CommandError("no_game", `the rules of ${game} are version ${today.rules}, not ${rules}`);
    return this.load(fitting, options);
  }

  /** Forgets a module whose memory may be damaged. */
  forget(module: string): void {
    this.#modules.delete(module);
    this.#loaded.clear();
  }
}
