/** Reads the little Markdown of a host's text: `#` headings, `-` lists and paragraphs; everything else stays text. */

export interface Block {
  kind: "heading" | "list" | "text";
  lines: string[];
}

/** Returns the blocks of a text. A heading has one line, a list one for each item. */
export function paragraphs(text: string): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const last = blocks.at(-1);
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    const item = /^[-*]\s+(.*)$/.exec(line)?.[1];
    if (!line) open = false;
    else if (heading !== undefined) {
      blocks.push({ kind: "heading", lines: [heading] });
      open = false;
    } else if (item !== undefined) {
      if (open && last?.kind === "list") last.lines.push(item);
      else blocks.push({ kind: "list", lines: [item] });
      open = true;
    } else if (open && last?.kind === "list") last.lines[last.lines.length - 1] += ` ${line}`;
    else if (open && last?.kind === "text") last.lines.push(line);
    else {
      blocks.push({ kind: "text", lines: [line] });
      open = true;
    }
  }
  return blocks;
}
