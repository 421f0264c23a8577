/** The positions of a chapter, from the server. */
import type { ChanceOutcome, Frame, PositionRequest, PositionResponse } from "../net/protocol.ts";
import { ask } from "../net/api.ts";
import type { OpenChapter } from "./study-state.ts";
import { nodesOn, type Path, type TreeNode } from "./study-tree.ts";

/** Positions that are kept at most. */
const MOST = 400;

type Ask = (body: PositionRequest) => Promise<PositionResponse>;

const askServer: Ask = (body) => ask<PositionResponse>("/positions", null, body);

/** Positions of one chapter, which are requested once. */
export class StudyPositions {
  private readonly chapter: OpenChapter;
  private readonly ask: Ask;
  /** By the events, and the covered seats. */
  private readonly found = new Map<string, Promise<PositionResponse>>();
  /** What led to a position, by the events. */
  private readonly frames = new Map<string, Frame>();

  constructor(chapter: OpenChapter, ask: Ask = askServer) {
    this.chapter = chapter;
    this.ask = ask;
  }

  /** What the server needs to know about the position after some events. */
  request(moves: readonly string[]): PositionRequest {
    const { game, rules, options, start } = this.chapter.record;
    return { game, rules, options, moves: [...moves], ...(start && { start }) };
  }

  /** Returns the position after some events. Throws an `ApiError` if one of them is illegal. */
  at(moves: readonly string[], covered: readonly number[]): Promise<PositionResponse> {
    const key = JSON.stringify([moves, covered]);
    const known = this.found.get(key);
    if (known) return known;
    const asked = this.load(moves, covered);
    this.found.set(key, asked);
    asked.catch(() => this.found.delete(key));
    const [oldest] = this.found.keys();
    if (this.found.size > MOST && oldest !== undefined) this.found.delete(oldest);
    return asked;
  }

  private async load(moves: readonly string[], covered: readonly number[]): Promise<PositionResponse> {
    // The outcomes of a chance event are requested along with it, unless they would reveal what is covered.
    const chance = covered.length === 0 ? { chance: [] } : {};
    const shown = await this.ask({ ...this.request(moves), covered: [...covered], ...chance });
    if (covered.length === 0) this.keep(moves, shown.frames);
    return shown;
  }

  /** Returns what can follow the parts of a chance event that are chosen. */
  async outcomes(moves: readonly string[], partial: readonly string[]): Promise<readonly ChanceOutcome[]> {
    return (await this.ask({ ...this.request(moves), chance: [...partial] })).chance;
  }

  /** Draws the chance events that follow; returns their texts. */
  async draw(moves: readonly string[], seed: number, partial: readonly string[] = []): Promise<string[]> {
    const drawn = await this.ask({ ...this.request(moves), since: moves.length, draw: seed, chance: [...partial] });
    return drawn.frames.map(({ event }) => event?.text ?? "");
  }

  /** Returns the event that led to a position, if it is known. */
  frame(moves: readonly string[]): Frame | null {
    return this.frames.get(JSON.stringify(moves)) ?? null;
  }

  /** Requests the events of all lines, so that each one can be described. */
  async describe(root: TreeNode): Promise<void> {
    for (const path of leaves(root)) {
      const moves = nodesOn(root, path).slice(1).map(({ event }) => event);
      const since = moves.findIndex((_, at) => !this.frame(moves.slice(0, at + 1)));
      if (since < 0) continue;
      const { frames } = await this.ask({ ...this.request(moves), since });
      this.keep(moves, frames);
    }
  }

  /** Keeps frames, of which the last one belongs to the last event. */
  private keep(moves: readonly string[], frames: readonly Frame[]): void {
    const first = moves.length - frames.length;
    frames.forEach((frame, index) => this.frames.set(JSON.stringify(moves.slice(0, first + index + 1)), frame));
  }
}

/** Returns the ways to the ends of all lines. */
function leaves(node: TreeNode, path: Path = []): Path[] {
  if (node.next.length === 0) return path.length > 0 ? [path] : [];
  return node.next.flatMap((one, index) => leaves(one, [...path, index]));
}
