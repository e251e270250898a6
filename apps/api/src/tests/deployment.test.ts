import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@namecard/db/testing';
import { makeDataDirectory, nodeFlags, testSecretKey } from '@namecard/testing';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const read = (path: string) => readFile(join(repository, path), 'utf8');

const database = useTestDatabase();

/** The words of the production command in docs/run/install.md. */
async function documented(): Promise<string[]> {
  const [line = ''] =
    /^.*apps\/api\/src\/main\.ts$/m.exec(await read('docs/run/install.md')) ?? [];
  return line.split(' ');
}

describe('the documented production command', () => {
  it('runs Node with the flags of npm start', async () => {
    const command = ['node_modules/.bin/node', ...nodeFlags, 'apps/api/src/main.ts'];
    expect(await documented()).toEqual(command);
  });

  it('is the command of the unit and the image', async () => {
    const words = await documented();
    const unit = /^ExecStart=\/opt\/namecard\/(.+)$/m.exec(
      await read('deploy/namecard@.service'),
    );
    expect(unit?.[1]?.split(' ')).toEqual(words);
    const image = /^ENTRYPOINT (.+)$/m.exec(await read('deploy/Dockerfile'));
    const [node, ...rest] = words;
    expect(JSON.parse(image?.[1] ?? '')).toEqual([`/namecard/${node}`, ...rest]);
  });

  it('ends its own process with 0 when it is stopped', async () => {
    await using directory = await makeDataDirectory();
    const [node = '', ...rest] = await documented();
    const env = {
      DATABASE_URL: database().url,
      SECRET_KEY: testSecretKey,
      DATA_DIR: directory.path,
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    const child = spawn(node, rest, {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    // The only line of output says where the service listens.
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await exited).toEqual([0, null]);
  });
});
