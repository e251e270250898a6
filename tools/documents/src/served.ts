import { ok } from 'node:assert/strict';
import { fakePostmark, fetchJson } from '@namecard/testing';
import { z } from 'zod';
import { origins } from './places.ts';
import { databaseUrl } from './server.ts';
import { bash, type Environment, type Running, until } from './shell.ts';
import { folder } from './workplace.ts';

export const postmark = await fakePostmark();

/** The settings of the service, which its commands share. */
export const settings: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl('namecard'),
  POSTMARK_SERVER_TOKEN: 'a-token',
  POSTMARK_API_URL: postmark.url,
  EMAIL_FROM: 'Namecard <hello@example.com>',
  ADMIN_EMAILS: 'admin@example.com',
  PUBLIC_URL: 'https://cards.example.com',
  TRUST_PROXY: '127.0.0.1',
  DATA_DIR: `${folder}/data`,
};

export const log = `${folder}/namecard.log`;

/** Services that run, by name. */
export const running = new Map<'service' | 'readme', Running>();

export async function stop(name: 'service' | 'readme'): Promise<void> {
  await running.get(name)?.stop();
  running.delete(name);
}

/** Runs a command with the settings of the service. */
export const withSettings = async (script: string, env: Environment = {}) =>
  bash(script, { env: { ...settings, ...env } });

/** Calls the REST interface. The call must succeed. */
export async function call(
  path: string,
  token?: string,
  json?: unknown,
  method?: string,
): Promise<unknown> {
  const { status, body } = await fetchJson(`${origins.service}/api/v1${path}`, {
    ...(token !== undefined && { token }),
    ...(json !== undefined && { json }),
    ...(method !== undefined && { method }),
  });
  ok(status < 300, `${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export const statusOf = async (origin: string, path: string, token: string) =>
  (await fetchJson(`${origin}/api/v1${path}`, { token })).status;

const SignedIn = z.object({
  data: z.object({ token: z.string(), user: z.object({ id: z.uuid() }) }),
});

export type Person = { token: string; id: string };

export async function exchange(email: string, otp: string): Promise<Person> {
  const body = await call('/auth/verify-code', undefined, { email, otp });
  const { token, user } = SignedIn.parse(body).data;
  return { token, id: user.id };
}

/** Signs in by a mailed code. */
export async function signIn(email: string): Promise<Person> {
  const mails = postmark.mails().length;
  await call('/auth/send-code', undefined, { email });
  const mail = await until(`a mail to ${email}`, async () =>
    postmark
      .mails()
      .slice(mails)
      .find(({ to }) => to === email),
  );
  return exchange(email, mail.subject.split(' ')[0] ?? '');
}

/** People whom the pages name, once they are signed in. */
export const people = new Map<'ann' | 'ben' | 'bob', Person>();

export function person(name: 'ann' | 'ben' | 'bob'): Person {
  const found = people.get(name);
  ok(found, `${name} has not signed in yet`);
  return found;
}
