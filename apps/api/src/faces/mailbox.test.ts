import { readFile, stat, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appRouter } from '@namecard/router';
import {
  fetchJson,
  makeDataDirectory,
  refusal,
  requestCode,
  signIn,
  type Answer,
  type Settings,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { documentPaths, openApiDocument } from './openapi.ts';
import { keepMailboxUrl, mailboxKey } from './mailbox-url.ts';
import { startTestService, useService } from '../testing/start-service.ts';

const postmark = {
  POSTMARK_SERVER_TOKEN: 'a-token',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
  EMAIL_FROM: 'hello@example.com',
};

const adminFiles = globSync('**/*', {
  cwd: fileURLToPath(new URL('../../../admin/dist/', import.meta.url)),
});

describe('the test mailbox', () => {
  const service = useService();
  const mailbox = () => service().mailbox ?? '';
  const key = () => basename(mailbox());

  it('shows mails newest first, as JSON and as a page that can copy codes', async () => {
    await requestCode(service(), 'First@example.com');
    const code = await requestCode(service(), 'second@example.com');
    const { body } = await fetchJson(`${mailbox()}.json`);
    expect(body).toMatchObject([
      {
        to: 'second@example.com',
        subject: expect.stringMatching(new RegExp(`^${code} `)),
      },
      { to: 'first@example.com' },
    ]);
    const page = await fetchJson(mailbox());
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.body).toContain(code);
    const [, script = ''] = /<script src="([^"]+)"/.exec(String(page.body)) ?? [];
    expect(await fetchJson(`${service().origin}${script}`)).toMatchObject({
      status: 200,
    });
  });

  it.each(['', '.json'])('is at no other address that ends in %j', async (ending) => {
    const nowhere = await fetchJson(`${service().origin}/nowhere`);
    const [last = ''] = key().slice(-1);
    const wrong = [key().slice(0, -1), `${key()}${last}`, key().toUpperCase()];
    for (const other of [...wrong, '%00', 'a'.repeat(5_000)]) {
      const { status, body } = await fetchJson(
        `${service().origin}/dev/mailbox/${other}${ending}`,
      );
      expect({ other, status, body }).toEqual({ other, status: 404, body: nowhere.body });
    }
  });

  it.each([
    ['by another name of this machine', { host: 'cards.example.com' }],
    ['by a proxy that says so', { 'x-forwarded-for': '192.0.2.1' }],
  ])('is not reachable %s', async (_how, headers) => {
    const app = service().service.app;
    for (const url of [
      new URL(mailbox()).pathname,
      `${new URL(mailbox()).pathname}.json`,
    ]) {
      const sent = { host: '127.0.0.1', ...headers };
      expect((await app.inject({ url, headers: sent })).statusCode).toBe(404);
      expect((await app.inject({ url, headers: { host: '127.0.0.1' } })).statusCode).toBe(
        200,
      );
    }
  });

  it('has a key that appears in no page, answer, document, header or error, not even its own', async () => {
    const token = await signIn(service(), 'admin@example.com');
    const own = ['', '.json', '.json/', '/x', '?x=1'].map((ending) => mailbox() + ending);
    const others = [
      '/',
      '/docs',
      '/docs/moderation',
      '/dev/mailbox',
      '/dev/mailbox.js',
      '/dev/mailbox/wrong',
      '/%zz',
    ];
    const known = [
      '/healthz',
      '/readyz',
      '/metrics',
      '/webhooks/postmark',
      '/nowhere',
      '/admin/',
    ];
    const pages = [
      ...own,
      ...others,
      ...known,
      ...adminFiles.map((file) => `/admin/${file}`),
      ...Object.values(documentPaths),
    ];
    const calls = [
      ...(['public', 'moderation'] as const)
        .flatMap((name) => Object.keys(openApiDocument(name).paths))
        .map((path) => `/api/v1${path}`),
      ...Object.keys(appRouter._def.procedures).map((name) => `/trpc/${name}`),
    ];
    const ask = (path: string, method: string, accept: string): Promise<Answer> =>
      fetchJson(new URL(path, service().origin).href, {
        method,
        token,
        headers: { accept },
        ...(method === 'POST' && { json: {} }),
      });
    const read = [
      ['GET', '*/*'],
      ['POST', '*/*'],
    ] as const;
    const every = [
      ...read,
      ['GET', 'text/html'],
      ['HEAD', '*/*'],
      ['OPTIONS', '*/*'],
    ] as const;
    const asked = [
      ...pages.flatMap((path) => every.map((how) => [path, ...how] as const)),
      ...calls.flatMap((path) => read.map((how) => [path, ...how] as const)),
    ];
    for (const [path, method, accept] of asked) {
      const { headers, body } = await ask(path, method, accept);
      expect(
        `${path}: ${JSON.stringify([[...headers], body])}`.replace(mailbox(), ''),
      ).not.toContain(key());
    }
    const metrics = await fetchJson(`${service().origin}/metrics`);
    expect(metrics.body).toContain('route="/dev/mailbox/:key"');
    expect(metrics.body).not.toContain(key());
  });
});

describe('the mailbox does not exist', () => {
  it.each<[string, Settings]>([
    ['with a provider', postmark],
    ['in production', { ...postmark, NODE_ENV: 'production', DEV_MAILBOX: 'true' }],
    ['where others could read it', { HOST: '0.0.0.0' }],
    ['where it is switched off', { DEV_MAILBOX: 'false' }],
  ])('%s', async (_where, settings) => {
    const { origin, mailbox, stop } = await startTestService({ settings });
    expect(mailbox).toBeUndefined();
    const address = new URL(origin);
    address.hostname = '127.0.0.1';
    for (const path of [
      '/dev/mailbox',
      '/dev/mailbox/undefined',
      '/dev/mailbox/undefined.json',
    ]) {
      expect(refusal(await fetchJson(new URL(path, address).href))).toBe(
        '404 PATH_NOT_FOUND',
      );
    }
    await stop();
  });

  it('unless it is switched on outside production', async () => {
    const settings = { HOST: '0.0.0.0', DEV_MAILBOX: 'true' };
    const { mailbox, service, stop } = await startTestService({ settings });
    expect(await fetchJson(`${mailbox}.json`)).toMatchObject({ status: 200, body: [] });
    const headers = { host: 'cards.example.com', 'x-forwarded-for': '192.0.2.1' };
    const { pathname } = new URL(mailbox ?? '');
    expect((await service.app.inject({ url: pathname, headers })).statusCode).toBe(200);
    await stop();
  });
});

describe('the address of the mailbox', () => {
  it('is stored for the owner of the data directory, with one key for all ports', async () => {
    await using directory = await makeDataDirectory();
    const file = join(directory.path, 'mailbox-url');
    const settings = { DATA_DIR: directory.path };
    const first = await startTestService({ settings });
    expect(await readFile(file, 'utf8')).toBe(`${first.mailbox}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const next = await startTestService({ settings });
    expect(await readFile(file, 'utf8')).toBe(`${next.mailbox}\n`);
    expect(next.origin).not.toBe(first.origin);
    expect(basename(next.mailbox ?? '')).toBe(basename(first.mailbox ?? ''));
    await Promise.all([first.stop(), next.stop()]);
  });

  it('has another key in each directory, and a new one if the file has none', async () => {
    await using one = await makeDataDirectory();
    await using other = await makeDataDirectory();
    const keys = [await mailboxKey(one.path), await mailboxKey(other.path)];
    await keepMailboxUrl(one.path, 'http://127.0.0.1:3000', keys[0] ?? '');
    expect(await mailboxKey(one.path)).toBe(keys[0]);
    await writeFile(
      join(one.path, 'mailbox-url'),
      'http://127.0.0.1:3000/dev/mailbox/\n',
    );
    keys.push(await mailboxKey(one.path));
    expect(new Set(keys).size).toBe(3);
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{22}$/)));
  });
});
