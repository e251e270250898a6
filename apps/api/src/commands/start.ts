import { join } from 'node:path';
import type { Command } from 'commander';

const main = join(import.meta.dirname, '..', 'main.ts');

export function addStartCommands(program: Command): void {
  program
    .command('start')
    .description(
      'start the service; in production use the command of docs/run/install.md instead',
    )
    .option('--demo', 'fill an empty database with 300 made-up profiles')
    .action(async () => {
      // main.ts reads process.argv itself.
      process.argv.splice(1, 2, main);
      await import('../main.ts');
    });
}
