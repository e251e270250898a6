/** A fenced block of a page. */
export type Block = {
  page: string;
  line: number;
  /** The heading above it. */
  heading: string;
  text: string;
  /** The comment before it: which test runs it, or why none does. */
  note?: string;
};

const fence = /^( *)```/;
const noteLine = /^ *<!-- ((?:Not run: |Run by ).+) -->$/;

const unindent = (line: string, indent: string): string =>
  line.startsWith(indent) ? line.slice(indent.length) : line;

/** All blocks of a page, in its order. */
export function blocksOf(page: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  let heading = '';
  let note: string | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const at = { page, line: index + 1, heading };
    const indent = fence.exec(line)?.[1];
    if (indent !== undefined) {
      const end = lines.indexOf(`${indent}\`\`\``, index + 1);
      if (end === -1) throw new Error(`${page}:${at.line}: this block has no end.`);
      const inner = lines.slice(index + 1, end).map((one) => unindent(one, indent));
      const text = inner.join('\n');
      blocks.push({ ...at, text, ...(note !== undefined && { note }) });
      index = end;
    }
    // The formatter puts an empty line between the comment and the block.
    if (line.trim() !== '') note = noteLine.exec(line)?.[1];
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

/** Statements in sentences that only read, without a name to fill in. */
export const readsOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/`((?:select|show) [^`A-Z]+)`/g), ([, text = '']) => text);
