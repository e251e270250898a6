import { settings, type Setting } from './schema.ts';

const begin =
  '<!-- settings: `npm run documents` writes them from apps/api/src/settings/schema.ts -->';
const end = '<!-- end of settings -->';

/** The default of a setting, in Markdown. */
export function otherwiseOf({
  schema,
  otherwise,
}: Pick<Setting, 'schema' | 'otherwise'>): string {
  if (otherwise !== undefined) return otherwise;
  const { data } = schema.safeParse(undefined);
  if (['string', 'number', 'boolean'].includes(typeof data)) {
    return `\`${String(data)}\``;
  }
  return 'none';
}

const rowOf = (setting: Setting): string[] => [
  `\`${setting.name}\`${setting.required ? ' ●' : ''}`,
  otherwiseOf(setting),
  setting.what,
];

/** A table in Markdown. Its columns are aligned as the formatter does it. */
function tableOf(chosen: readonly Setting[]): string {
  const rows = [['name', 'default', ''], ...chosen.map(rowOf)];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)),
  );
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tables(): string {
  const [forTests, all] = [true, false].map((isForTests) =>
    tableOf(settings.filter((one) => (one.forTests ?? false) === isForTests)),
  );
  return `${all}\n\n### For tests\n\n${forTests}`;
}

/** Replaces the tables in the page of settings. */
export function withTable(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined)
    throw new Error('docs/run/settings.md does not say where the table is.');
  return `${before}${begin}\n\n${tables()}\n\n${end}${after}`;
}
