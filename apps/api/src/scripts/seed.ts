import { migrate, openOrm } from '@namecard/db';
import { InvalidArgumentError, program } from 'commander';
import { provideDatabase } from '../adapters/database.ts';
import { readEnvironment } from '../settings/environment.ts';
import { createLogger } from '../process/logger.ts';
import { type People, writeSeed } from './seed/write.ts';

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return Number(text);
}

program
  .name('npm run seed --')
  .description('Fills an empty database with made-up users and profiles.')
  .option('--users <number>', 'how many users', whole, 1_000)
  .option('--profiles <number>', 'how many profiles, spread over the users', whole, 1_000)
  .option('--sessions <number>', 'how many users get a session', whole, 0)
  .option('--print-tokens', 'print the sessions’ tokens, one a line')
  .parse();

const { printTokens, ...people } = program.opts<People & { printTokens?: true }>();

async function seed(databaseUrl: string): Promise<void> {
  const orm = await openOrm({ url: databaseUrl });
  try {
    await migrate(orm);
    const tokens = await writeSeed(orm, people);
    console.error(`Filled it with ${people.users} users, ${people.profiles} profiles.`);
    if (printTokens) {
      console.log(tokens.join('\n'));
    }
  } finally {
    await orm.close();
  }
}

try {
  const environment = readEnvironment();
  if (environment.NODE_ENV === 'production') {
    throw new Error('Seeding is not allowed with NODE_ENV=production.');
  }
  if (people.users === 0) {
    throw new Error('--users must be at least 1: every profile has an owner.');
  }
  const logger = await createLogger(environment);
  const database = await provideDatabase(environment, logger, { lends: false });
  try {
    await seed(database.url);
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
