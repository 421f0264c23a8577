/** Saves a file: shared through the system on touch devices, or else downloaded. */

/** Saves a text, or a blob with a type of its own, as a file; returns how, or null if the user cancelled. */
export async function saveFile(
  name: string, content: string | Blob, type = "application/json",
): Promise<"saved" | "shared" | null> {
  const file = new File([content], name, { type: typeof content === "string" ? type : content.type });
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}
