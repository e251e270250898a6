import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { pressKeys } from './routes/profiles/testing/grid.ts';
import {
  createProfiles,
  hiddenProfiles,
  openAs,
  resetProfiles,
  useFixture,
} from './testing/fixture.ts';
import { throttle } from './testing/throttle.ts';

const fixture = useFixture();

const names = ['ann', 'bob', 'cleo', 'dora', 'emil', 'fay'];

beforeEach(async () => {
  await resetProfiles(fixture());
  await fixture().database().deleteFrom('profiles').execute();
  await createProfiles(fixture(), 'owner@example.com', names);
});

const row = (page: Page) => page.locator('[role="row"][tabindex="0"]');

/** Opens a page with the focus on its first row, and counts what it changes. */
async function openRow(path: string): Promise<{ page: Page; changes: string[] }> {
  const page = await openAs(fixture(), fixture().adminToken, path);
  await page.locator('[role="grid"] [data-index]').first().waitFor();
  await row(page).focus();
  await page.waitForLoadState('networkidle');
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    // A batch names each of its calls. Searches for addresses are posted.
    const calls = new URL(request.url()).pathname.split(',');
    changes.push(...calls.filter((name) => !/desk\.(next|renew)|search/.test(name)));
  });
  return { page, changes };
}

async function settled(page: Page): Promise<void> {
  await page.getByText(/^Saving/).waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
}

/** Each with its key and what has the focus once it is open. */
const layers = [
  { name: 'the palette', path: '/profiles', key: 'Control+k' },
  { name: 'the palette, by / on a page without a search', path: '/?lane=new', key: '/' },
  { name: 'the help', path: '/profiles', key: '?' },
  { name: 'a note', path: '/?lane=new', key: 'n' },
  { name: 'a suspension', path: '/profiles', key: 's' },
  { name: 'the note of a decision', path: '/profiles', key: 'h n' },
];

const typed = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 10 });

describe('a layer that opens for the first time on a slow link', () => {
  it.each(layers)('gets all keys: $name', async ({ path, key }) => {
    const { page, changes } = await openRow(path);
    await throttle(page, 400);
    await pressKeys(page, key);
    await page.keyboard.type(fc.sample(typed, 1).join(''));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(page);
    expect(changes).toEqual([]);
    expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
  });
});

describe('a page that loads for the first time on a slow link', () => {
  it('leaves no key to the page before it', async () => {
    const { page, changes } = await openRow('/?lane=new');
    await throttle(page, 400);
    await pressKeys(page, 'g h Space 1 h');
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await settled(page);
    expect(changes).toEqual([]);
  });
});

describe('a layer that has just opened', () => {
  it('keeps Enter and Space from the button behind it, which has the focus', async () => {
    const { page } = await openRow('/?lane=new');
    await page.getByRole('button', { name: 'Hide' }).focus();
    const kept = await page.evaluate(async () => {
      const button = document.activeElement;
      const press = (key: string, options: KeyboardEventInit = {}) => {
        const event = { key, bubbles: true, cancelable: true, ...options };
        return button?.dispatchEvent(new KeyboardEvent('keydown', event)) === false;
      };
      const { promise, resolve } = Promise.withResolvers<unknown[]>();
      // It is called in the moment in which the layer is there.
      const observer = new MutationObserver(() => {
        if (document.querySelector('[role="dialog"]') === null) return;
        observer.disconnect();
        resolve([document.activeElement === button, press('Enter'), press(' ')]);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      press('k', { code: 'KeyK', ctrlKey: true });
      return promise;
    });
    expect(kept).toEqual([true, true, true]);
  });
});

describe('a dialog', () => {
  it('closes after another one that was open before', async () => {
    const { page } = await openRow('/?lane=new');
    for (const key of ['z', 'n']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
  });
});

describe('the help', () => {
  it('stays open at Space, which would leave the next keys to the page', async () => {
    const { page, changes } = await openRow('/profiles');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await pressKeys(page, 'Space h 1');
    await settled(page);
    await expect.poll(() => help.count()).toBe(1);
    expect(changes).toEqual([]);
  });
});

/** Holds a key: a keyboard repeats it. */
async function hold(page: Page, key: string): Promise<void> {
  for (let times = 0; times < 30; times += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
  await settled(page);
}

describe('a held key', () => {
  it('decides once, but moves on', async () => {
    const { page, changes } = await openRow('/?lane=new');
    await hold(page, '1');
    await expect.poll(() => hiddenProfiles(fixture())).toEqual(['ann']);
    await hold(page, '2');
    await hold(page, 'u');
    await expect.poll(() => hiddenProfiles(fixture())).toEqual(['ann']);
    await hold(page, 'Space');
    expect(changes.filter((name) => name.includes('desk.close'))).toHaveLength(1);
    await hold(page, 'j');
    await expect.poll(() => row(page).innerText()).toContain('fay');
    await page.getByRole('button', { name: 'Hide' }).focus();
    await hold(page, 'Enter');
    await expect.poll(() => page.getByRole('menu', { name: /^Hide/ }).count()).toBe(1);
    await expect.poll(() => hiddenProfiles(fixture())).toEqual(['ann']);
  });
});

describe('Space on the desk', () => {
  it('decides from a row, from the heading of the case, and where nothing has the focus, but a toast takes no key', async () => {
    const { page, changes } = await openRow('/?lane=new');
    await page.keyboard.press('Space');
    await page.locator('#case').focus();
    await page.keyboard.press('Space');
    await page.locator(':focus').blur();
    await page.keyboard.press('Space');
    await settled(page);
    await pressKeys(page, 'F6 1 Tab 1');
    await settled(page);
    expect(await hiddenProfiles(fixture())).toEqual([]);
    expect(changes.filter((name) => name.includes('desk.close'))).toHaveLength(3);
  });

  it('decides from nothing else', async () => {
    const { page, changes } = await openRow('/?lane=new');
    const places = page.locator('a, button, input, [tabindex]');
    for (const place of await places.all()) {
      const isMeant = await place.evaluate((one) => one.matches('[role="row"], #case'));
      const isShown = await place.isVisible();
      const says = isShown ? await place.innerText() : '';
      if (isMeant || !isShown || /^(Approve|Second look|New)/.test(says)) continue;
      await place.focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Escape');
      await page
        .getByRole('dialog')
        .or(page.getByRole('menu'))
        .waitFor({ state: 'detached' });
    }
    await settled(page);
    expect(changes).toEqual([]);
  });
});

type Press = { key: string; code: string } & Partial<
  Record<'shiftKey' | 'ctrlKey' | 'modifierAltGraph', true>
>;

/** Presses a key of another keyboard, which Playwright does not know. */
const pressOther = (page: Page, init: Press) =>
  page.evaluate(
    (given) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true }),
      ),
    init,
  );

describe('a digit', () => {
  it('decides on a French keyboard, in the reasons too, and not with a modifier', async () => {
    const { page } = await openRow('/?lane=new');
    await pressOther(page, { key: '&', code: 'Digit1' });
    await page.keyboard.press('h');
    const reasons = page.getByRole('menu', { name: /^Hide/ });
    await pressOther(page, { key: '!', code: 'Digit1', shiftKey: true });
    await pressOther(page, { key: '1', code: 'Digit1', ctrlKey: true });
    await pressOther(page, { key: 'ß', code: 'Minus' });
    await expect.poll(() => reasons.count()).toBe(1);
    await pressOther(page, { key: '"', code: 'Digit3' });
    await pressOther(page, { key: '¡', code: 'Digit1', modifierAltGraph: true });
    await settled(page);
    await expect.poll(() => hiddenProfiles(fixture())).toEqual(['bob', 'ann']);
  });
});

describe('the reasons', () => {
  it('close at Tab, and the key goes no further', async () => {
    const { page, changes } = await openRow('/?lane=new');
    const hide = page.getByRole('button', { name: 'Hide' });
    await hide.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Spam' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.getByRole('menu').count()).toBe(0);
    await expect
      .poll(() => hide.evaluate((one) => one === document.activeElement))
      .toBe(true);
    await settled(page);
    expect(changes).toEqual([]);
  });
});

describe('a dictated sentence', () => {
  it('changes nothing anywhere once the letters are off', async () => {
    const { page, changes } = await openRow('/?lane=new');
    await page.evaluate(() => localStorage.setItem('namecard.letters', 'off'));
    await page.reload();
    await row(page).waitFor();
    const places = ['[role="row"][tabindex="0"]', '#case', 'nav a', 'article a'];
    for (const place of places) {
      await page.locator(place).first().focus();
      await page.keyboard.type('hello my friend, 1 2 of us');
    }
    await page.locator(':focus').blur();
    await page.keyboard.type('hello my friend, 1 2 of us');
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.keyboard.type('hello my friend, 1 2 of us');
    await settled(page);
    expect(changes).toEqual([]);
  });
});
