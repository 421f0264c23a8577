/** A chapter as it is printed: moves in words, variations below the move that they replace, and diagrams. */
import type { Glyph, Mark } from "./study.ts";
import type { TreeNode } from "./study-tree.ts";

export interface PrintedMove {
  /** Number of the move, from 1; null for a chance event. */
  number: number | null;
  text: string;
  glyph: Glyph | "";
}

export type Block =
  /** `depth` is 0 for the main line. */
  | { kind: "moves"; depth: number; moves: PrintedMove[] }
  | { kind: "comment"; depth: number; text: string }
  | {
    kind: "diagram";
    at: "start" | "move" | "end";
    /** Number of moves before. */
    number: number;
    /** The events that lead to the position. */
    events: readonly string[];
    marks: readonly Mark[];
    comment: string;
  };

/** Returns what happened last, in words, and whether a seat moved. */
export type Describe = (events: readonly string[]) => { text: string; isMove: boolean };

/**
 * Returns the blocks of a chapter. There are diagrams of the first and the last position of the main line, and of
 * those with a comment or marks.
 */
export function printBlocks(root: TreeNode, describe: Describe): Block[] {
  const blocks: Block[] = [diagram("start", root, [], 0)];
  writeLine(blocks, describe, root, { depth: 0, events: [], number: 0 });
  return blocks;
}

interface Place {
  depth: number;
  events: readonly string[];
  /** Number of moves so far. */
  number: number;
}

/** Writes what follows a node, up to the end of its line. */
function writeLine(blocks: Block[], describe: Describe, from: TreeNode, begun: Place): void {
  let [node, place] = [from, begun];
  while (node.next.length > 0) {
    const [main, ...others] = node.next;
    if (!main) return;
    const after = writeMove(blocks, describe, main, place);
    for (const other of others) {
      const inside = writeMove(blocks, describe, other, { ...place, depth: place.depth + 1 }, true);
      writeLine(blocks, describe, other, inside);
    }
    [node, place] = [main, after];
  }
}

/** Writes an event and what is noted about it; returns the place after it. */
function writeMove(blocks: Block[], describe: Describe, node: TreeNode, place: Place, isNew = false): Place {
  const { depth } = place;
  const events = [...place.events, node.event];
  const { text, isMove } = describe(events);
  const number = place.number + (isMove ? 1 : 0);
  const move = { number: isMove ? number : null, text, glyph: node.glyph };
  const last = blocks.at(-1);
  if (!isNew && last?.kind === "moves" && last.depth === depth) last.moves.push(move);
  else blocks.push({ kind: "moves", depth, moves: [move] });
  const isEnd = depth === 0 && node.next.length === 0;
  if (depth === 0 && (isEnd || node.comment || node.marks.length > 0)) {
    blocks.push(diagram(isEnd ? "end" : "move", node, events, number));
  } else if (node.comment) {
    blocks.push({ kind: "comment", depth, text: node.comment });
  }
  return { depth, events, number };
}

function diagram(at: "start" | "move" | "end", node: TreeNode, events: readonly string[], number: number): Block {
  return { kind: "diagram", at, number, events, marks: node.marks, comment: node.comment };
}
