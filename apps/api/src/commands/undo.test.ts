import { fetchJson, signIn, testSecretKey } from '@namecard/testing';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readMetric } from '../testing/read-metric.ts';
import { runCommand } from '../testing/run-command.ts';
import { useService } from '../testing/start-service.ts';

const service = useService();
const usernames = ['ann-1', 'ann-2', 'ann-3'];
const since = new Date(Date.now() - 60_000).toISOString();

const Shown = z.object({
  data: z.object({ profile: z.object({ hidden: z.boolean() }) }),
});

const undo = (...options: string[]) =>
  runCommand(['undo', '--by', 'admin@example.com', ...options], {
    DATABASE_URL: service().databaseUrl,
    SECRET_KEY: testSecretKey,
  });

const call = async (path: string, token: string, json?: unknown) =>
  fetchJson(`${service().origin}/api/v1${path}`, {
    token,
    ...(json !== undefined && { json }),
  });

let owner: string;

const hidden = async () =>
  Promise.all(
    usernames.map(async (username) => {
      const { body } = await call(`/profiles/${username}`, owner);
      return Shown.parse(body).data.profile.hidden;
    }),
  );

beforeAll(async () => {
  owner = await signIn(service(), 'ann@example.com');
  const admin = await signIn(service(), 'admin@example.com');
  for (const username of usernames) {
    await call('/profiles', owner, { username, referral: '' });
    const why = { username, reason: 'spam' };
    await call('/moderation/profiles/hide', admin, why);
  }
});

const hiddenCount = () =>
  readMetric(service().service.parts.metrics, 'namecard_moderation_total', {
    type: 'profile.hidden',
  });

it('lists what somebody did, by which session, and changes nothing', async () => {
  const { out, code } = await undo('--since', since, '--dry-run');
  expect(code).toBe(0);
  expect(
    out.match(/profile\.hidden \(1\), from 127\.0\.0\.1 by .* session /g),
  ).toHaveLength(3);
  expect(await hidden()).toEqual([true, true, true]);
  expect(await hiddenCount()).toBe(3);
});

it('undoes it, and skips it the next time', async () => {
  const first = await undo('--since', since);
  expect(first).toMatchObject({
    code: 0,
    out: '3 profiles and users of 3 actions were changed back.\n',
  });
  expect(await hidden()).toEqual([false, false, false]);
  const again = await undo('--since', since);
  expect(again).toMatchObject({
    code: 0,
    out: '0 profiles and users of 3 actions were changed back.\n',
  });
});

it('says that nothing was done, or how to write an instant', async () => {
  const later = await undo('--since', new Date(Date.now() + 60_000).toISOString());
  expect(later).toMatchObject({
    code: 1,
    err: 'This user or key has done nothing since then.\n',
  });
  const { code, err } = await undo('--since', 'yesterday');
  expect(code).toBe(1);
  expect(err).toMatch(/Must be an instant in UTC, such as 2026/);
});
