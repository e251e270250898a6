import { migrate, openOrm } from '@namecard/db';
import { program } from 'commander';
import type { Logger } from 'pino';
import { provideDatabase, whenReachable } from './database.ts';
import { readEnvironment } from './env.ts';
import { createLogger } from './logger.ts';

program
  .name('npm run migrate')
  .description(
    'Brings the database to the newest migration, as a start does, and prints which it took.',
  )
  .parse();

async function migrateAt(url: string, logger: Logger): Promise<string[]> {
  const orm = await openOrm({ url, poolSize: 2 });
  try {
    return await migrate(orm, { onWait: (reason) => logger.warn(reason) });
  } finally {
    await orm.close();
  }
}

try {
  const environment = readEnvironment();
  const logger = createLogger(environment);
  const database = await provideDatabase(environment, logger);
  try {
    const done = await whenReachable(() => migrateAt(database.url, logger), database.url, logger);
    console.log(done.length === 0 ? 'The database was up to date.' : done.join('\n'));
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
