import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, sql, type RawBuilder } from 'kysely';
import type { Database, Executor } from './database.ts';
import { dialectOf } from './driver.ts';
import { propertyNames } from './property-names.ts';
import type { PreparedQuery } from './reservation.ts';

/** Only compiles statements, so it needs no database. */
const writer = new Kysely<Database>({
  dialect: dialectOf(new DummyDriver()),
  plugins: [propertyNames],
});

/** Depends on the text alone: a pooler shares connections between instances. */
const nameOf = (text: string) =>
  `namecard_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

type Given<Values> = keyof Values extends never ? [] : [values: Values];

/** Writes the placeholder of the value of that name. */
export type Value<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/**
 * A statement for frequent requests. It is compiled once at the start, and
 * planned once by each connection. Its best plan must not depend on its values.
 * @param build writes every value as `value('name')`
 */
export function preparedSql<Row, Values extends object = object>(
  build: (value: Value<Values>) => RawBuilder<Row>,
): (em: Executor, ...given: Given<Values>) => Promise<Row[]> {
  const names: (keyof Values)[] = [];
  const query = build((name) => {
    const index = names.indexOf(name);
    return sql.raw(`$${index === -1 ? names.push(name) : index + 1}`);
  }).compile(writer);
  if (query.parameters.length > 0) {
    throw new Error(`A prepared statement has fixed values: ${query.sql}`);
  }
  const named: PreparedQuery<Row> = { ...query, name: nameOf(query.sql) };
  return async (em, ...[values]) => {
    const parameters = names.map((name) => values?.[name]);
    const { rows } = await em.getKysely().executeQuery<Row>({ ...named, parameters });
    return rows;
  };
}

/** The same for a statement that returns one row at most. */
export function preparedRow<Row, Values extends object = object>(
  build: (value: Value<Values>) => RawBuilder<Row>,
): (em: Executor, ...given: Given<Values>) => Promise<Row | undefined> {
  const read = preparedSql(build);
  return async (em, ...given) => (await read(em, ...given))[0];
}

/**
 * Hides a value from the planner. Otherwise PostgreSQL plans again each time if it
 * expects far fewer rows for this value than for any value. It does so for a short
 * array, or for a null that means no condition.
 * @param type such as `text[]`
 */
export const unplanned = <Type>(value: RawBuilder<Type>, type: RawBuilder<unknown>) =>
  sql<Type>`(select ${value}::${type})::${type}`;
