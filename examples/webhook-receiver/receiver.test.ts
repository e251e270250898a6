import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { confirmationCode, fetchJson, signIn, useService } from '@namecard/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';

const script = fileURLToPath(new URL('./receiver.ts', import.meta.url));

const service = useService();

const Made = z.object({
  result: z.object({
    data: z.object({
      data: z.object({ webhook: z.object({ id: z.string() }), secret: z.string() }),
    }),
  }),
});

/** Runs the receiver and collects its output. */
async function run(secret: string, port: string) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: port },
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitUntil(() => said.includes('Listening'), { timeout: 60_000 });
  return { said: () => said, port: /port (\d+)/.exec(said)?.[1] ?? '' };
}

it('handles each change of a profile once, and refuses forged messages', async () => {
  const { origin } = service();
  const token = await signIn(service(), 'admin@example.com');
  const call = async (procedure: string, json: object) => {
    const address = `${origin}/trpc/${procedure}`;
    const answer = await fetchJson(address, { token, json });
    if (answer.status !== 403) return answer.body;
    const code = await confirmationCode(service());
    return (await fetchJson(address, { token, json: { ...json, code } })).body;
  };
  // The receiver needs the secret to start, and the webhook needs the receiver's
  // port. So the webhook gets the right address later.
  const somewhere = {
    url: 'http://127.0.0.1:9/',
    kinds: ['profile.created', 'profile.updated'],
  };
  const { webhook, secret } = Made.parse(await call('webhooks.create', somewhere)).result
    .data.data;
  const receiver = await run(secret, '0');
  const url = `http://127.0.0.1:${receiver.port}/`;
  await call('webhooks.update', { id: webhook.id, ...somewhere, url });
  await call('webhooks.test', { id: webhook.id });
  await call('profiles.create', { username: 'told', referral: '' });
  await vi.waitUntil(() => receiver.said().includes('profile.created told'), {
    timeout: 60_000,
  });
  await fetchJson(`${origin}/api/v1/profiles/told/socials`, {
    method: 'PATCH',
    token,
    json: { about: 'Hello' },
  });
  await vi.waitUntil(() => receiver.said().includes('profile.updated told'), {
    timeout: 60_000,
  });
  expect(receiver.said().match(/told/g)).toHaveLength(2);
  const forged = await fetch(url, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(401);
});
