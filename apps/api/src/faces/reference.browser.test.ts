import { signIn, useBrowser } from '@namecard/testing';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();
const browser = useBrowser();

/**
 * Opens the reference, blocks all requests to other origins and collects errors.
 */
async function openReference(
  path: string,
  options: Parameters<Browser['newPage']>[0],
): Promise<{ page: Page; mistakes: string[] }> {
  const page = await browser().newPage(options);
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      mistakes.push(message.text());
    }
  });
  await page.route(
    (url) => url.origin !== service().origin && /^(https?|wss?):$/.test(url.protocol),
    async (route) => {
      mistakes.push(`asked for ${route.request().url()}`);
      await route.abort();
    },
  );
  await page.goto(`${service().origin}${path}`);
  await page.getByRole('heading', { name: 'Namecard', exact: true }).waitFor();
  return { page, mistakes };
}

describe('the reference page', () => {
  it('links to the reference of moderation and back, light and wide, dark and narrow, and requests nothing from other origins', async () => {
    const { page, mistakes } = await openReference('/docs', {
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
    });
    await page.getByText('/auth/send-code').first().waitFor();
    await page.getByRole('link', { name: 'Moderation', exact: true }).click();
    await page.getByRole('heading', { name: 'Namecard moderation' }).waitFor();
    await page.getByText('/moderation/profiles/search').first().waitFor();
    await page.getByRole('link', { name: 'Members and programs' }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('heading', { name: 'Namecard', exact: true }).waitFor();
    await page.getByText('/auth/send-code').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(mistakes).toEqual([]);
    await page.close();
  });

  it('tries a call with a pasted token', async () => {
    const token = await signIn(service(), 'reader@example.com');
    const { page, mistakes } = await openReference('/docs#tag/users/GET/users/me', {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByPlaceholder('Token').first().fill(token);
    await page
      .getByRole('button', { name: /Test Request/i })
      .first()
      .click();
    await page.getByRole('button', { name: /Send/i }).first().click();
    await page.getByText('200 OK').waitFor();
    await page.getByText('reader@example.com').waitFor();
    expect(mistakes).toEqual([]);
    await page.close();
  });
});
