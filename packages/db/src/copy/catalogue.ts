import type { Client } from 'pg';

/** Names are quoted for SQL. */
export type Table = { name: string; columns: string[] };

/** `lastValue` is a bigint as text. */
export type Sequence = { name: string; lastValue: string; isCalled: boolean };

/** Not copied: a start writes both tables anew. */
const left = new Set(['mikro_orm_migrations', 'instances']);

const isOfSchema = `
  relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
`;

const tables = `
  select quote_ident(relname) as name,
    array(
      select quote_ident(attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns,
    array(
      select quote_ident(referenced.relname) from pg_constraint join pg_class referenced on referenced.oid = confrelid
      where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid
    ) as needs
  from pg_class where relkind = 'r' and ${isOfSchema} order by relname
`;

type Needing = Table & { needs: string[] };

/** Sorts tables by foreign keys. */
function sorted(rows: readonly Needing[]): Table[] {
  const order = new Map<string, Table>();
  while (order.size < rows.length) {
    const next = rows.find(
      ({ name, needs }) => !order.has(name) && needs.every((need) => order.has(need)),
    );
    if (!next) throw new Error('The foreign keys of the tables form a cycle');
    order.set(next.name, { name: next.name, columns: next.columns });
  }
  return [...order.values()];
}

/** Counts tables of other programs too. */
export async function hasTables(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relkind in ('r', 'p') and ${isOfSchema} limit 1`,
  );
  return rowCount === 1;
}

export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Needing>(tables);
  return sorted(rows).filter(({ name }) => !left.has(name));
}

export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'S' and ${isOfSchema} order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}
