import { describe, expect, it } from 'vitest';
import { admin, everyPage, loaded, useShell } from './testing/shell.ts';
import { heading, signIn } from './testing/tab.ts';

const shell = useShell();

describe('every page', () => {
  it.each([320, 390])(
    'fits a phone of %i pixels, with targets that are large enough',
    async (width) => {
      const page = await shell().open('/', {
        viewport: { width, height: 700 },
        hasTouch: true,
        isMobile: true,
      });
      const wrong: string[] = [];
      for (const { path, name } of everyPage(shell().ownerId)) {
        await page.goto(`${shell().service.origin}/admin${path}`);
        await loaded(page, name);
        const overflow = await page.evaluate(
          () =>
            document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        const small = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'header button, header a, main button, main select',
            ),
          ]
            .filter(
              (element) => element.checkVisibility() && !element.closest('.sr-only, p'),
            )
            .map((element) => ({
              box: element.getBoundingClientRect(),
              html: element.outerHTML,
            }))
            .filter(({ box }) => box.height > 1 && box.height < 43.5)
            .map(({ box, html }) => `${Math.round(box.height)}: ${html.slice(0, 120)}`),
        );
        wrong.push(...(overflow > 0 ? [`${path} is ${overflow} too wide`] : []));
        wrong.push(...small.map((target) => `${path} ${target}`));
      }
      expect(wrong).toEqual([]);
    },
  );

  it('requests nothing from other origins and follows the content security policy', async () => {
    const page = await shell().openSignedOut('/');
    const outside: string[] = [];
    const violations: string[] = [];
    page.on('request', (request) => {
      if (
        !request.url().startsWith(shell().service.origin) &&
        !request.url().startsWith('blob:')
      ) {
        outside.push(request.url());
      }
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        violations.push(message.text());
      }
    });
    await signIn(page, shell().service, admin);
    await heading(page, 'Desk').waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const { path, name } of everyPage(shell().ownerId)) {
      await page.goto(`${shell().service.origin}/admin${path}`);
      await loaded(page, name);
    }
    expect({ outside, violations }).toEqual({ outside: [], violations: [] });
  });
});
