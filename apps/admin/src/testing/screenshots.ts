/** `node apps/admin/src/testing/screenshots.ts`: the README's pictures, taken of the service as `npm start -- --demo` runs it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailedCode, startService, type Addresses } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const admin = 'admin@example.com';

async function takePictures(page: Page, service: Addresses): Promise<void> {
  const picture = (name: string) =>
    page.screenshot({ path: join(repository, 'docs/images', `${name}.png`) });
  await page.goto(`${service.origin}/admin/?lane=reported`);
  await page.getByLabel('Email address').fill(admin);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code', { exact: true });
  await code.waitFor();
  await code.fill(await mailedCode(service, admin));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Reports' }).waitFor();
  await picture('desk');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('row').nth(3).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  // The map comes last.
  await page.locator('aside svg[role="img"]').waitFor();
  await page.keyboard.press('h');
  await page.getByRole('dialog', { name: /^Hide / }).waitFor();
  await picture('reasons');
}

const service = await startService({}, { args: ['--demo'] });
const browser = await openBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await takePictures(page, service);
} finally {
  await browser.close();
  await service.stop();
}
