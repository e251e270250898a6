import { join } from 'node:path';
import type { Command } from 'commander';
import { commandOf } from './command-of.ts';

const main = join(import.meta.dirname, '..', 'main.ts');

export function addStartCommands(program: Command): void {
  commandOf(program, 'start')
    .option('--demo', 'fill an empty database with 300 made-up profiles')
    .action(async () => {
      // main.ts reads process.argv itself.
      process.argv.splice(1, 2, main);
      await import('../main.ts');
    });
}
