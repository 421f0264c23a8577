/** The form next to a city: whose turn it is, the phase, points and jokers. */
import type { PositionField } from "../../../../../../web/src/stage/position-editor.ts";
import type { Translate } from "../../../../../../web/src/stage/scene.ts";
import type { Position } from "../model/position.ts";
import type { Box } from "./box.ts";

const LAST = "last";
/** The server takes no more points. */
const MOST_POINTS = 30_000;

export function fields(position: Position, { setup, rounds }: Box, t: Translate): PositionField[] {
  const { points, jokers, phase, last_round, round, seat } = position;
  const phases = setup.phases.map((_, index) => String(index + 1));
  return [
    {
      kind: "choice", id: "seat", label: t("study.position.seat"), value: String(seat ?? 0),
      options: points.map((_, one) => ({ value: String(one), label: t(`seat.${one}`) })),
    },
    {
      kind: "choice", id: "phase", label: t("editor.position.phase"), value: last_round ? LAST : String(phase),
      options: [
        ...phases.map((value) => ({ value, label: value })),
        { value: LAST, label: t("editor.position.last_round", { phase: setup.phases.length }) },
      ],
    },
    { kind: "number", id: "round", label: t("editor.position.round"), value: round, min: 1, max: rounds },
    ...points.map((value, one): PositionField => ({
      kind: "number", id: `points:${one}`, label: t("editor.position.points", { name: t(`seat.${one}`) }), value,
      min: 0, max: MOST_POINTS,
    })),
    ...jokers.map((up, one): PositionField => ({
      kind: "choice", id: `joker:${one}`, label: t("editor.position.joker", { name: t(`seat.${one}`) }),
      value: up ? "up" : "down",
      options: ["up", "down"].map((side) => ({ value: side, label: t(`editor.position.joker.${side}`) })),
    })),
  ];
}

/** Returns the position with another value of a field. */
export function withField(position: Position, id: string, value: string): Position {
  const [kind, seat] = id.split(":");
  const at = Number(seat);
  switch (kind) {
    case "seat":
      return { ...position, seat: Number(value) };
    case "phase":
      return { ...position, phase: value === LAST ? 4 : Number(value), last_round: value === LAST };
    case "round":
      return { ...position, round: Number(value) };
    case "points":
      return { ...position, points: position.points.with(at, Number(value)) };
    case "joker":
      return { ...position, jokers: position.jokers.with(at, value === "up") };
    default:
      return position;
  }
}
