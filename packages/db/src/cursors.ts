/** A page's end, for clients to send back as it is: they are to treat it as opaque. */
export const writeCursor = (...parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/** What the groups of a shape hold in a cursor; undefined for one of another shape. */
export function readCursor(shape: RegExp, cursor: string): string[] | undefined {
  const found = Buffer.from(cursor, 'base64url').toString().match(shape);
  return found ? found.slice(1) : undefined;
}
