import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../../testing/browser.ts';
import { openAs, useFixture } from '../../testing/fixture.ts';
import { rowOf } from '../../testing/list.ts';
import { callService } from '../../testing/call-service.ts';
import { codesOf, enterMailedCode } from '../../testing/mailed-codes.ts';
import { asAdmin } from '../../testing/subjects.ts';

const fixture = useFixture();

describe('the page of service keys', () => {
  it('creates a key, shows it once for copying, ends it, and is named in the history', async () => {
    const { service, adminToken } = fixture();
    const page = await openAs(fixture(), adminToken, '/keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('heading', { name: 'No service key yet' }).waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create key' });
    await dialog.getByLabel('Name').fill('Nightly check');
    await expect.poll(() => create.isDisabled()).toBe(true);
    await dialog.getByLabel(/Read profiles/).check();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/keys\.create/, async (route) => {
      await released;
      await route.continue();
    });
    await create.click();
    // Whoever does not wait is still shown what can't be shown again.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    release();
    await enterMailedCode(page, codesOf(fixture()));
    const token = await dialog.getByLabel('Key', { exact: true }).inputValue();
    expect(token).toMatch(/^nk_/);
    // The pointer is on the button, where the one that confirmed the code was.
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    await dialog.getByText('Copied').waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(token);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = rowOf(page, 'Nightly check');
    await row.getByText('In use').waitFor();
    expect(await page.content()).not.toContain(token);
    const program = callService(service, token);
    expect((await program.profiles.list.query({})).data.profiles).toEqual([]);

    await row.click();
    await page.getByRole('button', { name: 'End the key Nightly check' }).click();
    await page.getByRole('button', { name: 'End key', exact: true }).click();
    await row.getByText('Ended').waitFor();
    await expect(program.profiles.list.query({})).rejects.toThrow(/not valid/);
    await page.goto(`${service.origin}/admin/history`);
    await page.getByRole('row').getByText('created the key “Nightly check”').waitFor();
  });

  it('names each key in the history of its maker', async () => {
    const { adminToken } = fixture();
    const { moderation, users } = asAdmin(fixture());
    for (const name of ['First', 'Second']) {
      await moderation.keys.create.mutate({ name, scopes: ['profiles:read'], days: 7 });
    }
    const { id } = (await users.me.query()).data.user;
    const page = await openAs(fixture(), adminToken, `/users/${id}`);
    const history = page.getByRole('region', { name: 'History' });
    await expect.poll(() => history.getByText('“First”').isVisible()).toBe(true);
  });
});
