import { openOrm, repairCounts, type Repaired } from '@namecard/db';
import { program } from 'commander';
import { provideDatabase } from './database.ts';
import { readEnvironment } from './env.ts';
import { createLogger } from './logger.ts';

program
  .name('npm run counts:repair')
  .description(
    'Counts all profiles anew, by segment, by group of segments and by owner, and prints what was wrong.',
  )
  .parse();

/** Lines of one kind; of those beyond, the number is printed. */
const mostLines = 50;

function shown(lines: string[]): string[] {
  const rest = lines.length - mostLines;
  return rest > 0 ? [...lines.slice(0, mostLines), `… and ${rest} more like these`] : lines;
}

const shownNumbers = (name: string, wrong: Repaired['segments']) =>
  shown(
    wrong.map(
      ({ number, kept, keptHidden, counted, countedHidden }) =>
        `${name} ${number}: ${kept} profiles, ${keptHidden} hidden; now ${counted}, ${countedHidden} hidden`,
    ),
  );

/** What was wrong and what it is now, a line each. */
function report({ segments, groups, owners }: Repaired): string[] {
  if (segments.length + groups.length + owners.length === 0) {
    return ['All counts were right.'];
  }
  return [
    ...shownNumbers('segment', segments),
    ...shownNumbers('group', groups),
    ...shown(owners.map(({ id, kept, counted }) => `user ${id}: ${kept} profiles; now ${counted}`)),
    `${segments.length} segments, ${groups.length} groups and ${owners.length} users were wrong.`,
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
