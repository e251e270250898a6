import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type RawBuilder,
} from 'kysely';
import type { Database, Executor } from './database.ts';
import { execute } from './pools.ts';
import { prepareOnUse } from './prepared.ts';
import { propertyNames } from './property-names.ts';

/** Writes statements without a database to send them to. */
const writer = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [propertyNames],
});

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
  prepareOnUse(query.sql);
  return async (em, ...[values]) => {
    const parameters = names.map((name) => values?.[name]);
    // Waited for here, so that an error's stack tells whose statement it was.
    const rows = await execute(em, query, parameters);
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
