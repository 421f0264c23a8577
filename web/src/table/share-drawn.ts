/** Shares pictures and films that the server draws. */
import { askFile } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { FallRequest, ServerMessage } from "../net/protocol.ts";
import { saveFile } from "../ui/save-file.ts";
import { t } from "../i18n/i18n.ts";

type Animation = Extract<ServerMessage, { type: "animation" }>;

/** Lets the server draw what is wanted, and shares it as a file; returns a text for the user. */
export async function shareDrawn(game: string, name: string, path: string, wanted: object): Promise<string> {
  try {
    return (await saveFile(name, await askFile(path, wanted))) === "saved" ? t("record.saved", { name }) : "";
  } catch (error) {
    return errorText(error, game);
  }
}

/** Shares a film of a fall that the page has shown. */
export function shareFall(game: string, { seq, bodies, rate, frames, marks, data }: Animation): Promise<string> {
  const wanted: FallRequest = { game, bodies, rate, frames, marks, data };
  return shareDrawn(game, `${game}-${seq}.webp`, "/films/falls", wanted);
}
