import { join } from 'node:path';
import type { Command } from 'commander';

const main = join(import.meta.dirname, '..', 'main.ts');

export function addStart(start: Command): void {
  start
    .option('--demo', 'fill an empty database with 300 made-up profiles')
    .action(async () => {
      // main.ts reads process.argv itself.
      process.argv.splice(1, 2, main);
      await import('../main.ts');
    });
}
