import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Serious and critical findings of axe on the page, in the dark and the light
 * scheme, one per line. Leaves the scheme light. Needs reduced motion, because
 * endless animations would never settle.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axeScript, 'utf8'));
  const findings: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change by short transitions. An inherited colour starts its
    // transition only after its parent's.
    await page.evaluate(async () => {
      while (document.getAnimations().length > 0) {
        await new Promise(requestAnimationFrame);
      }
    });
    // Otherwise axe also describes all passed elements.
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
