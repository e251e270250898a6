import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../../testing/browser.ts';
import { callService, tokenOf } from '../../../testing/service.ts';
import {
  createProfiles,
  moderatorOf,
  openAs,
  useFixture,
  withClock,
} from '../../../testing/fixture.ts';
import { gridOf, rowOf } from '../testing/grid.ts';

const fixture = useFixture();

const hostile = '<img src=x onerror=alert(1)>';

const script = 'javascript:alert(1)';

/** A Cyrillic а, and an override that turns the end of the line round. */
const deceptive = 'p\u0430ypal \u202etxt.exe';

const openProfile = (username: string, options = {}) =>
  openAs(fixture(), fixture().adminToken, `/profiles/${username}`, options);

beforeAll(async () => {
  const { service } = fixture();
  await createProfiles(fixture(), 'ann@example.com', [
    'ann',
    'ann-too',
    'evil',
    'evil-too',
  ]);
  const ann = callService(service, await tokenOf(service, 'ann@example.com'));
  await ann.users.updateMe.mutate({ walletAddress: '0xabc' });
  await ann.profiles.updateSocials.mutate({
    username: 'ann',
    about: 'First line\nSecond line',
    socials: { website: 'https://ann.example.org/', x: 'https://x.com/ann' },
  });
  await ann.profiles.updateLocation.mutate({
    username: 'ann',
    location: { latitude: 48.2082, longitude: 16.3738 },
  });
  await createProfiles(fixture(), 'ben@example.com', ['ben']);
  const ben = callService(service, await tokenOf(service, 'ben@example.com'));
  await ben.users.updateMe.mutate({ walletAddress: '0xabc' });
  await ben.profiles.create.mutate({ username: 'carl', referral: 'ann' });
  await sql`
    update profiles set about = ${hostile},
      socials = ${JSON.stringify({ x: script, telegram: script, website: script, discord: ` ${script}` })}::jsonb
    where username = 'evil'
  `.execute(fixture().database());
  await ann.profiles.updateSocials.mutate({ username: 'evil-too', about: deceptive });
});

/** Whether anything of a stranger's text was taken for more than text. */
async function watchForScripts(page: Page): Promise<() => Promise<string[]>> {
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  return async () => [
    ...dialogs,
    ...(await page.locator('a[href^="javascript" i], img[src="x"]').allInnerTexts()),
  ];
}

describe('one profile', () => {
  it('shows everything about it', async () => {
    const page = await openProfile('ann');
    await page.getByRole('heading', { name: 'ann', exact: true }).waitFor();
    const about = page.getByRole('region', { name: 'About' });
    expect(await about.locator('p').innerText()).toBe('First line\nSecond line');
    expect(await about.innerText()).toContain('https://ann.example.org/');
    const website = about.getByRole('link', {
      name: 'Open ann.example.org in a new tab',
    });
    expect(await website.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
    expect(await website.getAttribute('target')).toBe('_blank');
    const owner = page.getByRole('region', { name: 'Owner' });
    expect(await owner.innerText()).toMatch(
      /ann@example\.com[^]*wallet address[^]*evil[^]*ann-too/,
    );
    expect(await page.getByRole('region', { name: 'Facts' }).innerText()).toMatch(
      /1 profile/,
    );
    await page
      .getByRole('img', {
        name: 'Map of the world with a point at 48.2082° N, 16.3738° E',
      })
      .waitFor();
    await page.getByText('48.2082° N, 16.3738° E', { exact: true }).waitFor();

    await about.getByRole('link', { name: 'ann.example.org', exact: true }).click();
    await rowOf(page, 'ann').waitFor();
    expect(new URL(page.url()).searchParams.get('text')).toBe('domain:ann.example.org');
  });

  it('leads to the owner, to the siblings and to whom it referred', async () => {
    const page = await openProfile('ann');
    await page.getByRole('link', { name: 'ann-too' }).click();
    await page.getByRole('heading', { name: 'ann-too' }).waitFor();
    await page.getByRole('link', { name: 'ann', exact: true }).click();
    await page.getByRole('link', { name: '1 profile' }).click();
    await gridOf(page);
    await rowOf(page, 'carl').waitFor();
    await rowOf(page, 'carl').getByRole('link', { name: 'carl' }).click();
    await page.getByRole('link', { name: 'ann', exact: true }).click();
    await page.getByRole('link', { name: 'ann@example.com' }).click();

    await expect.poll(() => page.url()).toMatch(/\/admin\/users\/[0-9a-f-]{36}$/);
  });

  it('shows no moderator a way to the users', async () => {
    const token = await moderatorOf(fixture(), 'mod@example.com');
    const page = await openAs(fixture(), token, '/profiles/ann');
    await page.getByRole('region', { name: 'Owner' }).waitFor();

    expect(await page.getByRole('link', { name: 'ann@example.com' }).count()).toBe(0);
  });

  it('offers nobody to hide their own, neither here nor in the list', async () => {
    await createProfiles(fixture(), 'admin@example.com', ['staffs-own']);
    const page = await openProfile('staffs-own');
    await page.getByText('Your own: another moderator decides about it.').waitFor();
    expect(await page.getByRole('button', { name: 'Hide…' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Profiles', exact: true }).last().click();
    await rowOf(page, 'ben').getByRole('button', { name: 'Hide ben' }).waitFor();
    expect(await rowOf(page, 'staffs-own').getByRole('button').count()).toBe(0);
    await rowOf(page, 'staffs-own').getByRole('checkbox').click();
    await page.getByRole('region', { name: 'Selection' }).getByText('Hide…').click();
    await page.getByText('You can’t moderate your own profiles').waitFor();
  });

  it('hides it with a reason that its owner reads, and says so in the history', async () => {
    const { service } = fixture();
    const page = await openProfile('ben');
    await page.getByRole('heading', { name: 'ben', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hide…' }).waitFor();
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide ben' }).waitFor();
    await page.keyboard.press('2');
    await page.getByLabel('Note for the owner').fill('You are not Ben');
    await page.getByLabel('Private note').fill('Third time');
    await page.keyboard.press('Control+Enter');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Impersonation').first().waitFor();

    expect(await history.innerText()).toMatch(/You are not Ben[^]*Third time/);
    const why = page.getByRole('region', { name: 'Why it is hidden' });
    expect(await why.innerText()).toMatch(
      /Hidden by you[^]*Impersonation[^]*You are not Ben[^]*Third time/,
    );
    const ben = callService(service, await tokenOf(service, 'ben@example.com'));
    const { data } = await ben.profiles.mine.query({});
    expect(data.notices).toMatchObject([
      { username: 'ben', reason: 'impersonation', note: 'You are not Ben' },
    ]);

    await page.getByRole('button', { name: 'Restore with a note…' }).click();
    await page.getByLabel('Note for the owner').fill('We were wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await history.getByText('We were wrong').waitFor();
    await page.getByRole('button', { name: 'Hide…' }).waitFor();
  });

  it('says who changed it while one was looking', async () => {
    const { service } = fixture();
    const zoe = callService(service, await moderatorOf(fixture(), 'zoe@example.com'));
    const page = await openProfile('carl');
    await withClock(page);
    await page.getByRole('button', { name: 'Hide…' }).waitFor();
    await zoe.moderation.profiles.hide.mutate({ username: 'carl', reason: 'spam' });
    await page.clock.runFor(15_000);
    await page
      .getByText('zoe@example.com hid it: Spam while you were looking')
      .waitFor({ timeout: 10_000 });

    expect(await page.getByRole('button', { name: 'Restore', exact: true }).count()).toBe(
      1,
    );
  });

  it('says that there is none of that name', async () => {
    const page = await openProfile('nobody');
    await page.getByRole('heading', { name: 'There is no such profile' }).waitFor();
    await page.getByRole('link', { name: 'Search for it' }).click();

    await expect
      .poll(() => page.getByLabel('Search profiles').inputValue())
      .toBe('nobody');
  });

  it.each([320, 390, 1440])(
    'gives axe nothing serious to find, %i pixels wide',
    async (width) => {
      const page = await openProfile('ann', { viewport: { width, height: 800 } });
      await page.getByRole('img', { name: /^Map/ }).waitFor();

      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );
});

describe('a profile that means harm', () => {
  it('is harmless text in the list, and marked where it deceives', async () => {
    const page = await openAs(fixture(), fixture().adminToken, '/profiles?text=evil');
    const findings = await watchForScripts(page);
    await rowOf(page, 'evil').getByText(hostile, { exact: true }).waitFor();

    expect(await rowOf(page, 'evil').getByRole('link').allInnerTexts()).toEqual(['evil']);
    expect(
      await rowOf(page, 'evil')
        .getByRole('img', { name: /not a web link/ })
        .count(),
    ).toBe(4);
    expect(await findings()).toEqual([]);
    expect(await rowOf(page, 'evil').getByText('Mixed scripts').count()).toBe(0);
    await rowOf(page, 'evil-too').getByText('Mixed scripts · Reversed text').waitFor();
  });

  it('is harmless text on its page', async () => {
    const page = await openProfile('evil');
    const findings = await watchForScripts(page);
    const about = page.getByRole('region', { name: 'About' });
    await about.getByText(hostile, { exact: true }).waitFor();

    expect(await about.getByRole('link').count()).toBe(0);
    expect(await about.getByText('it can’t be opened').count()).toBe(4);
    expect(await findings()).toEqual([]);
  });

  it('is marked on its page where it deceives, and stays in its own box', async () => {
    const page = await openProfile('evil-too');
    const about = page.getByRole('region', { name: 'About' });
    await about.getByText('Mixed scripts · Reversed text').waitFor();
    const text = about.locator('p');

    expect(await text.innerText()).toBe(deceptive);
    expect(
      await text.evaluate((element) => {
        const { overflow, unicodeBidi } = getComputedStyle(element);
        return { overflow, unicodeBidi };
      }),
    ).toEqual({ overflow: 'clip', unicodeBidi: 'isolate' });
  });
});
