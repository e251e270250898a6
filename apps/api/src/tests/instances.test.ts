import { createTestDatabase } from '@namecard/db/testing';
import { readInstances } from '@namecard/router';
import { fetchJson, refusal, signIn, type Addresses } from '@namecard/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pino from 'pino';
import { z } from 'zod';
import type { Service } from '../process/start-service.ts';
import { startOn } from '../testing/start-service.ts';
import { version } from '../watch/version.ts';

const Me = z.object({ data: z.object({ user: z.object({ id: z.uuid() }) }) });

let instances: Service[] = [];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  instances = [await startOn(database.url), await startOn(database.url)];
});

afterAll(async () => {
  await Promise.all(instances.map(async (instance) => instance.close()));
  await drop();
});

const addressesOf = (index: number): Addresses => ({
  origin: instances[index]?.address ?? '',
  mailbox: instances[index]?.mailbox,
});

const call = async (index: number, path: string, token: string, json?: unknown) =>
  fetchJson(`${addressesOf(index).origin}/api/v1${path}`, {
    token,
    ...(json !== undefined && { json }),
  });

const signInAs = async (name: string) => signIn(addressesOf(0), `${name}@example.com`);

it('a suspension is seen by the next request on another instance', async () => {
  const [admin, token] = [await signInAs('admin'), await signInAs('suspended')];
  const { id } = Me.parse((await call(1, '/users/me', token)).body).data.user;
  const suspend = { id, reason: 'spam' };
  expect((await call(0, '/moderation/users/suspend', admin, suspend)).status).toBe(200);
  expect(refusal(await call(1, '/users/me', token))).toBe('401 TOKEN_INVALID');
});

it('a hidden profile is seen by the next request on another instance', async () => {
  const [admin, owner, reader] = [
    await signInAs('admin'),
    await signInAs('owner'),
    await signInAs('reader'),
  ];
  await call(0, '/profiles', owner, { username: 'card', referral: '' });
  expect((await call(1, '/profiles/card', reader)).status).toBe(200);
  const hide = { username: 'card', reason: 'spam' };
  await call(0, '/moderation/profiles/hide', admin, hide);
  const answer = await call(1, '/profiles/card', reader);
  expect(refusal(answer)).toBe('404 PROFILE_NOT_FOUND');
});

it('each instance tells its version until it ends', async () => {
  const [first] = instances;
  const there = async () => (first ? readInstances(first.parts.orm.em) : []);
  const one = expect.objectContaining({ version });
  expect(await there()).toEqual([one, one]);
  await instances.pop()?.close();
  expect(await there()).toEqual([one]);
});

it('a start with another hash key says so, and the log has no key', async () => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const SECRET_KEY = 'another-key-for-tests-only-'.repeat(2);
  await (await startOn(database.url)).close();
  await (await startOn(database.url, { settings: { SECRET_KEY }, logger })).close();
  await database.drop();
  expect(lines.join()).toContain('hash_key_changed');
  expect(lines.join()).not.toContain(SECRET_KEY);
});
