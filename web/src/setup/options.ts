/** Which options of a game are asked for before a table is made, and what goes with what. */
import type { GameInfo, OptionInfo } from "../net/protocol.ts";

type Chosen = Record<string, unknown>;

/**
 * The options to ask for, in the game's order: those that are `named` in words and can be chosen as
 * things are. The number of players is asked by itself; what is `given` is settled; a list is asked
 * for only where the game brings lists along or they can be entered.
 */
export function visibleOptions(
  game: Pick<GameInfo, "options">,
  given: Chosen,
  chosen: Chosen,
  named: (option: string) => boolean,
  entered: (option: string) => boolean,
): OptionInfo[] {
  return game.options.filter(
    (option) =>
      option.name !== "players" && !(option.name in given) && named(option.name) &&
      (option.kind !== "list" || Object.keys(option.named ?? {}).length > 0 || entered(option.name)) &&
      isPossible(game, option, { ...chosen, ...given }),
  );
}

/** Whether an option may leave its default with the others as they are chosen. */
export function isPossible(
  game: Pick<GameInfo, "options">, option: OptionInfo, chosen: Chosen,
): boolean {
  return Object.entries(option.needs ?? {}).every(([name, values]) =>
    values.some((value) => isSame(value, chosen[name] ?? defaultOf(game, name))),
  );
}

/** The options that say what a value of `option` means, where they are not at their defaults. */
export function othersOf(
  game: Pick<GameInfo, "options">, option: OptionInfo, chosen: Chosen,
): Chosen {
  const names = (option.depends ?? []).filter(
    (name) => name in chosen && !isSame(chosen[name], defaultOf(game, name)),
  );
  return Object.fromEntries(names.map((name) => [name, chosen[name]]));
}

/** What is chosen once `option` has another value (null: its default again). */
export function setOption(
  game: Pick<GameInfo, "options">, chosen: Chosen, option: string, value: unknown,
): Chosen {
  const left = Object.entries(chosen).filter(
    ([name]) =>
      name !== option &&
      !game.options.find((other) => other.name === name)?.depends?.includes(option),
  );
  return Object.fromEntries(value === null ? left : [...left, [option, value]]);
}

function defaultOf(game: Pick<GameInfo, "options">, name: string): unknown {
  return game.options.find((option) => option.name === name)?.default;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What was typed for a number as the nearest number that the option takes; its default for none. */
export function parseNumber(text: string, option: Pick<OptionInfo, "default" | "values">): number {
  const typed = Math.round(Number(text));
  if (text.trim() === "" || !Number.isFinite(typed)) return Number(option.default);
  const [least, greatest] = option.values.map(Number);
  return Math.min(greatest ?? typed, Math.max(least ?? typed, typed));
}
