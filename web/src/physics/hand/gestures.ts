/** Mouse and touch input over the board while a body is placed. */
import { shortest } from "../geometry.ts";
import type { Hand } from "./hand.ts";

/** Limits of a click in CSS pixels and milliseconds. */
const CLICK = { moved: 6, held: 400 };
/** Seconds after taking in which a click does not release: it may be the second of a double click. */
const TAKEN = 0.6;
/** Millimetres of height per pixel, for two fingers and for the wheel. */
const RAISE = 0.25;
const WHEEL = 0.03;
/** Degrees per pixel, for the secondary button and for the wheel. */
const TWIST = 0.5;
const WHEEL_TWIST = 0.05;
/** A slow finger moves the body less than itself, for precision. Pixels per second; smallest factor. */
const SWIFT = 220;
const FINE = 0.55;

interface Pointer {
  x: number;
  y: number;
  /** Where and when the press began. */
  from: { x: number; y: number; at: number };
  at: number;
}

/** Listens on an element that lies over the board. */
export class Gestures {
  readonly #area: HTMLElement;
  readonly #hand: Hand;
  readonly #fingers = new Map<number, Pointer>();
  readonly #listening = new AbortController();
  #pressed: Pointer | null = null;
  #dragged = false;

  constructor(area: HTMLElement, hand: Hand) {
    this.#area = area;
    this.#hand = hand;
    const on = { signal: this.#listening.signal };
    area.addEventListener("pointerdown", this.#down, on);
    area.addEventListener("pointermove", this.#move, on);
    area.addEventListener("pointerup", this.#up, on);
    area.addEventListener("pointercancel", this.#cancel, on);
    area.addEventListener("wheel", this.#wheel, { ...on, passive: false });
    area.addEventListener("contextmenu", (event) => event.preventDefault(), on);
  }

  dispose(): void {
    this.#listening.abort();
  }

  readonly #down = (event: PointerEvent): void => {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    this.#hand.take();
    if (event.pointerType === "mouse") {
      this.#pressed = { x, y, from: { x, y, at }, at };
    } else {
      if (this.#fingers.size === 0) this.#dragged = false;
      this.#fingers.set(event.pointerId, { x, y, from: { x, y, at }, at });
    }
    this.#area.setPointerCapture(event.pointerId);
    // Keys continue from here; the page must not scroll to the focused element.
    this.#area.focus({ preventScroll: true });
    event.preventDefault();
  };

  readonly #move = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.#mouse(event);
    else this.#finger(event);
  };

  #mouse(event: PointerEvent): void {
    const target = this.#hand.target;
    if (!target || this.#hand.stage !== "held") return;
    if (event.buttons & 2) {
      target.twist(event.movementX * TWIST);
      this.#hand.moved();
      return;
    }
    this.#hand.point(event.clientX, event.clientY);
  }

  #finger(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const before = { x: finger.x, y: finger.y, at: finger.at };
    const spread = this.#angle();
    finger.x = event.clientX;
    finger.y = event.clientY;
    finger.at = event.timeStamp;
    const { from } = finger;
    this.#dragged ||= Math.hypot(finger.x - from.x, finger.y - from.y) > CLICK.moved;
    const target = this.#hand.target;
    if (!target || this.#hand.stage !== "held") return;
    if (this.#fingers.size > 1) {
      target.raiseBy(((before.y - finger.y) / this.#fingers.size) * RAISE);
      // Clockwise on the screen is clockwise seen from above.
      target.twist(-shortest(spread, this.#angle()));
      this.#hand.moved();
      return;
    }
    const way = Math.hypot(finger.x - before.x, finger.y - before.y);
    const speed = (1000 * way) / Math.max(1, finger.at - before.at);
    const part = FINE + (1 - FINE) * Math.min(1, speed / SWIFT);
    this.#hand.drag(before, finger, part);
  }

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") {
      const pressed = this.#pressed;
      this.#pressed = null;
      if (pressed && event.button === 0 && this.#isClick(pressed, event)) this.#hand.letGo();
      return;
    }
    const finger = this.#fingers.get(event.pointerId);
    this.#fingers.delete(event.pointerId);
    const hand = this.#hand;
    const lifted = finger && this.#fingers.size === 0 && this.#dragged;
    if (lifted && hand.shown?.assist && hand.isOver && hand.heldFor > TAKEN) hand.letGo();
  };

  readonly #cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.#pressed = null;
  };

  #isClick(pressed: Pointer, event: PointerEvent): boolean {
    const { from } = pressed;
    return event.timeStamp - from.at < CLICK.held && this.#hand.heldFor > TAKEN &&
      Math.hypot(event.clientX - from.x, event.clientY - from.y) < CLICK.moved;
  }

  readonly #wheel = (event: WheelEvent): void => {
    const target = this.#hand.target;
    if (this.#hand.stage !== "held" && this.#hand.stage !== "choose") return;
    event.preventDefault();
    // With Shift some browsers turn the wheel sideways.
    const by = Math.max(-120, Math.min(120, event.deltaY || event.deltaX));
    if (event.shiftKey || this.#hand.stage === "choose") this.#hand.twist(-by * WHEEL_TWIST);
    else target?.raiseBy(-by * WHEEL);
    this.#hand.moved();
  };

  /** Returns the angle between the first two fingers, in degrees; 0 with fewer. */
  #angle(): number {
    const [a, b] = [...this.#fingers.values()];
    return a && b ? (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI : 0;
  }
}
