/** Saves a file: shared through the system on touch devices, or else downloaded. */

/** Saves a text as a file; returns false if the user cancelled. */
export async function saveFile(name: string, text: string): Promise<boolean> {
  const file = new File([text], name, { type: "application/json" });
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return false;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}
