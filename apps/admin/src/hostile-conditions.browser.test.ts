import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { admin, everyPage, loaded, owner, useShell } from './testing/shell.ts';
import { heading, heldToken, signIn } from './testing/tab.ts';
import { translate } from './testing/translate.ts';
import { shownParameter } from './testing/shown-search.ts';

const shell = useShell();

/** One handler keeps keys from every page: a list with a case, and one with boxes, stand for all. */
const pagesOfKeys = () =>
  everyPage(shell().ownerId).filter(({ path }) => ['/', '/profiles'].includes(path));

const addressOf = (path: string) => `${shell().service.origin}/admin${path}`;

/**
 * Collects errors from now on: exceptions, and the page that says something
 * broke.
 */
function watch(page: Page): () => Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return async () => {
    const broken = await page.getByRole('alert').filter({ hasText: 'broke' }).count();
    return [...errors, ...(broken > 0 ? ['the page broke'] : [])];
  };
}

/** The page's text with normalised spaces. Relative times keep changing. */
async function textOf(page: Page, { apartFrom = 'none' } = {}): Promise<string> {
  const text = await page.evaluate((selector) => {
    const left = document.querySelector<HTMLElement>(selector)?.innerText ?? '';
    return document.body.innerText.replace(left, '');
  }, apartFrom);
  return text
    .replaceAll(/[«»]/g, '')
    .replaceAll(/just now|\d+ (second|minute|hour)s? ago/g, 'a while ago')
    .replaceAll(/\b(now|\d+ min)$/gm, 'now')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/^ | $/gm, '');
}

/**
 * The same without the case, which loads after its row has the focus. The desk
 * shows it above the list.
 */
const textBesideCase = (page: Page) =>
  textOf(page, {
    apartFrom: new URL(page.url()).pathname === '/admin/' ? 'article' : 'aside',
  });

/** Opens a layer by a key and closes it. */
const glanceAt = async (page: Page, key: string) => {
  const layer = page.getByRole('dialog').or(page.getByRole('menu'));
  await page.keyboard.press(key);
  await layer.waitFor();
  await page.keyboard.press('Escape');
  await layer.waitFor({ state: 'detached' });
};

/** Opens a dialog by its button and closes it. */
const glanceBy = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

const selectedRows = (page: Page) => page.locator('[role="row"][aria-selected="true"]');

const searchIn = async (page: Page) => {
  for (const field of await page.getByRole('searchbox').all()) {
    await field.fill('zzz');
    await page.getByRole('heading', { name: /fits|Nothing/ }).waitFor();
    await field.fill('');
    await page
      .getByRole('heading', { name: /fits|Nothing/ })
      .waitFor({ state: 'detached' });
  }
};

/** Opens the filters, chooses another value and closes them. */
const chooseIn = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /Filter/ }).click();
  await page.getByRole('combobox', { name }).selectOption({ index: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Actions without lasting changes on the pages that stand for all, by their path. */
const acts: Record<string, (page: Page) => Promise<void>> = {
  '/': (page) => actInFrame(page),
  '/profiles': async (page) => {
    await searchIn(page);
    await page.getByRole('link', { name: /Hidden/ }).click();
    await page.getByRole('row').nth(1).waitFor();
    await page.goBack();
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect.poll(() => selectedRows(page).count()).toBe(1);
    await glanceAt(page, 'h');
    await page.keyboard.press('Escape');
    await expect.poll(() => selectedRows(page).count()).toBe(0);
    await glanceBy(page, /Filter/);
  },
  '/history': async (page) => {
    await searchIn(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'History' }).waitFor();
    await page.goBack();
    await chooseIn(page, 'Reason');
  },
  '/users/ID': async (page) => {
    for (const key of ['c', 'h', 's']) {
      await glanceAt(page, key);
    }
  },
  '/keys': async (page) => glanceBy(page, /New key/),
};

const more = (page: Page) => page.getByRole('button', { name: 'More' });

/** What every page has: menu, palette, help. */
const actInFrame = async (page: Page) => {
  await more(page).click();
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Command palette' });
  await field.fill('zzz');
  await page.getByRole('heading', { name: /Nothing found/ }).waitFor();
  await field.fill('cleo');
  await page.getByRole('option', { name: /cleo/ }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await glanceAt(page, '?');
};

const actsOn = (path: string) => acts[path.replace(shell().ownerId, 'ID')];

/** A page in a browser that blocks site data. */
const openBlocked = async (...names: string[]): Promise<Page> => {
  const page = await shell().openSignedOut('/start.js');
  await page.addInitScript((blocked) => {
    for (const name of blocked) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  }, names);
  return page;
};

/** Navigates like a link, without loading the app again. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => window.history.pushState(null, '', to), addressOf(path));

const signInAt = async (page: Page) => {
  await page.goto(addressOf('/'));
  await signIn(page, shell().service, admin);
  await heading(page, 'Desk').waitFor();
};

describe('a translated page', () => {
  it('works and has the same content as in English without storage, keeps names and keys, and shows what was done and undone', async () => {
    const page = await shell().open('/');
    const english = await openBlocked('sessionStorage', 'localStorage');
    const wrong = [watch(page), watch(english)];
    await signInAt(english);
    const headings: (string | null)[] = [];
    for (const { path, name } of everyPage(shell().ownerId)) {
      const act = actsOn(path);
      if (!act) continue;
      await page.goto(addressOf(path));
      await follow(english, path);
      await loaded(page, name);
      await loaded(english, name);
      await translate(page);
      headings.push(await heading(page, name).textContent());
      await Promise.all([act(page), act(english)]);
      for (const errors of wrong) expect([path, await errors()]).toEqual([path, []]);
      await expect
        .poll(async () => (await textOf(page)) === (await textOf(english)), {
          message: path,
        })
        .toBe(true);
    }

    expect(headings).toContain(owner);
    expect(headings).toContain('«Profiles»');

    await page.goto(addressOf('/profiles?sort=username'));
    await loaded(page, 'Profiles');
    await translate(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    const shown = await page.locator('kbd').allTextContents();
    expect(shown).toContain('G');
    expect(shown.filter((key) => key.includes('«'))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const row = page.getByRole('row').filter({ hasText: 'cleo' });
    await page.getByLabel('Select cleo').click();
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: /Hide/ }).waitFor();
    await page.keyboard.press('Enter');
    await row.getByText('Hidden').waitFor();
    await page.keyboard.press('u');
    await row.getByText('Hidden').waitFor({ state: 'detached' });
    for (const errors of wrong) expect(await errors()).toEqual([]);
  });
});

/** Keys that an input method uses itself, and some shortcuts. */
const keys = [
  'Enter',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  ' ',
  'Tab',
  '1',
  'j',
  'x',
  'h',
  '?',
];

/**
 * Presses keys on every focusable place, as an input method does during
 * composition. Returns the keys that the page handled.
 */
const compose = (page: Page) =>
  page.evaluate((pressed) => {
    const places =
      'input, textarea, [role="row"][tabindex], [data-entry], [role="combobox"], [role="radio"], button';
    const isInLayer = document.querySelector('[role="dialog"]') !== null;
    const within = isInLayer ? '[role="dialog"]' : 'body';
    const targets = [
      ...document.querySelectorAll<HTMLElement>(`${within} :is(${places})`),
    ];
    // Safari marks the last key of a composition only by its code.
    const forms = [{ isComposing: true }, { isComposing: false }];
    return targets.flatMap((target) => {
      target.focus();
      return pressed.flatMap((key) =>
        forms
          .map((form) => {
            const options = { key, keyCode: 229, bubbles: true, cancelable: true };
            return new KeyboardEvent('keydown', { ...options, ...form });
          })
          .filter((event) => !target.dispatchEvent(event))
          .map(() => `${target.outerHTML.slice(0, 80)}: ${key}`),
      );
    });
  }, keys);

describe('a composing input method', () => {
  it('gets all keys on a page, in fields, in reasons and their notes, and in the palette', async () => {
    // Too narrow for a case beside the list.
    const page = await shell().open('/', { viewport: { width: 1200, height: 800 } });
    const wrong = watch(page);
    for (const { path, name } of pagesOfKeys()) {
      await page.goto(addressOf(path));
      await loaded(page, name);
      const before = [page.url(), await textBesideCase(page)];
      expect([path, await compose(page)]).toEqual([path, []]);
      // A focused field shows its help.
      await page.locator(':focus').blur();
      expect([page.url(), await textBesideCase(page)]).toEqual(before);
      expect(await page.getByRole('dialog').count()).toBe(0);
      if (path !== '/profiles') continue;
      const field = page.getByRole('searchbox');
      await field.fill('かな');
      expect([path, await compose(page)]).toEqual([path, []]);
      await expect.poll(() => field.inputValue()).toBe('かな');
      await field.press('Escape');
      await expect.poll(() => field.inputValue()).toBe('');
    }

    await page.goto(addressOf('/profiles/ann'));
    await loaded(page, 'ann');
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: 'Hide ann' }).waitFor();
    await page.keyboard.press('n');
    const note = page.getByLabel('Note for the owner');
    await note.fill('かな');
    expect(await compose(page)).toEqual([]);
    await expect.poll(() => note.inputValue()).toBe('かな');
    await expect
      .poll(() => page.getByRole('dialog', { name: 'Hide ann: Spam' }).isVisible())
      .toBe(true);
    expect(await page.getByText('Saving').count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('cleo');
    await page.getByRole('option', { name: /cleo/ }).waitFor();
    expect(await compose(page)).toEqual([]);
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/admin/profiles/ann');
    expect(await wrong()).toEqual([]);
  });
});

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const letters = (page: Page) => help(page).getByRole('checkbox');

const closeHelp = async (page: Page) => {
  await page.keyboard.press('Escape');
  await help(page).waitFor({ state: 'detached' });
};

/** Switches the shortcuts of single characters off or on, in their list. */
const switchLetters = async (page: Page, isOn: boolean) => {
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await letters(page).setChecked(isOn);
  await closeHelp(page);
};

describe('blocked storage', () => {
  it('lets people sign in and switch shortcuts off until the page is closed, if one or all storage is blocked or full', async () => {
    const page = await openBlocked('sessionStorage', 'localStorage');
    const errors = watch(page);
    await signInAt(page);
    await page.reload();
    await page.getByLabel('Email address').waitFor();

    const noSession = await openBlocked('sessionStorage');
    const wrong = [errors, watch(noSession)];
    await signInAt(noSession);

    const full = await shell().openSignedOut('/start.js');
    await full.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    wrong.push(watch(full));
    await signInAt(full);
    await follow(full, '/users');
    await heading(full, 'Users').waitFor();
    await expect.poll(() => heldToken(full)).toBe('');

    const noLocal = await openBlocked('localStorage');
    wrong.push(watch(noLocal));
    await signInAt(noLocal);
    await switchLetters(noLocal, false);
    await noLocal.keyboard.press('?');
    await follow(noLocal, '/users');
    await heading(noLocal, 'Users').waitFor();
    expect(await noLocal.getByRole('dialog').count()).toBe(0);
    for (const found of wrong) expect(await found()).toEqual([]);
  });
});

describe('shortcuts of single characters', () => {
  it('can be switched off, and then do nothing on a page, also after a reload, but others work', async () => {
    const page = await shell().open('/history');
    await loaded(page, 'History');
    await page.keyboard.press('?');
    await letters(page).uncheck();
    expect(await seriousFindings(page)).toEqual([]);
    await closeHelp(page);
    for (const { path, name } of pagesOfKeys()) {
      await page.goto(addressOf(path));
      await loaded(page, name);
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus(),
      );
      const before = [page.url(), await textBesideCase(page)];
      await page.keyboard.type('jameshellogpxXuUcrs?/');
      expect([page.url(), await textBesideCase(page)]).toEqual(before);
      expect([path, await page.getByRole('dialog').count()]).toEqual([path, 0]);
      await glanceAt(page, 'Control+k');
    }
    await switchLetters(page, true);
    await page.keyboard.press('?');
    await help(page).waitFor();
  });
});

describe('an old browser', () => {
  /** What an old browser lacks, by the newest missing feature. */
  const lacks = {
    'light-dark()': () => {
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (...[what, value]: string[]) =>
        what === 'color' ? false : supports(what ?? '', value ?? '');
    },
    'CSS.supports()': () => Reflect.deleteProperty(CSS, 'supports'),
    'Map.groupBy()': () => Reflect.deleteProperty(Map, 'groupBy'),
    'Promise.withResolvers()': () => Reflect.deleteProperty(Promise, 'withResolvers'),
    'Array.prototype.toSorted()': () =>
      Reflect.deleteProperty(Array.prototype, 'toSorted'),
    modules: () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
  } as const;

  it('gets a message in place of the app, whatever it lacks, without findings of axe', async () => {
    const tooOld = (page: Page) =>
      page.getByRole('alert').getByText('This browser is too old').waitFor();
    for (const lack of Object.values(lacks)) {
      const page = await shell().openSignedOut('/start.js');
      await page.addInitScript(lack);
      await page.goto(addressOf('/'));
      await tooOld(page);
      expect(await page.getByRole('textbox').count()).toBe(0);
    }
    const page = await shell().open('/start.js');
    await page.addInitScript(lacks['Map.groupBy()']);
    await page.goto(addressOf('/users'));
    await tooOld(page);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('gets a message if a script fails before anything is shown, from a script of ECMAScript 5', async () => {
    for (const body of ['let of = ;', 'throw new Error("no")', undefined]) {
      const page = await shell().openSignedOut('/start.js');
      await page.route(/assets\/index-.*\.js$/, (route) =>
        body === undefined
          ? route.abort()
          : route.fulfill({ contentType: 'text/javascript', body }),
      );
      await page.goto(addressOf('/users'));
      await page.getByRole('alert').getByText('This page did not start').waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
    }
    const source = await (await fetch(addressOf('/start.js'))).text();
    expect(source).not.toMatch(/=>|`|\b(let|const|class|async)\s|\?\.|\?\?|catch \{/);
  });
});

/** What a text goes through is tested in address.test.ts, with many texts. */
describe('a text in the URL', () => {
  it('stays the same in the search of each list, after a reload and going back', async () => {
    const page = await shell().open('/');
    for (const [path, name] of [
      ['/profiles', 'text'],
      ['/users', 'text'],
      ['/history', 'profile'],
    ] as const) {
      const field = page.getByRole('searchbox');
      const asked = () => shownParameter(page, name);
      await page.goto(`${addressOf(path)}?${name}=${encodeURIComponent('50%')}`);
      await expect.poll(() => field.inputValue()).toBe('50%');
      expect(asked()).toBe('50%');
      await field.fill(' 1e5');
      await expect.poll(asked).toBe(' 1e5');
      await page.getByRole('link', { name: 'Mail' }).click();
      await heading(page, 'Mail').waitFor();
      await page.goBack();
      await expect.poll(() => field.inputValue()).toBe(' 1e5');
      await page.reload();
      await expect.poll(() => field.inputValue()).toBe(' 1e5');
    }
  });
});
