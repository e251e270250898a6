import { createHash } from 'node:crypto';

/** The statements that are prepared, by their text, and the name that each has on every connection. */
const names = new Map<string, string>();

/** A name that no other text has, so that a pooler may hand a connection from one instance to another. */
const nameOf = (text: string) =>
  `namecard_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/** Has every connection prepare this statement at its first use, and only execute it then. */
export function prepareOnUse(text: string): void {
  names.set(text, nameOf(text));
}

/**
 * Gives a connection of the `pg` driver the names of the statements that are prepared. The driver prepares what it is given
 * a name with, and neither Kysely nor the ORM gives one.
 */
export function nameStatements(client: object): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') {
    throw new TypeError('A client of the pg driver has a method `query`');
  }
  const named = (given: unknown[]): unknown[] => {
    const [text, values, ...rest] = given;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name === undefined ? given : [{ name, text, values }, ...rest];
  };
  Reflect.set(client, 'query', (...given: unknown[]): unknown =>
    Reflect.apply(query, client, named(given)),
  );
}
