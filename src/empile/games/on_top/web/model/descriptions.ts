/** The position in words and figures, and remarks on changes. */
import { minus, nameOf } from "../../../../../../web/src/board/cells.ts";
import { seatMark } from "../../../../../../web/src/stage/appearance.ts";
import type { SceneInput, SeatFact, SeatMark, Translate } from "../../../../../../web/src/stage/scene.ts";
import { colourList } from "./choices.ts";
import { COLOURS, type Colour, LIVERIES, colourOf } from "./colours.ts";
import { pawnPicture } from "./svg-icons.ts";
import { type Position, type BoardSetup, follows, newTowers, readPosition } from "./position.ts";

/** At this number of pawns the end is near. */
const FEW = 3;

/** Describes the leader, the tile in hand, and the last towers. */
export function describe(
  input: SceneInput, boardSetup: BoardSetup, built: readonly [string, string][], t: Translate,
): string {
  const position = readPosition(input);
  const told: string[] = [];
  if (input.toAct === null) told.push(t("scene.tell.over"));
  else if (position.tile === null) told.push(t("scene.tell.draws", { name: nameOf(input, input.toAct) }));
  else {
    told.push(t("scene.tell.tile", {
      name: nameOf(input, input.toAct), turn: colourList(position.tile, t),
    }));
  }
  told.push(scoreText(input, position, t));
  if (built.length > 0) {
    const towers = built.map(([at, tower]) => t("scene.tell.tower", { at, colours: colourList(tower, t) }));
    told.push(t("scene.tell.built", { towers: towers.join("; ") }));
  }
  if (boardSetup.teams) told.push(t("scene.tell.teams"));
  return told.join(" ");
}

function scoreText(input: SceneInput, { scores }: Position, t: Translate): string {
  const each = scores.map((points, seat) =>
    t("scene.tell.score", {
      name: nameOf(input, seat), colour: t(`colour.${colourOf(seat)}`), count: points,
    }));
  return t("scene.tell.scores", { scores: each.join(", ") });
}

export function seatFacts(input: SceneInput, t: Translate): SeatFact[][] {
  const { scores, pawns } = readPosition(input);
  return scores.map((points, seat) => {
    const colour = colourOf(seat);
    return [
      { label: t("scene.fact.points"), value: minus(points) },
      {
        label: t("scene.fact.pawns", { count: pawns[colour] }),
        value: `×${pawns[colour]}`,
        svg: pawnPicture(colour),
      },
    ];
  });
}

/** Returns what decides between equal points: the unused pawns. */
export function tieBreaks(input: SceneInput, t: Translate): string[] {
  const { scores, pawns } = readPosition(input);
  return scores.map((_, seat) => t("scene.tie", { count: pawns[colourOf(seat)] }));
}

export function seatMarks({ names }: Pick<SceneInput, "names">, t: Translate): SeatMark[] {
  return names.map((_, seat) => seatMark(LIVERIES[colourOf(seat)], t));
}

/**
 * Returns remarks on what players tend to miss: points from others' tiles, second places, few pawns, no
 * triangles.
 */
export function remarks(before: SceneInput, next: SceneInput, boardSetup: BoardSetup, t: Translate): string[] {
  const old = readPosition(before);
  const now = readPosition(next);
  // Only for moves forward, not for takebacks or navigation.
  if (before.position === next.position || !follows(old, now) || next.toAct === null) return [];
  const told: string[] = [];
  const towers = newTowers(old, now);
  for (const seat of next.mine) told.push(...ownRemarks(seat, old, now, towers, next, t));
  for (const colour of COLOURS) {
    const count = now.pawns[colour];
    if (count > FEW || old.pawns[colour] <= FEW) continue;
    const seat = boardSetup.seats[colour];
    if (seat === null) told.push(t("scene.remark.few_neutral", { colour: t(`colour.${colour}`), count }));
    else told.push(t("scene.remark.few", { name: nameOf(next, seat), count }));
  }
  if (now.bare.length > old.bare.length) told.push(t("scene.remark.bare"));
  else if (now.reserve === 0 && old.reserve > 0) told.push(t("scene.remark.no_triangles"));
  return told;
}

function ownRemarks(
  seat: number, old: Position, now: Position, towers: readonly [string, string][], next: SceneInput, t: Translate,
): string[] {
  const colour: Colour = colourOf(seat);
  const several = next.mine.length > 1;
  const gained = (now.scores[seat] ?? 0) - (old.scores[seat] ?? 0);
  const seconds = towers.filter(([, tower]) => tower.includes(colour) && !tower.endsWith(colour)).length;
  const told: string[] = [];
  // On a shared screen everybody sees the move.
  if (several) return told;
  // The seat to move placed the tile; the last event may already be the next draw.
  if (gained > 0 && old.seat !== seat) told.push(t("scene.remark.gift", { count: gained }));
  if (seconds > 0) told.push(t("scene.remark.second", { count: seconds }));
  return told;
}
