import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mailedCode, useService } from '@namecard/testing';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const service = useService();
const next = 'node_modules/next/dist/bin/next';
const folder = import.meta.dirname;
let server: ChildProcess;
let browser: Browser;
let origin: string;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function run(...words: string[]): ChildProcess {
  const environment = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NAMECARD_URL: service().origin,
    NEXT_PUBLIC_NAMECARD_URL: service().origin,
  };
  return spawn(process.execPath, [next, ...words], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

beforeAll(async () => {
  const [status] = await once(run('build'), 'exit');
  if (status !== 0) throw new Error('next build failed');
  const port = await freePort();
  server = run('start', '-H', '127.0.0.1', '-p', String(port));
  origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      const { status: found } = await fetch(`${origin}/browser`);
      if (found !== 200) throw new Error(`${found}`);
    },
    { timeout: 60_000, interval: 200 },
  );
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.kill();
});

async function open(path: string) {
  const page = await browser.newPage();
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(error.message));
  await page.goto(`${origin}${path}`);
  return { page, mistakes };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByText(/Send again in \d+ s/).waitFor();
  await page.getByLabel('Code from the mail').fill(await mailedCode(service(), email));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('signs in on the server, which renders the page with a session that no script can read', async () => {
  const { page, mistakes } = await open('/');
  await signIn(page, 'server@example.com');
  await page.getByText('Signed in as server@example.com').waitFor();
  const drawn = await page.context().request.get(origin);
  expect(await drawn.text()).toContain('server@example.com');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({
    name: 'namecard.token',
    httpOnly: true,
    sameSite: 'Lax',
  });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  expect(mistakes).toEqual([]);
}, 120_000);

it('says why a code was refused on the server', async () => {
  const { page, mistakes } = await open('/');
  await page.getByLabel('Email').fill('wrong@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code from the mail').fill('not-the-code');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('That code didn’t work').waitFor();
  expect(mistakes).toEqual([]);
}, 120_000);

it('signs in in the browser, on a page that the server rendered first', async () => {
  const { page, mistakes } = await open('/browser');
  await signIn(page, 'browser@example.com');
  await page.getByText('Signed in in the browser').waitFor();
  await page.reload();
  await page.getByText('Signed in in the browser').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  expect(mistakes).toEqual([]);
}, 120_000);
