/** Short look at a table: its status and turn, without joining it. */
import type { ServerMessage, Welcome } from "./protocol.ts";
import { browserEnvironment } from "./socket.ts";

/** Returns the table's `welcome` message, or an error code. */
export function previewTable(table: string, token: string): Promise<Welcome | string> {
  return new Promise((resolve) => {
    const socket = browserEnvironment().open(table);
    const done = (answer: Welcome | string) => {
      resolve(answer);
      socket.onclose = null;
      socket.close();
    };
    // Without updates: others at the table would see somebody come and go.
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", table, token, updates: "none" }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === "welcome") done(message);
      else if (message.type === "error") done(message.code);
    };
    socket.onclose = () => done("offline");
  });
}
