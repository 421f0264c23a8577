/** Lines of the log of a replay. */
import type { GameReplay } from "../net/record.ts";
import { eventWords, type Args } from "../i18n/message-format.ts";
import type { LogLine } from "../table/log/table-log.ts";
import type { Analysis } from "../analysis/analysis-api.ts";
import { badgeKind, gradeKey, gradeSymbol } from "../analysis/grade-symbols.ts";

export interface ReplayNames {
  t(key: string, args?: Args): string;
  game(key: string, args?: Args): string;
  seats: readonly string[];
  marks: readonly { colour: string; mark: string }[];
}

/** What is said of a seat that ended the game. */
const ENDED = {
  resignation: "log.resigned", time: "log.flagged", absence: "log.missed", aborted: "log.aborted", late: "log.late",
} as const;

/** Returns a line for each event, then one for each seat that ended the game; `at` is the position shown. */
export function replayLines(
  replay: GameReplay, names: ReplayNames, at: number, analysis: Analysis | null = null,
): LogLine[] {
  const { t, game, seats, marks } = names;
  const markOf = (seat: number | undefined) => (seat === undefined ? undefined : marks[seat]);
  const grades = new Map(analysis?.moves.map((move) => [move.event + 1, badgeKind(move)]));
  const gradeAt = (frame: number) => {
    const kind = grades.get(frame);
    return kind === undefined || kind === "forced"
      ? {}
      : { grade: { kind, symbol: gradeSymbol(kind), name: t(gradeKey(kind)) } };
  };
  const events = replay.frames.flatMap(({ event }, frame): LogLine[] => {
    if (!event) return [];
    const told = eventWords(game, event);
    const { seat } = event;
    return [{
      key: frame,
      text: seat === undefined ? told : t("log.by", { name: seats[seat] ?? "", what: told }),
      notation: event.text,
      undone: false,
      colour: markOf(seat)?.colour ?? "",
      mark: markOf(seat)?.mark ?? "",
      frame,
      current: frame === at,
      ...gradeAt(frame),
    }];
  });
  const { by = "resignation", seats: ended = [] } = replay.record.ended ?? {};
  const left = ended.map((seat, index): LogLine => ({
    key: replay.frames.length + index,
    text: t(ENDED[by], { name: seats[seat] ?? "" }),
    notation: "",
    undone: false,
    colour: markOf(seat)?.colour ?? "",
    mark: markOf(seat)?.mark ?? "",
  }));
  return [...events, ...left];
}
