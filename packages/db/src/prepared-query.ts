import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, sql, type Compilable, type RawBuilder } from 'kysely';
import type { Database, Executor } from './database.ts';
import { dialectOf } from './driver.ts';
import { propertyNames } from './property-names.ts';
import type { PreparedQuery } from './reservation.ts';

/** Writes statements without a database to send them to. */
const writer = new Kysely<Database>({
  dialect: dialectOf(new DummyDriver()),
  plugins: [propertyNames],
});

/** By its text, since a pooler may hand a connection from one instance to another. */
const nameOf = (text: string) =>
  `namecard_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/** The values of a statement, where it has any. */
type Given<Values> = keyof Values extends never ? [] : [values: Values];

/** Where a statement has the value of that name. */
export type Value<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/**
 * A statement that is written out once, when the program starts, prepared once by each connection, and given its values by
 * name each time: for what requests need all the time. A statement whose best plan depends on its values is none of those.
 * @param build writes each value as `value('name')`, and none in another way
 */
export function prepared<Row, Values extends object = object>(
  build: (database: Kysely<Database>, value: Value<Values>) => Compilable<Row>,
): (em: Executor, ...given: Given<Values>) => Promise<Row[]> {
  const names: (keyof Values)[] = [];
  const query = build(writer, (name) => {
    const index = names.indexOf(name);
    return sql.raw(`$${index === -1 ? names.push(name) : index + 1}`);
  }).compile();
  if (query.parameters.length > 0) {
    throw new Error(`A prepared statement holds values of its own: ${query.sql}`);
  }
  const named: PreparedQuery<Row> = { ...query, name: nameOf(query.sql) };
  return async (em, ...[values]) => {
    const parameters = names.map((name) => values?.[name]);
    const { rows } = await em.getKysely().executeQuery<Row>({ ...named, parameters });
    return rows;
  };
}

/** The same of a statement that is written in SQL. */
export const preparedSql = <Row, Values extends object = object>(
  build: (value: Value<Values>) => RawBuilder<Row>,
) =>
  prepared<Row, Values>((database, value) => ({
    compile: () => build(value).compile(database),
  }));

/**
 * A prepared statement's value that its plan does not depend on. PostgreSQL compares what it expects of any values with what it
 * expects of those given: of a short array, or of null where everybody may, it expects so much less that it plans anew each time.
 * @param type such as `text[]`
 */
export const unplanned = <Type>(value: RawBuilder<Type>, type: RawBuilder<unknown>) =>
  sql<Type>`(select ${value}::${type})::${type}`;
