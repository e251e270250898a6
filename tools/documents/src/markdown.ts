/** A fenced block, or a command in a sentence or a table. */
export type Part = {
  kind: 'block' | 'command';
  page: string;
  line: number;
  /** The heading above it. */
  heading: string;
  text: string;
  /** The comment before a block: where it is tested, or why it is not run. */
  note?: string;
};

const fence = /^( *)```/;
const noteLine = /^ *<!-- ((?:Not run: |Run by ).+) -->$/;

const programs = [
  'npx|npm|node|psql|createdb|dropdb|jq|openssl',
  'nginx|certbot|docker|systemctl|journalctl|sudo|chown',
];
const program = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${programs.join('|')}) `);
const statement = /^(?:select|update|show|alter role|create role) /;

/** Only pages for operators show SQL to run. Others name its clauses. */
const isCommand = (page: string, text: string): boolean =>
  program.test(text) || (page.startsWith('docs/run/') && statement.test(text));

const unindent = (line: string, indent: string): string =>
  line.startsWith(indent) ? line.slice(indent.length) : line;

/** All blocks and commands of a page, in its order. */
export function partsOf(page: string, markdown: string): Part[] {
  const parts: Part[] = [];
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
      const text = lines.slice(index + 1, end).map((inner) => unindent(inner, indent));
      parts.push({
        kind: 'block',
        ...at,
        text: text.join('\n'),
        ...(note !== undefined && { note }),
      });
      index = end;
    }
    // The formatter puts an empty line between the comment and the block.
    if (line.trim() !== '') note = noteLine.exec(line)?.[1];
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
    for (const [, text = ''] of line.matchAll(/`([^`]+)`/g)) {
      if (isCommand(page, text)) parts.push({ kind: 'command', ...at, text });
    }
  }
  return parts;
}
