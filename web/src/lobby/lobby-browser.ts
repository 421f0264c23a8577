/** What the lobby's pages need of the browser. */
import type { SocketLike } from "../net/socket-like.ts";
import type { LobbyEnvironment } from "./lobby-socket.ts";

export function browserSocket(): LobbyEnvironment {
  return {
    open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/lobby`) as SocketLike,
    later: (action, milliseconds) => {
      const timer = window.setTimeout(action, milliseconds);
      return () => window.clearTimeout(timer);
    },
    random: Math.random,
  };
}

/** Calls one function whenever the page is shown, and another whenever it is hidden. */
export class WhileVisible {
  private readonly shown: () => void;
  private readonly hidden: () => void;

  constructor(shown: () => void, hidden: () => void) {
    this.shown = shown;
    this.hidden = hidden;
  }

  begin(): void {
    document.addEventListener("visibilitychange", this.look);
    this.look();
  }

  end(): void {
    document.removeEventListener("visibilitychange", this.look);
  }

  private readonly look = (): void => (document.hidden ? this.hidden() : this.shown());
}
