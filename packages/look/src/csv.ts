/** Spreadsheets read these as formulas. Some first drop invisible characters. */
const beginsFormula = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@＝＋－＠]/u;

const wantsQuotes = /["\r\n,]/;

/** A field (RFC 4180). An apostrophe makes formulas harmless. */
function field(value: string | null): string {
  const text = value ?? '';
  const harmless = beginsFormula.test(text) ? `'${text}` : text;
  return wantsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(field).join(',')}\r\n`;

/** A column's name, and its value in a row. */
export type CsvColumn<Row> = [string, (row: Row) => string | null];

/** A line for each row. `withHeader` adds a line with the column names. */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  withHeader: boolean,
): string {
  const names = withHeader ? [columns.map(([name]) => name)] : [];
  const values = rows.map((row) => columns.map(([, read]) => read(row)));
  return [...names, ...values].map(csvLine).join('');
}
