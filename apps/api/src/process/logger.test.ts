import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(['production', 'development'])(
  'in %s a full disk under the log stops neither the process nor its end',
  (mode) => {
    const file = join(import.meta.dirname, 'logger.ts');
    const script = `
      const { createLogger } = await import(${JSON.stringify(file)});
      const logger = await createLogger({ LOG_LEVEL: 'info', NODE_ENV: '${mode}' });
      let lines = 0;
      const timer = setInterval(() => {
        process.stdout.write('ready');
        logger.fatal('a line');
        lines += 1;
        if (lines < 10) return;
        clearInterval(timer);
        console.error('alive');
      }, 50);
    `;
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script],
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', timeout: 30_000 },
    );
    closeSync(full);
    expect([status, stderr]).toEqual([0, 'alive\n']);
  },
);
