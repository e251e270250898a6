import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { everyPage, loaded, useShell } from './testing/shell.ts';

const shell = useShell();

describe('every page', () => {
  it.each([390, 1440])('has no serious finding of axe, %i pixels wide', async (width) => {
    const page = await shell().open('/', { viewport: { width, height: 900 } });
    const findings: Record<string, string[]> = {};
    for (const { path, name } of everyPage(shell().ownerId)) {
      await page.goto(`${shell().service.origin}/admin${path}`);
      await loaded(page, name);
      const found = await seriousFindings(page);
      if (found.length > 0) {
        findings[path] = found;
      }
    }
    expect(findings).toEqual({});
  });
});
