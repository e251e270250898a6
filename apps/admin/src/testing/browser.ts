import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Colours differ by scheme; nothing else that axe looks at does. */
const ofColours = ['color-contrast', 'link-in-text-block'];

const schemes = [
  { colorScheme: 'dark', rules: {} },
  { colorScheme: 'light', rules: { runOnly: ofColours } },
] as const;

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Serious and critical findings of axe on the page, in the dark and the light
 * scheme, one per line. Leaves the scheme light. Needs reduced motion, because
 * endless animations would never settle.
 * @param within the only part to look at
 */
export async function seriousFindings(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(await readFile(axeScript, 'utf8'));
  const findings: string[] = [];
  for (const { colorScheme, rules } of schemes) {
    await page.emulateMedia({ colorScheme });
    // Colours change by short transitions. An inherited colour starts its
    // transition only after its parent's.
    await page.evaluate(async () => {
      while (document.getAnimations().length > 0) {
        await new Promise(requestAnimationFrame);
      }
    });
    // Otherwise axe also describes all passed elements.
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(within)}, ${options})`,
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
