import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules whose result differs by scheme. */
const ofColours = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Serious and critical findings of axe on the page, one per line. Needs reduced
 * motion, because endless animations would never settle.
 * @param within the only part to look at
 */
export async function seriousFindings(
  page: Page,
  { within = 'html', rules = {} } = {},
): Promise<string[]> {
  await page.evaluate(await readFile(axeScript, 'utf8'));
  // A list is pale until its new rows have come. Colours change by short transitions.
  // An inherited colour starts its transition only after its parent's.
  await page.evaluate(async () => {
    const isPale = () => document.querySelector('[aria-busy="true"]:not(button)');
    while (isPale() || document.getAnimations().length > 0) {
      await new Promise(requestAnimationFrame);
    }
  });
  // Otherwise axe also describes all passed elements.
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${options})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The same in the light and the dark scheme. Leaves the scheme light. */
export async function findingsOfSchemes(page: Page): Promise<string[]> {
  const light = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousFindings(page, { rules: ofColours });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark, ${finding}`)];
}
