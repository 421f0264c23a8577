/** Shares a link through the system on touch screens, else copies it. */
import { copyText } from "./copy-text.ts";

/** Returns whether the link was copied, or that it could not be. `title`: what it leads to. */
export async function shareLink(title: string, url: string): Promise<"shared" | "copied" | "failed"> {
  if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
    await navigator.share({ title, url }).catch(() => undefined);
    return "shared";
  }
  return (await copyText(url)) ? "copied" : "failed";
}
