import { withConnection } from '@namecard/embedded-postgres';
import { migrate } from '../migrate.ts';
import { openOrm } from '../orm.ts';
import { withDatabase } from './provided.ts';

/**
 * Creates a migrated database, closed to connections: PostgreSQL can't copy a
 * database in use.
 */
export async function makeTemplate(adminUrl: string, template: string): Promise<void> {
  await withConnection(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${template}`);
    const orm = await openOrm({ url: withDatabase(adminUrl, template), poolSize: 2 });
    try {
      await migrate(orm);
    } finally {
      await orm.close();
    }
    await admin.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  });
}
