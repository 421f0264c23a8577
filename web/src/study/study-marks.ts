/** Circles and arrows of a study on the board, and how they are drawn. */
import type { DrawnMark } from "../board/drawn-marks.ts";
import type { Target } from "../stage/scene.ts";
import type { Drawing } from "./note-form.ts";
import type { Mark } from "./study.ts";

/** Returns marks in scene coordinates, without those at places that the board does not have. */
export function drawnMarks(marks: readonly Mark[], places: readonly Target[]): DrawnMark[] {
  const known = new Map(places.map((place) => [place.value, place]));
  return marks.flatMap(({ kind, from, to, colour }) => {
    const [begin, end] = [known.get(from), known.get(to ?? "")];
    if (!begin || (kind === "arrow" && !end)) return [];
    return [{ kind, colour, from: begin.at, radius: begin.radius, ...(end && { to: end.at }) }];
  });
}

/** Returns how drawing goes on after a place was chosen, and the mark that it completes, or null. */
export function picked(drawing: Drawing, place: string): { drawing: Drawing; mark: Mark | null } {
  const { kind, colour, from } = drawing;
  if (kind === "circle") return { drawing, mark: { kind, from: place, colour } };
  if (from === null) return { drawing: { ...drawing, from: place }, mark: null };
  const next = { ...drawing, from: null };
  return { drawing: next, mark: from === place ? null : { kind, from, to: place, colour } };
}
