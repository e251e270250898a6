import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a full disk under the log stops neither the process nor its end', () => {
  const file = join(import.meta.dirname, 'logger.ts');
  const script = `
    const { createLogger } = await import(${JSON.stringify(file)});
    const logger = createLogger({ LOG_LEVEL: 'info', NODE_ENV: 'production' });
    logger.info('a line');
    setImmediate(() => {
      process.stdout.write('ready');
      logger.fatal('another');
      setImmediate(() => console.error('alive'));
    });
  `;
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', timeout: 30_000 },
  );
  closeSync(full);
  expect([status, stderr]).toEqual([0, 'alive\n']);
});
