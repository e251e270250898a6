import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailedCode, useService } from '@namecard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./cards.ts', import.meta.url));

const service = useService();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'namecard-example-'));
});

afterAll(async () => rm(directory, { recursive: true }));

/** Runs the script, and enters the code when it asks for it. */
async function run(name: string, ...options: string[]) {
  const email = `${name}@example.com`;
  const tokenFile = join(directory, name);
  const settings = [
    '--url',
    service().origin,
    '--email',
    email,
    '--token-file',
    tokenFile,
  ];
  const child = spawn(process.execPath, [script, ...settings, ...options]);
  let said = '';
  const answer = async () => {
    child.stdin.write(`${await mailedCode(service(), email)}\n`);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (text.includes('The code that was mailed')) {
      void answer();
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return { said, code: child.exitCode, tokenFile };
}

describe('the Node script', () => {
  it('signs in, makes and edits a card, and lists everybody', async () => {
    const { said, code, tokenFile } = await run(
      'ann',
      '--username',
      'ann',
      '--about',
      'Bees',
    );
    expect(said).toContain('You are ann@example.com.');
    expect(said).toContain('ann now says: Bees');
    expect(said).toContain('- ann: Bees\n1 in all.');
    expect(code).toBe(0);
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
  });

  it('is still signed in when it runs again', async () => {
    const { said, code } = await run('ann', '--username', 'ann');
    expect(said).not.toContain('The code');
    expect(said).toContain('- ann: Bees');
    expect(code).toBe(0);
  });

  it('says the reason of an error', async () => {
    const { said, code } = await run('bob', '--username', 'ann');
    expect(said).toContain('USERNAME_TAKEN: ');
    expect(code).toBe(1);
  });

  it('forgets a token that the service rejects', async () => {
    await writeFile(join(directory, 'cleo'), `nc_${'A'.repeat(43)}`);
    const { said, code, tokenFile } = await run('cleo');
    expect(said).toContain('Your session is over.');
    expect(code).toBe(1);
    await expect(stat(tokenFile)).rejects.toThrow('ENOENT');
  });
});
