import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDataDirectory } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();

const run = promisify(execFile);

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const read = (path: string) => readFile(`${repository}${path}`, 'utf8');

/** The README's code blocks in this language, without fences. */
async function blocks(language: string): Promise<string[]> {
  const found = (await read('README.md')).matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return [...found].flatMap(([, name, code]) =>
    name === language && code ? [code] : [],
  );
}

/** The JSON documents in an output. */
function answersIn(output: string): unknown[] {
  const documents = output.replaceAll('}{', '}\n{').split('\n');
  return documents
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
}

/** The answers to the six calls, in order. */
const sixAnswers = (username: unknown) => [
  { data: null },
  { data: { user: { id: expect.any(String) }, token: expect.stringMatching(/^nc_/) } },
  { data: { user: { username } } },
  { message: expect.any(String), profile: { username, socials: {} } },
  {
    data: {
      count: { all: expect.any(Number) },
      profiles: expect.arrayContaining([expect.objectContaining({ username })]),
    },
  },
  { data: { profile: { username, about: expect.any(String) } } },
];

/** A directory as the service leaves it after a start. */
async function whereItStarted() {
  const directory = await makeDataDirectory();
  await mkdir(join(directory.path, '.data'));
  await writeFile(join(directory.path, '.data', 'mailbox-url'), `${service().mailbox}\n`);
  return directory;
}

describe("the README's lines", () => {
  it('of curl work when they are pasted one after another', async () => {
    const [lines = '', ...others] = await blocks('bash');
    expect(others).toEqual([]);
    const pasted = lines.replace('http://127.0.0.1:3000', service().origin);
    await using started = await whereItStarted();
    const { stdout, stderr } = await run('bash', ['-c', pasted], { cwd: started.path });
    expect(stderr).toBe('');
    expect(answersIn(stdout)).toMatchObject(sixAnswers('ann'));
  });

  it('of TypeScript are those of the tested example', async () => {
    const example = await read('examples/six-calls.ts');
    const parts = await blocks('ts');
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      expect(example).toContain(part);
    }
  });
});

describe('the examples', () => {
  it.each(['once', 'and again'])('six-calls.sh makes the six calls %s', async () => {
    await using started = await whereItStarted();
    const script = `${repository}examples/six-calls.sh`;
    const { stdout } = await run('bash', [script, service().origin], {
      cwd: started.path,
    });
    const name = expect.stringMatching(/^curl-\d+$/);
    expect(answersIn(stdout)).toMatchObject(sixAnswers(name));
  });

  it('six-calls.ts makes the six calls with full types', async () => {
    const example = `${repository}examples/six-calls.ts`;
    const { origin: NAMECARD, mailbox: NAMECARD_MAILBOX } = service();
    const env = { ...process.env, NAMECARD, NAMECARD_MAILBOX };
    const { stdout } = await run(process.execPath, [example], { env });
    expect(stdout).toMatch(/about: 'Made with TypeScript\.'/);
    const source = await read('examples/six-calls.ts');
    expect(source).not.toMatch(/\bas\b(?! (sleep|const)\b)|\bany\b|@ts-|!\./);
  });
});
