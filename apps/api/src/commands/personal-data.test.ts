import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { makeDataDirectory, testSecretKey } from '@namecard/testing';
import { expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const db = () => statements(database().orm.em.fork());

const ids = () => db().selectFrom('users').select('id').execute();

const settings = () => ({
  DATABASE_URL: database().url,
  SECRET_KEY: testSecretKey,
});

const ann = {
  id: '01234567-89ab-7def-8123-456789abcdef',
  email: 'ann@example.com',
  emailKey: 'ann@example.com',
};

it('an export goes to a new file, and never over another', async () => {
  await using directory = await makeDataDirectory();
  await db().insertInto('users').values(ann).execute();
  const [made, kept] = [join(directory.path, 'ann.json'), join(directory.path, 'kept')];
  await writeFile(kept, 'kept');
  const exportTo = (file: string) =>
    runCommand(['user', 'export', ann.email, '--output', file], settings());
  expect(await exportTo(made)).toEqual({ out: '', err: '', code: 0 });
  expect(JSON.parse(await readFile(made, 'utf8'))).toMatchObject({
    records: { users: [{ email: ann.email }] },
    aboutThisPerson: { notes: [], privateNotes: [], reports: [] },
  });
  for (const file of [made, kept]) {
    const err = `${file} already exists: name another file.\n`;
    expect(await exportTo(file)).toEqual({ out: '', err, code: 1 });
  }
  expect(await readFile(kept, 'utf8')).toBe('kept');
});

it('an address without an account is exported and forgotten', async () => {
  await using directory = await makeDataDirectory();
  const email = 'Nobody@example.com';
  const insert = { email: email.toLowerCase(), askedAt: '2026-01-01T00:00:00Z' };
  await db().insertInto('addresses').values(insert).execute();
  const file = join(directory.path, 'nobody.json');
  await runCommand(['user', 'export', email, '--output', file], settings());
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    isBanned: false,
    records: { addresses: [{ askedAt: '2026-01-01T00:00:00.000Z' }] },
  });
  const erase = () =>
    runCommand(['user', 'erase', email], { ...settings(), DATA_DIR: directory.path });
  expect(await erase()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Forgot Nobody@example\.com/),
  });
  const nobody = { code: 1, err: 'Nobody has this address.\n' };
  expect(await erase()).toMatchObject(nobody);
  const missing = ['user', 'export', email, '--output', join(directory.path, 'missing')];
  expect(await runCommand(missing, settings())).toMatchObject(nobody);
  expect(existsSync(join(directory.path, 'missing'))).toBe(false);
});

it('an erasure whose receipt can’t be kept says so at once, and erases nobody', async () => {
  await using directory = await makeDataDirectory();
  const inFile = join(import.meta.filename, 'data');
  const erase = ['user', 'erase', ann.id];
  expect(await runCommand(erase, { ...settings(), DATA_DIR: inFile })).toMatchObject({
    out: '',
    err: expect.stringMatching(/^DATA_DIR can’t be used \(E.*\n$/),
    code: 1,
  });
  expect(await ids()).toEqual([{ id: ann.id }]);
  const DATA_DIR = join(directory.path, 'made');
  const erased = await runCommand(erase, { ...settings(), DATA_DIR });
  expect(erased).toMatchObject({ err: '', code: 0 });
  expect(await ids()).toEqual([]);
  expect(await readFile(join(DATA_DIR, 'erasures.jsonl'), 'utf8')).toContain(ann.id);
});
