import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { mailedCode, signIn } from '@namecard/testing';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';

const service = useService({
  settings: { PUBLIC_PROFILES: 'true', ADMIN_EMAILS: 'boss@example.com' },
});
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
});

afterAll(async () => browser.close());

const openPhone = async (): Promise<Page> => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto(service().origin);
  return page;
};

const follow = async (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).click();

const press = async (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

const says = async (page: Page, text: string) => page.getByText(text).first().waitFor();

async function signInBy(page: Page, email: string): Promise<void> {
  await page.goto(`${service().origin}/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Send code');
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(service(), email));
  await press(page, 'Sign in');
  await page.getByRole('heading', { name: 'My cards' }).waitFor();
}

/**
 * What axe finds, in both schemes and in forced colours, and whether the page is wider than the window. Its script can't run
 * where none may: it reads a copy.
 */
async function findingsOf(page: Page): Promise<string[]> {
  const html = await page.content();
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const copy = await context.newPage();
  const findings: string[] = [];
  for (const look of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const) {
    await copy.emulateMedia(look);
    await copy.setContent(html);
    await copy.evaluate(await readFile(axe, 'utf8'));
    const { violations } = await copy.evaluate<AxeResults>(
      "axe.run(document, { resultTypes: ['violations'] })",
    );
    findings.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${page.url()}, ${JSON.stringify(look)}, ${id}: ${nodes.map((node) => node.html).join(' ')}`,
      ),
    );
    const width = await copy.evaluate<number>('document.documentElement.scrollWidth');
    if (width > 320) findings.push(`${page.url()} is ${width} px wide`);
  }
  await context.close();
  return findings;
}

describe('the pages without a line of script, at 320 px', () => {
  it('let a member sign in, keep a card, appeal and sign out', async () => {
    const page = await openPhone();
    const seen: string[] = await findingsOf(page);
    const look = async () => void seen.push(...(await findingsOf(page)));

    await follow(page, 'Sign in');
    await look();
    await page.getByLabel('Email address').fill('ann@example.com');
    await press(page, 'Send code');
    await look();
    await page.getByLabel('Code', { exact: true }).fill('no code');
    await press(page, 'Sign in');
    await says(page, 'The code is wrong');
    await look();
    const code = await mailedCode(service(), 'ann@example.com');
    await page.getByLabel('Code', { exact: true }).fill(code);
    await press(page, 'Sign in');
    await says(page, 'You have no card yet.');
    await look();

    await page.getByLabel('Username').fill('not a name');
    await press(page, 'Create card');
    await page.locator('#username-wrong').waitFor();
    await look();
    await page.getByLabel('Username').fill('ann');
    await press(page, 'Create card');
    await page.getByLabel('About you').fill('I play the Caro-Kann, badly.');
    await page.getByLabel('Website').fill('https://ann.example.com/');
    await press(page, 'Save');
    await says(page, 'Saved.');
    await says(page, 'ann.example.com');
    await page.getByLabel('Latitude').fill('48.2081');
    await page.getByLabel('Longitude').fill('16.3738');
    await press(page, 'Save place');
    // Strangers are shown it rounded.
    await says(page, '48.2° N, 16.4° E');
    await look();
    await follow(page, 'Delete this card');
    await look();
    await follow(page, 'Keep it');

    const boss = trpcClient(
      service().origin,
      await signIn(service(), 'boss@example.com'),
    );
    const hide = { username: 'ann', reason: 'spam', note: 'Fewer links.' } as const;
    await boss.moderation.profiles.hide.mutate(hide);
    await follow(page, 'My cards');
    await says(page, 'Fewer links.');
    await look();
    await page.getByLabel('Why you ask for another look').fill('There is one link.');
    await press(page, 'Ask for another look');
    await says(page, 'Your request was sent');
    await look();

    await follow(page, 'My account');
    await page.getByLabel('Your name as a member').fill('ann');
    await press(page, 'Save');
    await says(page, 'Saved.');
    await says(page, 'This browser');
    await look();
    await press(page, 'Sign out');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto(`${service().origin}/me`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(seen).toEqual([]);
    await page.context().close();
  });

  it('let a stranger look a card up and report it, and a member end a session', async () => {
    const member = await openPhone();
    await signInBy(member, 'bea@example.com');
    await member.getByLabel('Username').fill('bea');
    await press(member, 'Create card');
    await member.getByRole('heading', { name: 'bea', level: 1 }).waitFor();

    const stranger = await openPhone();
    await stranger.getByLabel('Look up a card').fill('@bea');
    await press(stranger, 'Look up');
    await follow(stranger, 'Report');
    await stranger.getByRole('heading', { name: 'Report bea' }).waitFor();
    const seen = await findingsOf(stranger);
    await press(stranger, 'Send report');
    await says(stranger, 'Choose a reason.');
    seen.push(...(await findingsOf(stranger)));
    await stranger.getByLabel('Pretends to be somebody else').check();
    await stranger.getByLabel('Details').fill('I am Bea.');
    await press(stranger, 'Send report');
    await says(stranger, 'Your report was sent');
    seen.push(...(await findingsOf(stranger)));

    const elsewhere = await openPhone();
    await signInBy(elsewhere, 'bea@example.com');
    await follow(elsewhere, 'My account');
    seen.push(...(await findingsOf(elsewhere)));
    await elsewhere.getByRole('button', { name: /^End the session/ }).click();
    await elsewhere
      .getByRole('button', { name: /^End the session/ })
      .waitFor({ state: 'detached' });
    await follow(member, 'My account');
    await says(member, 'You are no longer signed in.');
    expect(seen).toEqual([]);
    for (const page of [member, stranger, elsewhere]) await page.context().close();
  });
});
