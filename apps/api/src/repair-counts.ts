import { openOrm, repairCounts, type Repaired } from '@namecard/db';
import { program } from 'commander';
import { provideDatabase } from './database.ts';
import { readEnvironment } from './env.ts';
import { createLogger } from './logger.ts';

program
  .name('npm run counts:repair')
  .description('Counts all profiles anew, by segment and by owner, and prints what was wrong.')
  .parse();

/** Lines of one kind; of those beyond, the number is printed. */
const mostLines = 50;

function shown(lines: string[]): string[] {
  const rest = lines.length - mostLines;
  return rest > 0 ? [...lines.slice(0, mostLines), `… and ${rest} more like these`] : lines;
}

/** What was wrong and what it is now, a line each. */
function report({ segments, owners }: Repaired): string[] {
  if (segments.length + owners.length === 0) {
    return ['All counts were right.'];
  }
  return [
    ...shown(
      segments.map(
        ({ segment, kept, keptHidden, counted, countedHidden }) =>
          `segment ${segment}: ${kept} profiles, ${keptHidden} hidden; now ${counted}, ${countedHidden} hidden`,
      ),
    ),
    ...shown(owners.map(({ id, kept, counted }) => `user ${id}: ${kept} profiles; now ${counted}`)),
    `${segments.length} segments and ${owners.length} users were wrong.`,
  ];
}

async function repair(databaseUrl: string): Promise<void> {
  const orm = await openOrm({ url: databaseUrl });
  try {
    console.log(report(await repairCounts(orm)).join('\n'));
  } finally {
    await orm.close();
  }
}

try {
  const environment = readEnvironment();
  const database = await provideDatabase(environment, createLogger(environment));
  try {
    await repair(database.url);
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
