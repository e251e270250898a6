import { program } from 'commander';
import type { Logger } from 'pino';
import { explanationOf } from './settings/explain-error.ts';
import { adminIsMissing, isAdminBuilt } from './faces/admin-files.ts';
import { readEnvironment } from './settings/environment.ts';
import { createLogger, logWarnings } from './process/logger.ts';
import { serve } from './process/serve.ts';
import { misspelt } from './settings/misspelt.ts';
import { loggedError } from './watch/logged-error.ts';

program
  .name('npm start --')
  .description(
    'Starts Namecard. Settings come from the environment; docs/run/settings.md lists them.',
  )
  .option('--demo', 'fill an empty database with 300 made-up profiles')
  .parse();

const { demo = false } = program.opts<{ demo?: boolean }>();

/** Logs problems that don't stop the start. */
function warn(logger: Logger): void {
  const names = misspelt();
  if (names.length > 0) {
    logger.warn(`These are not settings and have no effect: ${names.join(', ')}`);
  }
  if (!isAdminBuilt()) {
    logger.warn(adminIsMissing);
  }
}

async function main(): Promise<void> {
  const environment = readEnvironment();
  const logger = await createLogger(environment);
  if (environment.NODE_ENV === 'production') {
    logWarnings(logger);
  }
  warn(logger);
  await serve(environment, logger, { demo });
}

try {
  await main();
} catch (error) {
  const lines = explanationOf(error);
  if (lines === undefined) console.error('Namecard could not start.', loggedError(error));
  else console.error(lines);
  process.exit(1);
}
