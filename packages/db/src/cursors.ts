/** The end of a page. Clients treat it as opaque and send it back unchanged. */
export const writeCursor = (...parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/** The pattern's captured groups; undefined if the cursor doesn't match. */
export function readCursor(shape: RegExp, cursor: string): string[] | undefined {
  const found = Buffer.from(cursor, 'base64url').toString().match(shape);
  return found ? found.slice(1) : undefined;
}
