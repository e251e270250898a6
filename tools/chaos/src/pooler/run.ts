/**
 * What the service does behind PgBouncer (Debian's, `apt-get install pgbouncer`), on a database whose transactions are serializable,
 * and where connections fall silent. Exits with 1 where a promise was broken.
 *
 *     npm run chaos:pooler -- [--short]
 */
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { conclude, type Report } from '../sign-in/fixture/findings.ts';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { startPostgres } from '../sign-in/fixture/postgres.ts';
import { useAt, useBehind } from './load.ts';
import { followAdvice } from './sessions.ts';
import { fallSilent } from './silence.ts';

const isShort = process.argv.includes('--short');
const seconds = isShort ? 4 : 60;

const shared = { mode: 'transaction', poolSize: 5 } as const;
/** Every connection of an instance holds one of the pooler's. */
const own = { mode: 'session', poolSize: 40 } as const;

const postgres = await startPostgres();

async function setIsolation(level: string): Promise<void> {
  const orm = await openOrm({ url: postgres.url, poolSize: 1 });
  const database = new URL(postgres.url).pathname.slice(1);
  await sql`alter database ${sql.ref(database)} set default_transaction_isolation = ${sql.lit(level)}`.execute(
    statements(orm.em.fork()),
  );
  await orm.close();
}

const report: Report = [];
try {
  const production = productionSettings(postgres.url, { url: 'http://127.0.0.1:1' });
  report.push(
    ...(await followAdvice(postgres.url, shared, production)),
    ...(await useBehind(postgres.url, shared, { seconds, prepare: 'on' })),
    ...(await useBehind(postgres.url, shared, { seconds, prepare: 'off' })),
    ...(await useBehind(postgres.url, own, { seconds, prepare: 'on' })),
  );
  for (const level of ['repeatable read', 'serializable']) {
    await setIsolation(level);
    const title = `transactions at ${level}`;
    report.push(...(await useAt(postgres.url, { title, seconds, settings: {} })));
  }
  await setIsolation('read committed');
  if (!isShort) report.push(...(await fallSilent(postgres.url)));
} finally {
  await postgres.remove();
}
conclude(report);
