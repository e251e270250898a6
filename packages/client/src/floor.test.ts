import { fileURLToPath } from 'node:url';
import { mailedCode, useService } from '@namecard/testing';
import { build } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runInOldest } from './testing/oldest-runtime.ts';

const service = useService();
let bundle: string;

beforeAll(async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('index.ts', import.meta.url)),
    write: false,
    output: { format: 'iife', name: 'client' },
    logLevel: 'silent',
  });
  bundle = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
});

const Visit = z.object({
  steps: z.array(z.string()),
  username: z.string(),
  reason: z.string(),
  aborted: z.string(),
  late: z.string(),
  status: z.string(),
});

/** A program that uses everything of the package. */
const program = `
(async () => {
  const { createClient, createSignIn, browserTabs } = client;
  const namecard = createClient({
    url: origin,
    storage: () => sessionStorage,
    tabs: browserTabs(),
  });
  const failureOf = (call) => call.then(() => 'none', (error) => error.reason);
  const signIn = createSignIn(namecard);
  const steps = [];
  signIn.subscribe(() => steps.push(signIn.get().step));
  await signIn.sendCode('floor@example.com');
  await signIn.verifyCode(await mailed('floor@example.com'));
  const { api } = namecard;
  const { data } = await api.users.updateMe.mutate({ username: 'floor' });
  await api.profiles.list.query();
  const reason = await failureOf(api.profiles.create.mutate({ username: 'admin', referral: '' }));
  const controller = new AbortController();
  const given = api.profiles.list.query({}, { signal: controller.signal });
  controller.abort();
  // Never answers: a quick service could be in time.
  const silence = (address, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error())));
  const hasty = createClient({ url: origin, fetch: silence, timeout: 0, backOff: { retries: 0 } });
  return {
    steps,
    username: data.user.username,
    reason,
    aborted: await failureOf(given),
    late: await failureOf(hasty.api.profiles.list.query()),
    status: namecard.session.get().status,
  };
})()`;

describe('the client', () => {
  it('runs in Safari 16, Chrome 105 and React Native', async () => {
    const visit = await runInOldest(`${bundle}\n${program}`, {
      origin: service().origin,
      mailed: (email: string) => mailedCode(service(), email),
    });
    expect(Visit.parse(visit)).toMatchObject({
      steps: expect.arrayContaining(['address', 'code', 'signed in']),
      username: 'floor',
      reason: 'USERNAME_TAKEN',
      aborted: 'ABORTED',
      late: 'TIMEOUT',
      status: 'signed in',
    });
  });

  it('has only syntax that all of them can read', () => {
    const lookBehind = /\(\?<[=!]/;
    const staticBlock = /\bstatic\s*\{/;
    const propertyOfCharacters = /\/[^/\n]*\\p\{/;
    const dispose = /\b(await )?using \w+ =/;
    for (const pattern of [lookBehind, staticBlock, propertyOfCharacters, dispose]) {
      expect(pattern.exec(bundle)?.[0]).toBeUndefined();
    }
  });

  it.each([
    ['AbortSignal.any([])', 'AbortSignal'],
    ['structuredClone({})', 'structuredClone'],
    ['crypto.randomUUID()', 'crypto'],
    ['[].toSorted()', 'toSorted'],
    ['Promise.withResolvers()', 'withResolvers'],
  ])('is tried without newer features: %s', (script, missing) => {
    expect(() => runInOldest(script, {})).toThrow(missing);
  });
});
