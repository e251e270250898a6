import { migrate, openOrm } from '@namecard/db';
import { InvalidArgumentError, program } from 'commander';
import { provideDatabase } from '../adapters/database.ts';
import { readEnvironment, type Environment } from '../settings/environment.ts';
import { createLogger } from '../process/logger.ts';
import { writeSeed } from './seed/write.ts';

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return Number(text);
}

program
  .name('npm run seed --')
  .description(
    'Fills an empty database with made-up users and profiles, the same ones for the same seed.',
  )
  .option('--users <number>', 'how many users', whole, 1_000)
  .option('--profiles <number>', 'how many profiles, spread over the users', whole, 1_000)
  .option(
    '--sessions <number>',
    'how many sessions; the first users get one each',
    whole,
    0,
  )
  .option('--seed <number>', 'the number that the data is made from', whole, 1)
  .option('--print-tokens', 'print the sessions’ tokens, one a line')
  .parse();

type Options = {
  users: number;
  profiles: number;
  sessions: number;
  seed: number;
  printTokens?: true;
};

const { printTokens, ...plan } = program.opts<Options>();

/** Anybody with the seed can compute the tokens, so production refuses it. */
function refuseForReal({ NODE_ENV }: Environment): void {
  if (NODE_ENV === 'production') {
    throw new Error('Seeding is not allowed with NODE_ENV=production.');
  }
  if (plan.users === 0) {
    throw new Error('--users must be at least 1: every profile has an owner.');
  }
}

async function seed(databaseUrl: string): Promise<void> {
  const orm = await openOrm({ url: databaseUrl });
  try {
    await migrate(orm);
    const started = performance.now();
    const tokens = await writeSeed(orm, plan);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.error(
      `${plan.users} users, ${plan.profiles} profiles, ${tokens.length} sessions in ${seconds} s`,
    );
    if (printTokens) {
      console.log(tokens.join('\n'));
    }
  } finally {
    await orm.close();
  }
}

try {
  const environment = readEnvironment();
  refuseForReal(environment);
  const logger = createLogger(environment);
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
