/**
 * What a spreadsheet takes for the beginning of a formula: the marks in either width, also after what nobody sees, which some
 * drop when they read a cell.
 */
const beginsFormula = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@＝＋－＠]/u;

const wantsQuotes = /["\r\n,]/;

/** A field (RFC 4180); one that a spreadsheet would compute gets an apostrophe before it. */
function field(value: string | null): string {
  const text = value ?? '';
  const harmless = beginsFormula.test(text) ? `'${text}` : text;
  return wantsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of CSV, its end included. */
export const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(field).join(',')}\r\n`;
