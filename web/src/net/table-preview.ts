/** A short look at a table: how it stands and whose turn it is. */
import type { ServerMessage, Welcome } from "./protocol.ts";
import { browserEnvironment } from "./socket.ts";

/** The table's `welcome`, or the code of the refusal. */
export function previewTable(table: string, token: string): Promise<Welcome | string> {
  return new Promise((resolve) => {
    const socket = browserEnvironment().open();
    const done = (answer: Welcome | string) => {
      resolve(answer);
      socket.onclose = null;
      socket.close();
    };
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          type: "hello", table, token, since: Number.MAX_SAFE_INTEGER, detail: "full",
        }),
      );
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === "welcome") done(message);
      else if (message.type === "error") done(message.code);
    };
    socket.onclose = () => done("offline");
  });
}
