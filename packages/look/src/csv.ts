/** Spreadsheets read these as formulas. Some first drop invisible characters. */
const beginsFormula = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-@＝＋－＠]/u;

const wantsQuotes = /["\r\n,]/;

/** A field (RFC 4180). An apostrophe makes formulas harmless. */
function field(value: string | null): string {
  const text = value ?? '';
  const harmless = beginsFormula.test(text) ? `'${text}` : text;
  return wantsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(field).join(',')}\r\n`;
