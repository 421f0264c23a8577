/** Giving a file to the person: shared where that is the custom, else downloaded. */

/** Hand a text over as a file; false where the person changed his mind. */
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
