import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/**
 * What axe finds on the page that is serious or critical, dark and light, a line each, where no theme was chosen. Leaves the
 * system's theme light. Without reduced motion it would wait for animations that have no end.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axeScript, 'utf8'));
  const findings: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change by short transitions, and an element that inherits a colour starts its own only after its parent's.
    await page.evaluate(async () => {
      while (document.getAnimations().length > 0) {
        await new Promise(requestAnimationFrame);
      }
    });
    // Otherwise axe describes every element that passed, too.
    const { violations } = await page.evaluate<AxeResults>(
      "axe.run(document, { resultTypes: ['violations'] })",
    );
    findings.push(
      ...violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        ),
    );
  }
  return findings;
}
