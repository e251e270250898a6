import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { openDatabases } from './database.ts';
import { startSubject } from './measure.ts';
import { signIn } from './sign-in.ts';

const users = 300;

/** A process of the server reports what it did within a second of it. */
const reporting = 1_500;

/** How often a sign-in, mail included, waits until the disk has what was committed. One caller: of several the waits are shared. */
const databases = await openDatabases();
try {
  const url = await databases.service(1_000);
  const { side } = await startSubject('service', url, 1_000);
  const orm = await openOrm({ url, poolSize: 1 });
  const readWaits = async (): Promise<number> => {
    await sleep(reporting);
    const { rows } = await sql<{ count: number }>`
      select sum(fsyncs)::int as count from pg_stat_io
      where object = 'wal' and backend_type = 'client backend'
    `.execute(statements(orm.em.fork()));
    return rows[0]?.count ?? Number.NaN;
  };
  for (const callers of [1, 20]) {
    await signIn(side, url, { users: 20, callers });
    const before = await readWaits();
    await signIn(side, url, { users, callers });
    const each = ((await readWaits()) - before) / users;
    console.log(`${callers} at a time: ${each.toFixed(2)} waits for the disk a sign-in`);
  }
  await orm.close();
  await side.stop();
} finally {
  await databases.close();
}
process.exit();
