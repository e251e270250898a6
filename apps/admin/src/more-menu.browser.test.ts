import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { focusedText, useShell } from './testing/shell.ts';

const shell = useShell();

const more = (page: Page) => page.getByRole('button', { name: 'More' });

describe('the menu', () => {
  it('opens by Enter, and End leads to signing out', async () => {
    const page = await shell().open('/');
    await more(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focusedText(page)).toContain('Sign out');
  });
});
