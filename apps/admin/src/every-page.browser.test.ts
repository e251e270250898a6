import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findingsOfSchemes } from './testing/browser.ts';
import { admin, everyPage, loaded, useShell } from './testing/shell.ts';
import { heading, signIn } from './testing/tab.ts';

const shell = useShell();

/** Targets that are too low or too narrow for a finger. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header button, header a, main button, main select, nav a',
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, p'))
      .map((element) => ({
        box: element.getBoundingClientRect(),
        html: element.outerHTML,
      }))
      .filter(({ box }) => box.height > 1 && (box.height < 43.5 || box.width < 24))
      .map(
        ({ box, html }) =>
          `${Math.round(box.width)} × ${Math.round(box.height)}: ${html.slice(0, 120)}`,
      ),
  );

const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [aria-hidden]), textarea';

/** Fields that an iPhone zooms in on, or in which it corrects names. */
const badFields = (page: Page): Promise<string[]> =>
  page.evaluate(
    (fields) =>
      [...document.querySelectorAll(fields)]
        .filter(
          (field) =>
            parseFloat(getComputedStyle(field).fontSize) < 16 ||
            (field.matches('input, [spellcheck="false"]') &&
              field.getAttribute('autocorrect') !== 'off'),
        )
        .map((field) => `a phone's field: ${field.outerHTML.slice(0, 120)}`),
    textFields,
  );

/** Bars of a list that need a second line. */
const brokenBars = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .sticky:has(> h1)')]
      .map((bar) => {
        const boxes = [...bar.children].map((part) => part.getBoundingClientRect());
        return boxes.map(({ top, height }) => Math.round(top + height / 2));
      })
      .filter((middles) => Math.max(...middles) - Math.min(...middles) > 2)
      .map((middles) => `a bar's parts are at ${middles.join(', ')}`),
  );

async function misfits(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...(overflow > 0 ? [`${overflow} too wide`] : []),
    ...(await smallTargets(page)),
  ];
}

/** What is wrong on each page, by its path. */
async function sweep(
  page: Page,
  look: (page: Page) => Promise<string[]>,
  pages = everyPage(shell().ownerId),
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const { path, name } of pages) {
    await page.goto(`${shell().service.origin}/admin${path}`);
    await loaded(page, name);
    const found = await look(page);
    if (found.length > 0) wrong[path] = found;
  }
  return wrong;
}

/** Where the focus is: on the page's heading or row, or elsewhere. */
const focusPlace = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const isOnPage = activeElement?.matches('main h1, main [role="row"]') ?? false;
    return isOnPage ? 'page' : (activeElement?.outerHTML ?? '').slice(0, 100);
  });

describe('a page', () => {
  it('has the focus after load, after a dialog, and after an element that goes', async () => {
    const page = await shell().open('/');
    // A case, a list, a page of one thing and a form stand for the others.
    const paths = new Set(['/', '/profiles', '/profiles/bob', '/invitations/new']);
    const pages = everyPage(shell().ownerId).filter(({ path }) => paths.has(path));
    const focus = async () => {
      const onPage = async () => {
        await expect.poll(() => focusPlace(page)).toBe('page');
      };
      await onPage();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await onPage();
      await page.getByRole('link', { name: /^Desk/ }).focus();
      await page.locator(':focus').blur();
      await onPage();
      return [];
    };
    await sweep(page, focus, pages);
  });

  it('has no serious finding of axe and a bar of one line, fits a phone of 390 and of 320 pixels with targets that are large enough, requests nothing from other origins and follows the content security policy', async () => {
    const page = await shell().openSignedOut('/', {
      viewport: { width: 1440, height: 900 },
      hasTouch: true,
      isMobile: true,
    });
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
    const wrong = await sweep(page, async () => {
      const found = [
        ...(await findingsOfSchemes(page)),
        ...(await badFields(page)),
        ...(await brokenBars(page)),
      ];
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        // A page takes a moment to change from two columns to one.
        await expect.poll(() => misfits(page), { message: page.url() }).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      return found;
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    const fields = await badFields(page);
    expect({ wrong, fields, outside, violations }).toEqual({
      wrong: {},
      fields: [],
      outside: [],
      violations: [],
    });
  });
});
