import { sql } from 'kysely';

/** Statements that are given names: those of the service are far fewer, and a connection keeps each until it ends. */
const most = 500;

const mark = 'planned each time';

/** Written into a statement whose best plan depends on its values, as a search's does. */
export const plannedEachTime = sql.raw(`/* ${mark} */`);

/** How a pattern is best looked up depends on the pattern, marked or not. */
const dependsOnItsValues = new RegExp(`\\bi?like\\b|/\\* ${mark} \\*/`, 'i');

/** The names of statements by their text, the same on every connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The statement's name; undefined where it is better sent as it is. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= most || dependsOnItsValues.test(text)) {
      return known;
    }
    const name = `statement_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Has a connection of the `pg` driver prepare every statement that takes values once, under a name, and then only execute
 * it: neither the driver nor the ORM does so unasked.
 */
export function prepareStatements(client: object, names: StatementNames): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') {
    throw new TypeError('A client of the pg driver has a method `query`');
  }
  const named = (given: unknown[]): unknown[] => {
    const [text, values, ...rest] = given;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
      return given;
    }
    const name = names.of(text);
    return name === undefined ? given : [{ name, text, values }, ...rest];
  };
  Reflect.set(client, 'query', (...given: unknown[]): unknown =>
    Reflect.apply(query, client, named(given)),
  );
}
