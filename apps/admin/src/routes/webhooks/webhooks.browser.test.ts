import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderatorOf, openAs, useFixture } from '../../testing/fixture.ts';
import { rowOf } from '../../testing/list.ts';
import { codesOf, enterMailedCode } from '../../testing/mailed-codes.ts';

const fixture = useFixture();

/** A receiver on this machine, and its requests. */
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 204;
const receiver = createServer((request, response) => {
  const take = async () => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  };
  void take();
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/in`;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

describe('the page of webhooks', () => {
  it('creates one, shows its secret once, tests it, shows failed events, sends them again, and ends it', async () => {
    const page = await openAs(fixture(), fixture().adminToken, '/webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('user.updated').uncheck();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await enterMailedCode(page, codesOf(fixture()));
    await expect
      .poll(() => page.getByLabel('Secret', { exact: true }).inputValue())
      .toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('whsec_');
    const row = rowOf(page, url);
    await row.click();
    const section = page.getByRole('article', { name: url });
    await expect.poll(() => section.textContent()).toContain('Last acceptedNever');

    await section.getByRole('button', { name: 'Test' }).click();
    await page.getByText('It accepted the test: status 204').waitFor();
    expect(received.at(-1)?.body).toContain('webhook.test');

    status = 500;
    await moderatorOf(fixture(), 'told@example.com');
    await expect.poll(() => received.length).toBeGreaterThan(1);
    await page.reload();
    await row.getByText('1 not accepted').waitFor();
    await row.click();
    await section.getByText('Log', { exact: true }).click();
    const log = section.getByRole('list', {
      name: 'Events it did not accept, newest first',
    });
    await expect.poll(() => log.textContent()).toContain('user.created');
    await expect.poll(() => log.textContent()).toContain('status 500');
    status = 200;
    await section.getByRole('button', { name: 'Send all again' }).click();
    await expect.poll(() => section.textContent()).not.toContain('Not accepted');
    expect(received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/);

    await section.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    await section.getByRole('button', { name: 'End…' }).click();
    await page.getByRole('button', { name: 'End webhook' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.goto(`${fixture().service.origin}/admin/history`);
    await page
      .getByRole('row')
      .getByText(`ended the webhook ${new URL(url).host}`)
      .waitFor();
  });

  it('fits a narrow screen with a long address, also in the dialog that ends it', async () => {
    const viewport = { width: 360, height: 740 };
    const page = await openAs(fixture(), fixture().adminToken, '/webhooks', { viewport });
    await page.getByRole('button', { name: 'New webhook' }).click();
    const long = `127.0.0.1:9/${'a-token-of-its-own'.repeat(9)}`;
    await page.getByLabel('Address').fill(`https://${long}`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await enterMailedCode(page, codesOf(fixture()));
    await page.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, long).click();
    await page.getByRole('button', { name: 'End…' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'End webhook' }).waitFor();
    const widths = await dialog.evaluateAll((found) =>
      found
        .flatMap((one) => [one, ...one.querySelectorAll('*')])
        .map(({ scrollWidth, clientWidth }) =>
          clientWidth === 0 ? 0 : scrollWidth - clientWidth,
        ),
    );
    expect(Math.max(...widths)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'End webhook' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  });
});
