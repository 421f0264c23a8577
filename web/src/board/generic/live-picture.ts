/**
 * The picture as an element of the page: marks over it, pieces with a shadow, and pieces that move from one position to
 * the next because their IDs are the same.
 */
import { reducedMotion } from "../../ui/motion.ts";
import { contentLooks, frameNodes, reliefOf, viewBox } from "./frame.ts";
import type { Carried } from "./marks.ts";
import { type Picture, type Spot, pieceId } from "./picture.ts";
import { type SvgNode, elementsOf } from "./svg-tree.ts";

const NS = "http://www.w3.org/2000/svg";
const MOTION: KeyframeAnimationOptions = { duration: 340, easing: "cubic-bezier(0.3, 0.05, 0.2, 1)" };
const FADE: KeyframeAnimationOptions = { duration: 220, easing: "ease-out" };
/** Where a piece is drawn: its middle in CSS pixels of the page. */
interface Place {
  element: SVGGraphicsElement;
  x: number;
  y: number;
}

/** Makes an element of the page from a node of a picture. */
export function elementOf(node: SvgNode | string): Node {
  return typeof node === "string" ? document.createTextNode(node) : group(node.name, node.attributes, node.children.map(elementOf));
}

function group(name: string, attributes: Readonly<Record<string, string>>, children: readonly Node[] = []): SVGGraphicsElement {
  const made = document.createElementNS(NS, name) as SVGGraphicsElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class LivePicture {
  readonly root = group("svg", { class: "generic-board" }) as unknown as SVGSVGElement;
  readonly #marks = group("g", {});
  readonly #flying = group("g", {});
  #picture: Picture | null = null;
  #pieces = new Map<string, SVGGraphicsElement>();

  /** Shows a picture; pieces move there from the one that is shown if `moves`. */
  show(picture: Picture, moves: boolean): void {
    this.root.querySelector(".generic-leaving")?.classList.remove("generic-leaving");
    if (picture === this.#picture) return;
    const motion = moves && this.root.isConnected && !reducedMotion();
    const before = motion ? this.#measured() : new Map<string, Place>();
    const gone = motion ? this.#gone(picture) : [];
    this.#flying.replaceChildren();
    this.#picture = picture;
    this.#pieces = new Map();
    this.root.setAttribute("viewBox", viewBox(picture));
    const content = picture.root.children.map((child) => this.#make(child, picture));
    this.root.replaceChildren(
      ...frameNodes(picture).map(elementOf),
      group("g", contentLooks(picture), content),
      this.#marks, this.#flying,
    );
    if (!motion) return;
    if (before.size > 0) this.#move(before);
    for (const copy of gone) this.#fade(copy);
  }

  /** Shows marks over the picture, and a piece as if it were carried from one spot to another. */
  mark(nodes: readonly SvgNode[], carried: Carried | null): void {
    const ghost = carried && this.#carry(carried);
    this.#marks.replaceChildren(...(ghost ? [ghost] : []), ...nodes.map(elementOf));
  }

  /** Returns a copy of the topmost piece at a spot, at another one; null if there is none. */
  #carry({ from, to }: Carried): SVGElement | null {
    let found: SVGGraphicsElement | null = null;
    for (const [id, piece] of this.#pieces) if (this.#isAt(from, id, piece)) found = piece;
    const copy = found && this.#copy(found);
    if (!copy) return null;
    found?.classList.add("generic-leaving");
    return group("g", { class: "generic-preview", transform: `translate(${to.x - from.x} ${to.y - from.y})` }, [copy]);
  }

  #make(node: SvgNode | string, picture: Picture): Node {
    if (typeof node === "string") return elementOf(node);
    const made = group(node.name, node.attributes, node.children.map((child) => this.#make(child, picture)));
    const id = pieceId(node, picture);
    if (id === null) return made;
    this.#pieces.set(id, made);
    return group("g", reliefOf(picture.pieces.get(id)?.level ?? 0, picture), [made]);
  }

  #measured(): Map<string, Place> {
    const found = new Map<string, Place>();
    for (const [id, piece] of this.#pieces) {
      const box = piece.getBBox();
      const matrix = piece.getScreenCTM();
      if (!matrix) continue;
      const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
      found.set(id, { element: piece, x, y });
    }
    return found;
  }

  /** Whether a piece is at a spot: as the picture says, or else by its place. */
  #isAt({ value, x, y, r }: Spot, id: string, piece: SVGGraphicsElement): boolean {
    const at = this.#picture?.pieces.get(id)?.at;
    if (at) return at === value;
    const matrix = this.#toPicture(piece);
    const box = piece.getBBox();
    const middle = matrix && new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
    return middle !== null && Math.hypot(middle.x - x, middle.y - y) < r;
  }

  /** Returns the matrix from coordinates of an element to those of the picture. */
  #toPicture(piece: SVGGraphicsElement): DOMMatrix | null {
    const own = piece.getScreenCTM();
    const picture = this.root.getScreenCTM();
    return own && picture && DOMMatrix.fromMatrix(picture.inverse()).multiply(own);
  }

  /** Returns a copy of a piece in coordinates of the picture. */
  #copy(piece: SVGGraphicsElement): SVGElement | null {
    const parent = piece.parentElement as SVGGraphicsElement | null;
    const matrix = parent && this.#toPicture(parent);
    if (!matrix) return null;
    const copy = piece.cloneNode(true) as SVGElement;
    copy.removeAttribute("id");
    const { a, b, c, d, e, f } = matrix;
    return group("g", { transform: `matrix(${[a, b, c, d, e, f].join(" ")})`, class: "generic-piece" }, [copy]);
  }

  #move(before: ReadonlyMap<string, Place>): void {
    const scale = this.root.getScreenCTM()?.a ?? 1;
    for (const [id, piece] of this.#measured()) {
      const old = before.get(id);
      if (!old) piece.element.animate({ opacity: [0, 1] }, FADE);
      else if (Math.hypot(old.x - piece.x, old.y - piece.y) > 1) {
        this.#fly(piece.element, (old.x - piece.x) / scale, (old.y - piece.y) / scale);
      }
    }
  }

  /** Moves a copy above all other pieces, so that none hides it; the piece itself appears when it arrives. */
  #fly(piece: SVGGraphicsElement, x: number, y: number): void {
    const copy = this.#copy(piece);
    if (!copy) return;
    const carrier = group("g", {}, [copy]);
    this.#flying.append(carrier);
    piece.animate({ opacity: [0, 0] }, MOTION);
    carrier.animate({ translate: [`${x}px ${y}px`, "0 0"] }, MOTION).finished.finally(() => carrier.remove()).catch(() => undefined);
  }

  /** Returns copies of the pieces that `next` has no more. */
  #gone(next: Picture): SVGElement[] {
    const kept = new Set([...elementsOf(next.root)].map((node) => pieceId(node, next)));
    return [...this.#pieces].flatMap(([id, piece]) => (kept.has(id) ? [] : this.#copy(piece) ?? []));
  }

  #fade(copy: SVGElement): void {
    this.#flying.append(copy);
    copy.animate({ opacity: [1, 0] }, FADE).finished.finally(() => copy.remove()).catch(() => undefined);
  }
}
