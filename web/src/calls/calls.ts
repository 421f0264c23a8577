/**
 * Takes the member to a table whose game begins: the page that they used last goes there, unless they play or write
 * there; all others say so. A page out of sight goes when it is looked at: the clocks of the table wait for that.
 */
import { currentMember } from "../account/account-state.ts";
import { inbox, refreshInbox, takeInbox } from "../contacts/inbox.ts";
import type { Called } from "../net/protocol.ts";
import type { SocketLike } from "../net/socket-like.ts";
import { renderAll } from "../ui/base-element.ts";
import { navigate, onNavigate } from "../ui/navigation.ts";
import { playSound } from "../ui/sound.ts";
import { CallSocket } from "./call-socket.ts";
import { awaits, isBusy, reactionTo } from "./called.ts";
import { Touches } from "./touches.ts";

export type Call = Pick<Called, "table" | "names" | "go">;

/** Milliseconds for which the page listens on after the last challenge: the call may be on its way. */
const LINGER = 10_000;
const USES = ["pointerdown", "keydown", "wheel", "focus"] as const;

let lines: readonly Call[] = [];
/** The call that this page follows. */
let followed: Call | null = null;
let socket: CallSocket | null = null;
let owner = "";
let ending = 0;
let touches: Touches | null = null;
/** Tells the other tabs of this browser that there is something to wait for, or no longer. */
const tabs = new BroadcastChannel("empile.inbox");

/** Returns the calls to show. */
export function openCalls(): readonly Call[] {
  return lines;
}

/** Returns the call that has brought this page to a table, or will once it is in sight. */
export function lastCall(): Call | null {
  return followed;
}

/** Whether the server calls this page. */
export function isListening(): boolean {
  return socket?.connected ?? false;
}

/** Takes a call. */
export function takeCall(call: Call): void {
  if (call.go) playSound("turn");
  const reaction = reactionTo(call, location.pathname, isBusy(location.pathname, document));
  if (reaction === "go") {
    followed = call;
    if (!document.hidden) navigate(`/t/${call.table}`);
  } else if (reaction === "tell") {
    lines = [...lines.filter(({ table }) => table !== call.table), call];
  }
  renderAll();
}

export function dropCall(call: Call): void {
  lines = lines.filter((line) => line !== call);
  renderAll();
}

/** Listens while something may begin without the member. Begins once; later calls look at what has changed. */
export function followCalls(): void {
  if (!touches) begin();
  const member = currentMember()?.id ?? "";
  const waiter = awaits(inbox()) ? member : "";
  if (waiter === owner) return;
  owner = waiter;
  tabs.postMessage("");
  window.clearTimeout(ending);
  if (!waiter && member) {
    ending = window.setTimeout(stop, LINGER);
    return;
  }
  stop();
  if (waiter) listen(waiter);
}

function later(action: () => void, milliseconds: number): () => void {
  const timer = window.setTimeout(action, milliseconds);
  return () => window.clearTimeout(timer);
}

function listen(member: string): void {
  socket = new CallSocket(member, {
    inbox: takeInbox,
    called: takeCall,
    idle: () => touches?.idle ?? 0,
  }, {
    open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/calls`) as SocketLike,
    later,
    random: Math.random,
  });
}

function stop(): void {
  socket?.close();
  socket = null;
}

function begin(): void {
  touches = new Touches({ now: () => performance.now(), later }, () => socket?.touched());
  const used = () => touches?.note();
  for (const use of USES) window.addEventListener(use, used, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    used();
    if (followed) navigate(`/t/${followed.table}`);
  });
  onNavigate(() => {
    lines = lines.filter(({ table }) => location.pathname !== `/t/${table}`);
    if (followed && location.pathname !== `/t/${followed.table}`) followed = null;
    renderAll();
  });
  tabs.onmessage = () => void refreshInbox();
}
