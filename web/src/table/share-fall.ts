/** Shares a film of a fall that the page has shown. */
import { askFile } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { FallRequest, ServerMessage } from "../net/protocol.ts";
import { saveFile } from "../ui/save-file.ts";
import { t } from "../i18n/i18n.ts";

type Animation = Extract<ServerMessage, { type: "animation" }>;

/** The server draws the film; returns a text for the user. */
export async function shareFall(game: string, { seq, bodies, rate, frames, marks, data }: Animation): Promise<string> {
  const name = `${game}-${seq}.webp`;
  try {
    const wanted: FallRequest = { game, bodies, rate, frames, marks, data };
    return (await saveFile(name, await askFile("/films/falls", wanted))) === "saved" ? t("record.saved", { name }) : "";
  } catch (error) {
    return errorText(error, game);
  }
}
