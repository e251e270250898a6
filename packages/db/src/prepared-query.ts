import type { SqlEntityManager } from '@mikro-orm/postgresql';
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
import { statements, type Database } from './database.ts';

/** Writes statements without a database to send them to. */
const writer = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The place of the value of that number, from 1. */
const parameter = <Value>(number: number): RawBuilder<Value> => sql.raw(`$${number}`);

type Parameter = typeof parameter;

/**
 * A statement that is written out once, when the program starts, and given its values each time: for what every request
 * needs. `build` writes each value as `parameter(number)` and none in another way.
 */
export function prepared<Row>(
  build: (database: Kysely<Database>, parameter: Parameter) => Compilable<Row>,
): (em: SqlEntityManager, ...values: unknown[]) => Promise<Row[]> {
  const query = build(writer, parameter).compile();
  if (query.parameters.length > 0) {
    throw new Error(`A prepared statement holds values of its own: ${query.sql}`);
  }
  return async (em, ...values) => {
    const { rows } = await statements(em).executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}

/** The same of a statement that is written in SQL. */
export const preparedSql = <Row>(build: (parameter: Parameter) => RawBuilder<Row>) =>
  prepared((database, place) => ({ compile: () => build(place).compile(database) }));
