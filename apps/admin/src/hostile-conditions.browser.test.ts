import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { admin, everyPage, loaded, useShell } from './testing/shell.ts';
import { heading, heldToken, signIn } from './testing/tab.ts';
import { translate } from './testing/translate.ts';

const shell = useShell();

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
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Actions on each page without lasting changes, by the beginning of the path. */
const acts: Record<string, (page: Page) => Promise<void>> = {
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
  '/profiles/bob': async (page) => {
    const steps = page.getByRole('navigation', { name: 'Profiles' });
    await steps.getByRole('link').first().waitFor();
  },
  '/history': async (page) => {
    await searchIn(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'History' }).waitFor();
    await page.goBack();
    await chooseIn(page, 'Reason');
  },
  '/users': async (page) => {
    await searchIn(page);
    await chooseIn(page, 'Order');
  },
  '/users/ID': async (page) => {
    for (const key of ['c', 'h', 's']) {
      await glanceAt(page, key);
    }
  },
  '/mail': async (page) => {
    await page.getByRole('searchbox').fill('zzz');
    await page.getByRole('heading', { name: 'Type a whole address' }).waitFor();
    await page.getByRole('searchbox').fill(admin);
    await page.getByRole('heading', { name: admin }).waitFor();
  },
  '/keys': async (page) => glanceBy(page, /New key/),
  '/webhooks': async (page) => glanceBy(page, /New webhook/),
};

const more = (page: Page) => page.getByRole('button', { name: 'More' });

/** Actions on every page: menu, palette, help. */
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

const actOn = async (page: Page, path: string) => {
  await actInFrame(page);
  await acts[path.replace(shell().ownerId, 'ID').replace(/\?.*/, '')]?.(page);
};

describe('a translated page', () => {
  it('still works, and has the same content as the page in English', async () => {
    const [page, english] = [await shell().open('/'), await shell().open('/')];
    const wrong = watch(page);
    for (const { path, name } of everyPage(shell().ownerId)) {
      for (const one of [page, english]) {
        await one.goto(addressOf(path));
        await loaded(one, name);
      }
      await translate(page);
      await actOn(page, path);
      await actOn(english, path);
      expect([path, await wrong()]).toEqual([path, []]);
      await expect
        .poll(async () => (await textOf(page)) === (await textOf(english)), {
          message: path,
        })
        .toBe(true);
    }
  });

  it('shows what was done, and undoes it', async () => {
    const page = await shell().open('/profiles?sort=username');
    const wrong = watch(page);
    await loaded(page, 'Profiles');
    await translate(page);
    const row = page.getByRole('row').filter({ hasText: 'cleo' });
    await page.getByLabel('Select cleo').click();
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: /Hide/ }).waitFor();
    await page.keyboard.press('Enter');
    await row.getByText('Hidden').waitFor();
    await page.keyboard.press('u');
    await row.getByText('Hidden').waitFor({ state: 'detached' });
    expect(await wrong()).toEqual([]);
  });

  it('keeps names and keys as they are', async () => {
    const page = await shell().open('/profiles/bob');
    await loaded(page, 'bob');
    await translate(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('bob');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    const keys = await page.locator('kbd').allTextContents();
    expect(keys).toContain('G');
    expect(keys.filter((key) => key.includes('«'))).toEqual([]);
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
  it('gets all keys, on every page', async () => {
    // Too narrow for a case beside the list.
    const page = await shell().open('/', { viewport: { width: 1200, height: 800 } });
    const wrong = watch(page);
    for (const { path, name } of everyPage(shell().ownerId)) {
      await page.goto(addressOf(path));
      await loaded(page, name);
      const before = [page.url(), await textBesideCase(page)];
      expect([path, await compose(page)]).toEqual([path, []]);
      // A focused field shows its help.
      await page.locator(':focus').blur();
      expect([page.url(), await textBesideCase(page)]).toEqual(before);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    expect(await wrong()).toEqual([]);
  });

  it.each(['Search profiles', 'Search users'])(
    'keeps its text in the field: %s',
    async (label) => {
      const page = await shell().open(label.includes('users') ? '/users' : '/profiles');
      const field = page.getByRole('searchbox', { name: label });
      await field.fill('かな');
      expect(await compose(page)).toEqual([]);
      expect(await field.inputValue()).toBe('かな');
      await field.press('Escape');
      expect(await field.inputValue()).toBe('');
    },
  );

  it('decides nothing in the reasons, and works in their notes', async () => {
    const page = await shell().open('/profiles/ann');
    await loaded(page, 'ann');
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: 'Hide ann' }).waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('dialog', { name: 'Hide ann: Spam' });
    await page.getByLabel('Note for the owner').fill('かな');
    expect(await compose(page)).toEqual([]);
    expect(await page.getByLabel('Note for the owner').inputValue()).toBe('かな');
    expect(await note.isVisible()).toBe(true);
    expect(await page.getByText('Saving').count()).toBe(0);
  });

  it('chooses nothing in the palette', async () => {
    const page = await shell().open('/');
    await loaded(page, 'Desk');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('cleo');
    await page.getByRole('option', { name: /cleo/ }).waitFor();
    expect(await compose(page)).toEqual([]);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/admin/');
  });
});

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

describe('blocked storage', () => {
  it.each([['sessionStorage'], ['localStorage'], ['sessionStorage', 'localStorage']])(
    'lets people sign in: %s %s',
    async (...names) => {
      const page = await openBlocked(...names);
      const wrong = watch(page);
      await page.goto(addressOf('/'));
      await signIn(page, shell().service, admin);
      await heading(page, 'Desk').waitFor();
      expect(await wrong()).toEqual([]);
    },
  );

  it('lets every page work', async () => {
    const page = await openBlocked('sessionStorage', 'localStorage');
    const wrong = watch(page);
    await page.goto(addressOf('/'));
    await signIn(page, shell().service, admin);
    await heading(page, 'Desk').waitFor();
    for (const { path, name } of everyPage(shell().ownerId)) {
      await follow(page, path);
      await loaded(page, name);
      await actOn(page, path);
      expect([path, await wrong()]).toEqual([path, []]);
    }
    await more(page).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByLabel('Email address').waitFor();
  });

  it('is the same as full storage', async () => {
    const page = await shell().openSignedOut('/start.js');
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await page.goto(addressOf('/'));
    await signIn(page, shell().service, admin);
    await heading(page, 'Desk').waitFor();
    await follow(page, '/users');
    await heading(page, 'Users').waitFor();
    expect(await heldToken(page)).toBe('');
  });
});

describe('shortcuts of single characters', () => {
  const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const letters = (page: Page) => help(page).getByRole('checkbox');
  const openHelp = async (page: Page) => {
    await more(page).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await help(page).waitFor();
  };

  it('can be switched off in their list, and stay off', async () => {
    const page = await shell().open('/history');
    await loaded(page, 'History');
    await page.keyboard.press('?');
    await letters(page).uncheck();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.reload();
    await loaded(page, 'History');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);

    await openHelp(page);
    await letters(page).check();
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await help(page).waitFor();
  });

  it('do nothing on any page once they are off, but others work', async () => {
    const page = await shell().open('/start.js');
    await page.evaluate(() => localStorage.setItem('namecard.letters', 'off'));
    for (const { path, name } of everyPage(shell().ownerId)) {
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
  });

  it('stay off until the page is closed if the browser stores nothing', async () => {
    const page = await openBlocked('localStorage');
    await page.goto(addressOf('/'));
    await signIn(page, shell().service, admin);
    await heading(page, 'Desk').waitFor();
    await openHelp(page);
    await letters(page).uncheck();
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await follow(page, '/users');
    await heading(page, 'Users').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
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

  it.each(Object.entries(lacks))('gets a message: without %s', async (_, lack) => {
    const page = await shell().openSignedOut('/start.js');
    await page.addInitScript(lack);
    await page.goto(addressOf('/'));
    await page.getByRole('alert').getByText('This browser is too old').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('gets a message on every page, without findings of axe', async () => {
    const page = await shell().open('/start.js');
    await page.addInitScript(lacks['Map.groupBy()']);
    for (const { path } of everyPage(shell().ownerId)) {
      await page.goto(addressOf(path));
      await page.getByRole('alert').getByText('This browser is too old').waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('gets a message if a script fails before anything is shown', async () => {
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
  });

  it('runs the script with the message: it is ECMAScript 5', async () => {
    const source = await (await fetch(addressOf('/start.js'))).text();
    expect(source).not.toMatch(/=>|`|\b(let|const|class|async)\s|\?\.|\?\?|catch \{/);
  });
});

describe('a text in the URL', () => {
  const texts = [
    '1e5',
    '123',
    '007',
    ' 007',
    'true',
    'null',
    '"x"',
    '{}',
    '[1]',
    '+',
    '%',
    'a+b',
    '50%',
  ];

  it.each([
    ['/profiles', 'text', 'Search profiles'],
    ['/users', 'text', 'Search users'],
    ['/history', 'profile', 'Search by username'],
  ])(
    'stays the same on %s?%s, after a reload and going back',
    async (path, name, label) => {
      const page = await shell().open(path);
      const field = page.getByRole('searchbox', { name: label });
      const asked = () => new URL(page.url()).searchParams.get(name);
      for (const text of texts) {
        await page.goto(`${addressOf(path)}?${name}=${encodeURIComponent(text)}`);
        await expect.poll(() => field.inputValue()).toBe(text);
        expect(asked()).toBe(text);
      }
      await field.fill(' 1e5');
      await expect.poll(asked).toBe(' 1e5');
      await page.getByRole('link', { name: 'Mail' }).click();
      await heading(page, 'Mail').waitFor();
      await page.goBack();
      await expect.poll(() => field.inputValue()).toBe(' 1e5');
      await page.reload();
      await expect.poll(() => field.inputValue()).toBe(' 1e5');
    },
  );
});
