import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { migrate, readMigrations } from '../migrate.ts';
import { migrations as known } from '../migrations/index.ts';
import type { Orm } from '../orm.ts';
import { StartError } from '../start-error.ts';
import { hasTables, readTables, type Sequence, type Table } from './catalogue.ts';
import { beginCopy, withClient } from './connection.ts';
import type { Snapshot, TableRows } from './snapshot.ts';

export type Target = { orm: Orm; url: string };

export type Loaded = { rows: Record<string, number> };

const notEmpty = () =>
  new StartError('The database is not empty: use one that was just created.');

const areSame = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join();

async function makeTables({ orm, url }: Target, { migrations }: Snapshot): Promise<void> {
  const names = known.map(({ name }) => name);
  if (!areSame(migrations, names.slice(0, migrations.length))) {
    throw new StartError(
      'Another version of Namecard wrote this data, and this version can’t load it: use that version or a newer one.',
    );
  }
  const executed = await readMigrations(orm.em.fork());
  if (executed.length === 0) {
    if (await withClient(url, hasTables)) throw notEmpty();
    await migrate(orm, { only: migrations });
  } else if (!areSame(executed, migrations)) {
    throw notEmpty();
  }
}

/** Empty: nobody asked for a code. A running service writes other rows. */
async function requireNobody(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    'select where exists (select from users) or exists (select from addresses)',
  );
  if (rowCount !== 0) throw notEmpty();
}

const damaged = (name: string) =>
  new StartError(`The data is not whole: table ${name} is damaged or cut short.`);

/** Names go into statements unchanged, so they must be the schema's own. */
function requireKnown(
  tables: ReadonlyMap<string, Table>,
  { name, columns }: TableRows,
): void {
  const table = tables.get(name);
  const own = new Set(table?.columns);
  if (
    !table ||
    own.size !== columns.length ||
    columns.some((column) => !own.has(column))
  ) {
    throw damaged(name);
  }
}

async function copyIn(client: Client, table: TableRows): Promise<number> {
  const { name, columns, rows, count } = table;
  const copy = client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`));
  await pipeline(rows, copy);
  if (copy.rowCount !== (await count())) throw damaged(name);
  return copy.rowCount;
}

async function setSequences(
  client: Client,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      name,
      lastValue,
      isCalled,
    ]);
  }
}

/** Change numbers differ from now on, so cursors of the source are not valid. */
const startNewFeed = 'update change_feeds set id = gen_random_uuid()';

const forEach = (tables: Iterable<Table>, write: (name: string) => string) =>
  [...tables].map(({ name }) => write(name)).join('; ');

/** Disables the triggers that would change revisions and counts. */
async function copyRows(
  client: Client,
  { tables, sequences }: Snapshot,
): Promise<Loaded> {
  const own = new Map((await readTables(client)).map((table) => [table.name, table]));
  const rows: Loaded['rows'] = {};
  await client.query(
    forEach(own.values(), (name) => `alter table ${name} disable trigger user`),
  );
  await requireNobody(client);
  await client.query(`truncate ${[...own.keys()].join(', ')}`);
  for await (const table of tables) {
    requireKnown(own, table);
    rows[table.name] = await copyIn(client, table);
  }
  const missing = [...own.keys()].find((name) => rows[name] === undefined);
  if (missing !== undefined) throw damaged(missing);
  await setSequences(client, sequences);
  if (own.has('change_feeds')) await client.query(startNewFeed);
  await client.query(
    forEach(own.values(), (name) => `alter table ${name} enable trigger user`),
  );
  await client.query(forEach(own.values(), (name) => `analyze ${name}`));
  return { rows };
}

/**
 * Loads a snapshot into an empty database, all or nothing, then migrates it.
 * @throws StartError if the database is not empty or the snapshot is unfit
 */
export async function loadSnapshot(target: Target, snapshot: Snapshot): Promise<Loaded> {
  await makeTables(target, snapshot);
  const loaded = await withClient(target.url, async (client) => {
    await beginCopy(client, 'read committed');
    const copied = await copyRows(client, snapshot);
    await client.query('commit');
    return copied;
  });
  await migrate(target.orm);
  return loaded;
}
