/** The moves of a chapter as a tree, whose first continuations are the main line. Immutable. */
import type { Glyph, Line, Mark, Note, Variation } from "./study.ts";

export interface TreeNode {
  /** The event that led here; empty at the root. */
  event: string;
  comment: string;
  glyph: Glyph | "";
  marks: readonly Mark[];
  /** Continuations, the preferred one first. */
  next: readonly TreeNode[];
}

/** The way from the root to a node: at each step, the index of a continuation. */
export type Path = readonly number[];

/** What is noted at a node. */
export type Noted = Pick<TreeNode, "comment" | "glyph" | "marks">;

const NOTHING: Noted = { comment: "", glyph: "", marks: [] };

export function treeOf(line: Line): TreeNode {
  return branch("", line, 0);
}

/** Returns the node after `at` events of a line, and what follows it. */
function branch(event: string, line: Line, at: number): TreeNode {
  const following = line.events[at];
  const main = following === undefined ? [] : [branch(following, line, at + 1)];
  const others = (line.variations ?? []).filter((one) => one.at === at && one.events.length > 0);
  return {
    event, ...notedOf(line.notes, at),
    // An event that is also a variation would be shown twice: their continuations are joined.
    next: [...main, ...others.map((one) => branch(one.events[0] ?? "", one, 1))].reduce<TreeNode[]>(join, []),
  };
}

function join(nodes: TreeNode[], node: TreeNode): TreeNode[] {
  const at = nodes.findIndex(({ event }) => event === node.event);
  const known = nodes[at];
  if (!known) return [...nodes, node];
  const joined = {
    event: known.event,
    comment: [known.comment, node.comment].filter(Boolean).join("\n"),
    glyph: known.glyph || node.glyph,
    marks: [...known.marks, ...node.marks],
    next: [...known.next, ...node.next].reduce<TreeNode[]>(join, []),
  };
  return nodes.map((one, index) => (index === at ? joined : one));
}

function notedOf(notes: readonly Note[] | undefined, at: number): Noted {
  const note = notes?.find((one) => one.at === at);
  return { comment: note?.comment ?? "", glyph: note?.glyph ?? "", marks: note?.marks ?? [] };
}

/** Returns the tree as a line with notes and variations; inverse of `treeOf`. */
export function lineOf(root: TreeNode): Line {
  return lineFrom(root, []);
}

function lineFrom(first: TreeNode, before: readonly string[]): Line {
  const line: Required<Line> = { events: [...before], notes: [], variations: [] };
  for (let node: TreeNode | undefined = first, at = before.length; node; node = node.next[0], at += 1) {
    if (at > before.length) line.events.push(node.event);
    const note = noteOf(node, at);
    if (note) line.notes.push(note);
    for (const other of node.next.slice(1)) {
      const { events, notes, variations } = lineFrom(other, [other.event]);
      const variation: Variation = { at, events };
      if (notes) variation.notes = notes;
      if (variations) variation.variations = variations;
      line.variations.push(variation);
    }
  }
  return {
    events: line.events,
    ...(line.notes.length > 0 && { notes: line.notes }),
    ...(line.variations.length > 0 && { variations: line.variations }),
  };
}

function noteOf({ comment, glyph, marks }: TreeNode, at: number): Note | null {
  if (!comment && !glyph && marks.length === 0) return null;
  return { at, ...(comment && { comment }), ...(glyph && { glyph }), ...(marks.length > 0 && { marks: [...marks] }) };
}

/** Returns the nodes on a way, beginning with the root. A step that does not exist ends it. */
export function nodesOn(root: TreeNode, path: Path): TreeNode[] {
  const nodes = [root];
  for (const step of path) {
    const next = nodes.at(-1)?.next[step];
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

export function nodeAt(root: TreeNode, path: Path): TreeNode {
  return nodesOn(root, path).at(-1) ?? root;
}

/** Returns the events from the root to a node. */
export function eventsTo(root: TreeNode, path: Path): string[] {
  return nodesOn(root, path).slice(1).map(({ event }) => event);
}

/** Returns the way along the preferred continuations, from a node to its end. */
export function endOf(root: TreeNode, path: Path): Path {
  const way = [...path];
  for (let node = nodeAt(root, path); node.next.length > 0; node = node.next[0] ?? node) way.push(0);
  return way;
}

/** Returns the tree with another node at `path`; without the node if `change` returns null. */
function changed(root: TreeNode, path: Path, change: (node: TreeNode) => TreeNode): TreeNode {
  const [step, ...rest] = path;
  if (step === undefined) return change(root);
  return { ...root, next: root.next.map((node, index) => (index === step ? changed(node, rest, change) : node)) };
}

/** Adds events after a node, unless they are there; returns the tree, and the way to the last one. */
export function withEvents(root: TreeNode, path: Path, events: readonly string[]): { root: TreeNode; path: Path } {
  let [tree, way] = [root, path];
  for (const event of events) {
    const { next } = nodeAt(tree, way);
    const known = next.findIndex((node) => node.event === event);
    if (known < 0) {
      tree = changed(tree, way, (node) => ({ ...node, next: [...node.next, { event, ...NOTHING, next: [] }] }));
    }
    way = [...way, known < 0 ? next.length : known];
  }
  return { root: tree, path: way };
}

/** Returns the tree without a node and all that follows it. The root stays, and loses what follows. */
export function without(root: TreeNode, path: Path): TreeNode {
  const step = path.at(-1);
  if (step === undefined) return { ...root, next: [] };
  return changed(root, path.slice(0, -1), (node) => ({ ...node, next: node.next.filter((_, index) => index !== step) }));
}

/** Makes the line to a node the main line; returns the tree, and the node's new way. */
export function promoted(root: TreeNode, path: Path): { root: TreeNode; path: Path } {
  let tree = root;
  path.forEach((step, depth) => {
    const above = path.slice(0, depth).map(() => 0);
    tree = changed(tree, above, (node) => {
      const chosen = node.next[step];
      return chosen ? { ...node, next: [chosen, ...node.next.filter((one) => one !== chosen)] } : node;
    });
  });
  return { root: tree, path: path.map(() => 0) };
}

/** Returns the tree with other notes at a node. */
export function withNotes(root: TreeNode, path: Path, notes: Partial<Noted>): TreeNode {
  return changed(root, path, (node) => ({ ...node, ...notes }));
}

/** Returns the marks with one more, or without it if it is there in the same colour. */
export function toggledMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const same = (one: Mark) => one.kind === mark.kind && one.from === mark.from && one.to === mark.to;
  const known = marks.find(same);
  const others = marks.filter((one) => !same(one));
  return known?.colour === mark.colour ? others : [...others, mark];
}
