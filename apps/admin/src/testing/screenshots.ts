/**
 * `node apps/admin/src/testing/screenshots.ts` makes the README's pictures from
 * the service with `--demo`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailedCode, startService, type Addresses, openBrowser } from '@namecard/testing';
import type { Page } from 'playwright-core';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const admin = 'admin@example.com';

async function takeDesk(page: Page, service: Addresses): Promise<void> {
  await page.goto(`${service.origin}/admin/?lane=reported`);
  await page.getByLabel('Email address').fill(admin);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  await code.fill(await mailedCode(service, admin));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Reports' }).waitFor();
  await page.screenshot({ path: join(repository, 'docs/images', 'desk.png') });
}

/** A member's own card and the form that changes it. */
async function takeCard(page: Page, service: Addresses): Promise<void> {
  const email = 'mira@example.com';
  await page.goto(`${service.origin}/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(await mailedCode(service, email));
  await page.keyboard.press('Enter');
  await page.getByLabel('Username').fill('mira.lindqvist');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name and what you do').fill('Mira Lindqvist, bookbinder');
  const about = 'I play the Caro-Kann, badly. Ask me about paper.';
  await page.getByLabel('More about you').fill(about);
  await page.getByLabel('X', { exact: true }).fill('https://x.com/mira');
  await page.getByLabel('Website').fill('https://mira.example.com/bücher');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.goto(`${service.origin}/me/cards/mira.lindqvist`);
  await page.screenshot({ path: join(repository, 'docs/images', 'card.png') });
}

const service = await startService({ PUBLIC_PROFILES: 'true' }, { demo: true });
const browser = await openBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await takeDesk(page, service);
  await takeCard(page, service);
} finally {
  await browser.close();
  await service.stop();
}
