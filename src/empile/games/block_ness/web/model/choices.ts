/** Current choices: holes on the lake, rings and ends in the panel. */
import { type Grid, agreeing, byCell, readCell, seatShown, values } from "../../../../../../web/src/board/cells.ts";
import type {
  PanelChoice,
  Translate,
  SceneInput,
  Target,
} from "../../../../../../web/src/stage/scene.ts";
import { ringPicture } from "./svg-icons.ts";
import { type LaidRing, type BoardSetup, readPosition, readRing } from "./position.ts";

const TARGET_HEIGHT = 0.05;
const TARGET_RADIUS = 0.46;

/** Holes that can be chosen now, by part. */
export interface Holes {
  near: string[];
  far: string[];
  /** The chosen near hole, and alternatives to it. */
  otherNear: string[];
}

/**
 * Near holes first (those of the chosen ring, if any); with a near hole and a ring chosen, the far holes, and
 * other near holes as alternatives.
 */
export function holesToChoose({ legal, chosen }: SceneInput): Holes {
  const ring = chosen["ring"] === undefined ? {} : { ring: chosen["ring"] };
  const nears = values(agreeing(legal, ring), "near");
  if (chosen["near"] === undefined) return { near: nears, far: [], otherNear: [] };
  const ready = chosen["ring"] !== undefined || legal.every(({ parts }) => !("ring" in parts));
  const far = ready ? values(agreeing(legal, chosen, ["far", "end"]), "far") : [];
  const all = ready ? nears : values(legal, "near");
  return { near: [], far, otherNear: all.filter((hole) => !far.includes(hole)) };
}

export function targets(input: SceneInput, grid: Grid, t: Translate): Target[] {
  const { near, far, otherNear } = holesToChoose(input);
  const start = readPosition(input).stage === "start";
  const target = (part: "near" | "far", hole: string): Target => {
    const { x, z } = grid.named(hole);
    const key = start ? (part === "near" ? "scene.hole.tail" : "scene.hole.head") : `scene.hole.${part}`;
    return {
      id: `${part}:${hole}`,
      part,
      value: hole,
      label: t(key, { hole }),
      at: { x, y: TARGET_HEIGHT, z },
      radius: TARGET_RADIUS,
      cell: readCell(hole),
    };
  };
  return [
    ...far.map((hole) => target("far", hole)),
    ...near.map((hole) => target("near", hole)),
    ...otherNear.map((hole) => target("near", hole)),
  ].sort((a, b) => rank(a) - rank(b) || byCell(a, b));
}

/** Far holes first: they are the next step. */
function rank({ part }: Target): number {
  return part === "far" ? 0 : 1;
}

export function panel(
  input: SceneInput,
  boardSetup: BoardSetup,
  t: Translate,
): { label: string; choices: PanelChoice[] }[] {
  const seat = seatShown(input) ?? 0;
  const position = readPosition(input);
  const reserve = position.reserves[seat] ?? [];
  const colour = boardSetup.colours[seat];
  const groups: { label: string; choices: PanelChoice[] }[] = [];
  const playable = new Set(
    seat === input.toAct
      ? values(agreeing(input.legal, input.chosen, ["ring", "far", "end"]), "ring")
      : [],
  );
  const kinds = [...new Set(reserve)].sort(byHeight);
  const tallest = Math.max(...boardSetup.rings.flat().map((ring) => readRing(ring).height));
  if (kinds.length > 0) {
    groups.push({
      label: t("scene.panel.rings"),
      choices: kinds.map((ring) => {
        const { distance, height } = readRing(ring);
        const count = reserve.filter((other) => other === ring).length;
        const key = count > 1 ? "scene.panel.ring_many" : "scene.panel.ring";
        return {
          part: "ring",
          value: ring,
          label: t(key, { distance, height, number: count }),
          svg: ringPicture({ distance, height }, colour, { count, tallest }),
          enabled: playable.has(ring),
        };
      }),
    });
  }
  const ends = values(agreeing(input.legal, input.chosen, ["end"]), "end");
  if (ends.length > 1 && input.chosen["near"] !== undefined) {
    groups.push({
      label: t("scene.panel.end"),
      choices: ends.map((end) => ({
        part: "end",
        value: end,
        label: t(end === "H" ? "scene.panel.head" : "scene.panel.tail"),
        enabled: true,
      })),
    });
  }
  return groups;
}

/** Lowest first, as they are usually laid first; then the shortest. */
function byHeight(a: string, b: string): number {
  const one = readRing(a);
  const two = readRing(b);
  return one.height - two.height || one.distance - two.distance;
}

/** Returns the ring of the previewed move. */
export function previewRing(input: SceneInput, boardSetup: BoardSetup): LaidRing | null {
  const { preview, toAct } = input;
  if (!preview || toAct === null) return null;
  const { near, far, ring } = preview.parts;
  if (near === undefined || far === undefined) return null;
  const { height } = readRing(ring ?? startRing(boardSetup, toAct));
  return { seat: toAct, feet: [near, far], height };
}

/** Returns the first ring that a seat lays. */
export function startRing(boardSetup: BoardSetup, seat: number): string {
  return boardSetup.rings[seat]?.[0] ?? "2.1";
}
