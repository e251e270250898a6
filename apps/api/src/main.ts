import { EmbeddedUnavailable } from '@namecard/db';
import closeWithGrace from 'close-with-grace';
import { program } from 'commander';
import { fillWithDemo } from './seed/demo.ts';
import { readEnvironment, SettingsError } from './env.ts';
import { createLogger } from './logger.ts';
import { startService } from './service.ts';
import { readyLine, welcome } from './welcome.ts';

program
  .name('npm start --')
  .description('Starts Namecard. Settings come from the environment; the README lists them.')
  .option('--demo', 'fill an empty database with a few hundred lifelike profiles')
  .parse();

const { demo } = program.opts<{ demo?: true }>();

async function main(): Promise<void> {
  const environment = readEnvironment();
  const logger = createLogger(environment);
  const service = await startService(environment, logger);
  closeWithGrace({ delay: 15_000, logger }, async ({ err }) => {
    if (err) {
      logger.fatal({ err }, 'stopping after an unexpected error');
    }
    await service.close();
  });
  if (demo) {
    console.log(await fillWithDemo(service.parts));
  }
  console.log((process.stdout.isTTY ? welcome : readyLine)(environment, service));
}

try {
  await main();
} catch (error) {
  if (error instanceof SettingsError || error instanceof EmbeddedUnavailable) {
    console.error(error.message);
  } else {
    console.error('Namecard could not start.', error);
  }
  process.exit(1);
}
