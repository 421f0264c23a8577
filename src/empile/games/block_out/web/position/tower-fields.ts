/** The form next to the table: whose turn it is, its stage, the drawn card, direction and turn. */
import type { PositionField } from "../../../../../../web/src/stage/position-editor.ts";
import type { Translate } from "../../../../../../web/src/stage/scene.ts";
import type { Position } from "../model/position.ts";
import { type Box, type Posed, stagesOf } from "./box.ts";

export function fields(position: Position, box: Box, t: Translate): PositionField[] {
  const { hands, seat, stage, drawn, direction, turn } = position;
  const stages = stagesOf(position, box);
  const found: PositionField[] = [{
    kind: "choice", id: "seat", label: t("study.position.seat"), value: String(seat ?? 0),
    options: hands.map((_, one) => ({ value: String(one), label: t(`seat.${one}`) })),
  }];
  if (stages.length > 1) {
    found.push({
      kind: "choice", id: "stage", label: t("editor.position.stage"), value: stage,
      options: stages.map((value) => ({ value, label: t(`editor.position.stage.${value}`) })),
    });
  }
  if (stage === "play") {
    const held = [...new Set(hands[seat ?? 0] ?? [])];
    found.push({
      kind: "choice", id: "drawn", label: t("editor.position.drawn"), value: drawn ?? "",
      options: [
        { value: "", label: t("editor.position.drawn.none") },
        ...held.map((card) => ({ value: card, label: t(`card.${card}`) })),
      ],
    });
  }
  found.push(
    {
      kind: "choice", id: "direction", label: t("editor.position.direction"), value: String(direction),
      options: [
        { value: "1", label: t("editor.position.direction.forward") },
        { value: "-1", label: t("editor.position.direction.back") },
      ],
    },
    { kind: "number", id: "turn", label: t("editor.position.turn"), value: turn, min: 1, max: box.turns },
  );
  return found;
}

/** Returns the position with another value of a field. */
export function withField(position: Posed, id: string, value: string): Posed {
  switch (id) {
    case "seat":
      return { ...position, seat: Number(value) };
    case "stage":
      return { ...position, stage: value as Position["stage"] };
    case "drawn":
      return { ...position, drawn: value === "" ? null : value };
    case "direction":
      return { ...position, direction: value === "1" ? 1 : -1 };
    case "turn":
      return { ...position, turn: Number(value) };
    default:
      return position;
  }
}
