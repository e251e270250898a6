import { equal } from 'node:assert/strict';
import { fakePostmark, fetchJson } from '@namecard/testing';
import { z } from 'zod';
import { origins } from './places.ts';
import { databaseUrl } from './server.ts';
import { bash, type Environment, until } from './shell.ts';
import { folder } from './workplace.ts';

export const postmark = await fakePostmark();

/** The settings of the service, which its commands share. */
export const settings: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl('namecard'),
  SECRET_KEY: 'of-the-documents-'.repeat(2),
  POSTMARK_SERVER_TOKEN: 'a-token',
  POSTMARK_API_URL: postmark.url,
  EMAIL_FROM: 'Namecard <hello@example.com>',
  ADMIN_EMAILS: 'admin@example.com',
  PUBLIC_URL: 'https://cards.example.com',
  TRUST_PROXY: '127.0.0.1',
  DATA_DIR: `${folder}/data`,
};

/** Runs a command with the settings of the service. */
export const withSettings = async (script: string, env: Environment = {}) =>
  bash(script, { env: { ...settings, ...env } });

async function call(path: string, json: unknown, token = ''): Promise<unknown> {
  const address = `${origins.service}/api/v1${path}`;
  const { status, body } = await fetchJson(address, { token, json });
  equal(status, 200, JSON.stringify(body));
  return body;
}

export const statusOf = async (origin: string, path: string, token: string) =>
  (await fetchJson(`${origin}/api/v1${path}`, { token })).status;

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/** Signs in by a mailed code, makes a profile, and returns the token. */
export async function join(name: string, referral: string): Promise<string> {
  const email = `${name}@example.com`;
  await call('/auth/send-code', { email });
  const mail = await until(`a mail to ${email}`, async () =>
    postmark.mails().find(({ to }) => to === email),
  );
  const otp = mail.subject.split(' ')[0] ?? '';
  const { token } = SignedIn.parse(await call('/auth/verify-code', { email, otp })).data;
  await call('/profiles', { username: name, referral }, token);
  return token;
}
