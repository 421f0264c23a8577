/** Which options of a game are asked for before a table is made. */
import type { GameInfo, OptionInfo } from "../net/protocol.ts";

/**
 * The options to ask for, in the game's order: those that are `named` in words. The number of
 * players is asked by itself; what is `given` is settled.
 */
export function askedOptions(
  game: Pick<GameInfo, "options">,
  given: Record<string, unknown>,
  named: (option: string) => boolean,
): OptionInfo[] {
  return game.options.filter(
    ({ name, kind }) =>
      name !== "players" && kind !== "list" && !(name in given) && named(name),
  );
}

/** What was typed for a number as the nearest number that the option takes; its default for none. */
export function numberOf(text: string, option: Pick<OptionInfo, "default" | "values">): number {
  const typed = Math.round(Number(text));
  if (text.trim() === "" || !Number.isFinite(typed)) return Number(option.default);
  const [least, greatest] = option.values.map(Number);
  return Math.min(greatest ?? typed, Math.max(least ?? typed, typed));
}
