/** Which games somebody who looks for players can begin with computers in the empty seats. */
import type { Seek, Wish } from "../net/protocol.ts";
import { canonical } from "./misfits.ts";

export interface Fill {
  /** The index of the wish in the client's seek. */
  wish: number;
  game: string;
  players: number;
  /** The level of the computers. */
  level: number;
  /** Others who wait for the same game. */
  others: Seek[];
  /** Those of them who would take computers. */
  agreed: Seek[];
}

/** Returns the offers by wish; `levels` are those that the server has told. */
export function fillsOf(own: Seek, others: readonly Seek[], levels: readonly number[]): Fill[] {
  return own.wishes.map((wish, index) => {
    const kind = kindOf(wish, own.rated);
    const same = wish.players === 2 ? [] : others.filter((seek) => seek.wishes.some((one) => kindOf(one, seek.rated) === kind));
    return {
      wish: index, game: wish.game, players: wish.players, level: levels[index] ?? 0, others: same,
      agreed: same.filter(({ bots, rated, wishes }) => {
        const agreed = bots === undefined ? undefined : wishes[bots];
        return agreed !== undefined && kindOf(agreed, rated) === kind;
      }),
    };
  });
}

/** Two wishes fit if this is equal. */
function kindOf({ game, players, clock, options }: Wish, rated = false): string {
  return canonical([game, players, rated, clock ?? null, options ?? {}]);
}
