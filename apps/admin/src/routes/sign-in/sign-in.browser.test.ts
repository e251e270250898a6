import { spellingsOf, useBrowser, useService } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../testing/browser.ts';
import {
  callService,
  mailedCode,
  tokenOf,
  type Service,
} from '../../testing/call-service.ts';
import {
  askForCode,
  enterCode,
  heading,
  heldToken,
  openTab,
  signIn,
} from '../../testing/tab.ts';

const admin = 'admin@example.com';

const browser = useBrowser();
const started = useService();
let service: Service;

beforeAll(() => {
  service = started();
});

describe('signing in', () => {
  it('sends typed digits only with Enter, and never puts the token into a URL', async () => {
    const page = await openTab(browser(), service, '/');
    await page.clock.install();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const attempts = () => addresses.filter((one) => one.includes('verifyCode'));
    await askForCode(page, admin);
    const code = await mailedCode(service, admin);
    await page.keyboard.type(code === '123456' ? '654321' : '123456');
    await page.clock.runFor(10_000);
    expect(attempts()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('That code didn’t work').waitFor();

    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page, 'Desk').isVisible()).toBe(true);
    expect(await heldToken(page)).toMatch(/^nc_/);
    expect(addresses.filter((address) => address.includes('nc_'))).toEqual([]);
  });

  it('finds a code in pasted text without another key', async () => {
    const page = await openTab(browser(), service, '/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await askForCode(page, admin);
    const text = `Your code: ${await mailedCode(service, admin)}. It is good for ten minutes.`;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
    await expect.poll(() => heading(page, 'Desk').isVisible()).toBe(true);
  });

  it('shows the address that mail goes to, and takes the code, however both are written', async () => {
    const page = await openTab(browser(), service, '/');
    // `spellings.test.ts` of the API tries all ways to write one.
    for (const [typed, address] of [
      ['ann@bücher.example」、', 'ann@xn--bcher-kva.example'],
      ['Ann Example <ann@example.com>', 'ann@example.com'],
    ] as const) {
      await askForCode(page, typed);
      // The field has the focus at once: a screen reader reads what belongs to it, and no more.
      const described = await page
        .getByLabel('Code', { exact: true })
        .evaluate((field) =>
          field.ariaDescribedByElements?.map(({ textContent }) => textContent).join(' '),
        );
      expect(described).toContain(`We sent a code to ${address}. The mail has`);
      await page.getByRole('button', { name: 'Change address' }).click();
    }
    await askForCode(page, admin);
    const [, wide = ''] = spellingsOf(await mailedCode(service, admin));
    await page.getByLabel('Code', { exact: true }).fill(`\u202a${wide}\u202c`);
    await page.keyboard.press('Enter');
    await heading(page, 'Desk').waitFor();
  });

  it('says where to find the mailbox’s address if no mail is sent, without the address itself', async () => {
    const page = await openTab(browser(), service, '/');
    await askForCode(page, 'reader@example.com');
    await page.getByText('DATA_DIR/mailbox-url').waitFor();
    const key = service.mailbox?.split('/').at(-1) ?? '';
    expect(key).not.toBe('');
    expect(await page.content()).not.toContain(key);
  });

  it('says how long to wait before another mail, and then offers it', async () => {
    const page = await openTab(browser(), service, '/');
    await page.clock.install();
    await askForCode(page, 'waiting@example.com');
    const again = page.getByRole('button', { name: /^Send again/ });
    await page.getByText(/^Send again in 0:(29|30)$/).waitFor();
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');

    await page.clock.runFor(31_000);
    await again.click();
    await page.getByText('Sent again. It may take a minute.').waitFor();
    await page.getByText(/^Send again in (1:00|0:59)$/).waitFor();
  });

  it('says what is wrong with an address, and keeps the text', async () => {
    const page = await openTab(browser(), service, '/');
    await page.getByLabel('Email address').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Enter your full email address').waitFor();
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('nobody');
  });

  it('keeps the typed text while the service can’t be reached', async () => {
    const page = await openTab(browser(), service, '/');
    await page.getByLabel('Email address').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Email address').fill(admin);
    await page.keyboard.press('Enter');
    await page.getByText('can’t be reached').waitFor();
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(admin);

    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await heading(page, 'Check your mail').waitFor();
  });

  it('tells people without a role that they have no access, and offers only to sign out', async () => {
    const page = await openTab(browser(), service, '/profiles');
    await signIn(page, service, 'plain@example.com');
    await heading(page, 'You have no access here').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(0);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
  });

  it('tells suspended people the end, the reason and the note', async () => {
    const email = 'suspended@example.com';
    await tokenOf(service, email);
    const team = callService(service, await tokenOf(service, admin));
    const { data } = await team.moderation.users.search.query({ text: email });
    await team.moderation.users.suspend.mutate({
      id: data.users[0]?.id ?? '',
      reason: 'spam',
      note: 'You mailed the whole directory.',
      until: '2099-01-31T12:00:00Z',
    });

    const page = await openTab(browser(), service, '/');
    await askForCode(page, email);
    await enterCode(page, service, email);
    const alert = page.getByRole('alert').filter({ hasText: 'suspended' });
    await alert.waitFor();
    const text = await alert.textContent();
    expect(text).toContain('2099-01-31');
    expect(text).toContain('spam');
    expect(text).toContain('You mailed the whole directory.');
  });

  it('lets the browser fill in the address and the code, without findings of axe', async () => {
    const page = await openTab(browser(), service, '/');
    await expect
      .poll(() => page.getByLabel('Email address').getAttribute('autocomplete'))
      .toBe('username');
    expect(await seriousFindings(page)).toEqual([]);
    await askForCode(page, 'axe@example.com');
    await expect
      .poll(() => page.getByLabel('Code', { exact: true }).getAttribute('autocomplete'))
      .toBe('one-time-code');
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('with an operator’s settings, signing in', () => {
  const url = 'https://cards.example.com';
  const branded = useService({
    LIMIT_SEND_PER_IP: '1',
    PRODUCT_NAME: 'Ünion Cards',
    PRODUCT_COLOR: '#ffd700',
    PRODUCT_URL: url,
  });

  it('says how long to wait if a network asked too often', async () => {
    const page = await openTab(browser(), branded(), '/');
    await askForCode(page, 'one@example.com');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('Email address').fill('two@example.com');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByText(/Try again in \d+ (second|minute)s?\./).isVisible())
      .toBe(true);
  });

  it('shows the operator’s product instead of ours, and links to it', async () => {
    const page = await openTab(browser(), branded(), '/');
    await expect.poll(() => page.title()).toBe('Sign in · Ünion Cards Admin');
    const mark = page.getByText('Ü', { exact: true });
    await expect
      .poll(() =>
        mark.evaluate((shown) => {
          const { backgroundColor, color } = getComputedStyle(shown);
          return [backgroundColor, color];
        }),
      )
      .toEqual(['rgb(255, 215, 0)', 'rgb(0, 0, 0)']);
    const link = page.getByRole('link', { name: 'Ünion Cards' });
    await expect.poll(() => link.getAttribute('href')).toBe(url);
    expect(await page.getByText('Namecard').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
