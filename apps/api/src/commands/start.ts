import { join } from 'node:path';
import type { Command } from 'commander';

const main = join(import.meta.dirname, '..', 'main.ts');

export function addStartCommands(program: Command): void {
  program
    .command('start')
    .description(
      'start the service; in production run main.ts itself, with the flags of docs/run/install.md',
    )
    .option('--demo', 'fill an empty database with a few hundred lifelike profiles')
    .action(async () => {
      // main.ts reads process.argv itself.
      process.argv.splice(1, 2, main);
      await import('../main.ts');
    });
}
