import {
  againstWhat,
  howLong,
  operatorLinks,
  type Product,
  whatToDo,
  whoDecided,
} from '@namecard/look';
import { mailedCode, mailedTo, signIn } from '@namecard/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { productOf } from '../../settings/router-settings.ts';
import { startOn, useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { Visitor } from '../../testing/visitor.ts';

const settings = {
  PUBLIC_PROFILES: 'true',
  PRIVACY_URL: 'https://example.com/privacy?a=1&b=2',
  TERMS_URL: 'https://example.com/terms',
  IMPRINT_URL: 'https://example.com/imprint',
  CONTACT_URL: 'mailto:help@example.com',
  ADMIN_EMAILS: 'boss@example.com',
};
const service = useService({ settings });

const product: Product = productOf(
  readEnvironment({ SECRET_KEY: 'k'.repeat(32), ...settings }),
);

const asking = (language: string) =>
  new Visitor(service(), { 'accept-language': language });

const words = [
  ['en', 'Privacy: ', 'Terms: ', 'Imprint: ', 'Contact: ', 'New here?'],
  [
    'de',
    'Datenschutz: ',
    'Nutzungsbedingungen: ',
    'Impressum: ',
    'Kontakt: ',
    'Neu hier?',
  ],
  [
    'fr',
    'Confidentialité\u00A0: ',
    'Conditions d’utilisation\u00A0: ',
    'Mentions légales\u00A0: ',
    'Contact\u00A0: ',
    'Première visite',
  ],
  [
    'es',
    'Privacidad: ',
    'Condiciones de uso: ',
    'Aviso legal: ',
    'Contacto: ',
    '¿Es tu primera',
  ],
] as const;

describe.each(words)('in %s', (language, privacy, terms, imprint, contact, newHere) => {
  const links = operatorLinks(product, language).toString();

  it('each page says at its foot who runs the service', async () => {
    expect(links.match(/<a href="(?:https:\/\/example\.com\/|mailto:)/g)).toHaveLength(4);
    for (const path of ['/', '/sign-in', '/nowhere', '/report/none']) {
      const page = await (await asking(language).get(path)).text();
      expect(/<footer>[^]*<\/footer>/.exec(page)?.[0]).toContain(links);
    }
  });

  it('the sign-in says before an address is typed that it makes an account', async () => {
    const page = await asking(language).page('/sign-in');
    const [, form = ''] = /<form[^]*?action="\/sign-in"([^]*?)<\/form>/.exec(page) ?? [];
    expect(form).toContain(newHere);
    expect(form).toContain('href="https://example.com/privacy?a=1&amp;b=2"');
    expect(form).toContain('href="https://example.com/terms"');
  });

  it('a mail says below who runs the service, in words', async () => {
    const email = `mail-${language}@example.com`;
    await asking(language).post('/sign-in', { email });
    const { text, html } = await mailedTo(service(), email);
    expect(text).toMatch(
      new RegExp(
        `\n\n${privacy}example\\.com/privacy\\?a=1&b=2\n${terms}example\\.com/terms\n${imprint}example\\.com/imprint\n${contact}help@example\\.com\n$`,
      ),
    );
    expect(html).toContain(`${imprint}example.com/imprint<br>`);
    expect(html).not.toMatch(/https?:|mailto:|<a\b/);
  });
});

describe('a statement of reasons', () => {
  const language = 'de';
  const { again, courts } = whatToDo(language);
  const note = 'It names somebody else’s street.';
  const boss = async () =>
    trpcClient(service().origin, await signIn(service(), 'boss@example.com'));

  it('of a hidden card says the reason, the rule, who decided after what, for how long, and what to do', async () => {
    const owner = await asking(language).signIn(`owner-${language}@example.com`);
    const username = `card-${language}`;
    await owner.post('/me', { username, referral: '' });
    await asking(language).post(`/report/${username}`, { reason: 'spam', text: 'x' });
    const { hide } = (await boss()).moderation.profiles;
    await hide.mutate({ username, reason: 'personal_data', note });
    const page = await owner.page('/me');
    for (const line of [
      note,
      `<a href="https://example.com/terms#personal_data">${againstWhat(language, 'spam')}</a>`,
      whoDecided(language, { afterReport: true, byProgram: false }),
      howLong(language, null),
      again,
      courts,
    ]) {
      expect(page).toContain(line);
    }
    await owner.post(`/me/cards/${username}/appeal`, { text: 'No' });
    const asked = await owner.page('/me');
    expect(asked).toContain(courts);
    expect(asked).not.toContain(again);
  });

  it('of a suspension says its end and the law, and that nobody had reported it', async () => {
    const email = `out-${language}@example.com`;
    const person = await asking(language).signIn(email);
    const me = trpcClient(service().origin, await signIn(service(), email));
    const { id } = (await me.users.me.query()).data.user;
    const until = '2099-03-01T12:00:00.000Z';
    const reason = 'illegal_content';
    await (await boss()).moderation.users.suspend.mutate({ id, reason, note, until });
    await person.post('/sign-in', { email });
    const code = await mailedCode(service(), email);
    const page = await (
      await person.post('/sign-in/code', { address: email, code })
    ).text();
    for (const line of [
      note,
      againstWhat(language, reason),
      whoDecided(language, { afterReport: false, byProgram: false }),
      howLong(language, until),
      again,
      courts,
    ]) {
      expect(page).toContain(line);
    }
    expect(page).not.toContain('Grund:');
  });
});

it('a public card’s page links to them too', async () => {
  const page = await asking('en').get('/@nobody');
  const text = await page.text();
  for (const address of ['https://example.com/imprint', 'mailto:help@example.com']) {
    expect(text).toContain(`"${address}"`);
  }
});

it('nothing is shown of what is not set, and nobody is promised an account where none is made', async () => {
  const closed = await startOn(service().databaseUrl, {
    settings: { SIGN_UPS: 'closed' },
  });
  const page = await (await fetch(`${closed.address}/sign-in`)).text();
  await closed.close();
  expect(page).not.toContain('New here?');
  expect(page).not.toMatch(/Privacy|Imprint/);
});

describe('the operator’s mark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'));
  const path = join(folder, 'logo.svg');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is on pages and cards, and does nothing but be seen', async () => {
    writeFileSync(
      path,
      '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>',
    );
    const instance = await startOn(service().databaseUrl, {
      settings: { ...settings, PRODUCT_LOGO: path },
    });
    const here = new Visitor({ origin: instance.address, mailbox: undefined });
    const logo = await here.get('/look/logo');
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    for (const page of ['/sign-in', '/@nobody', '/nowhere']) {
      const answer = await here.get(page);
      expect(answer.headers.get('content-security-policy')).toContain("img-src 'self'");
      expect(await answer.text()).toContain('<img class="mark" src="/look/logo" alt="">');
    }
    await instance.close();
  });

  it.each([
    'no picture',
    '<html><svg></svg>',
    '',
    '<svg><path',
    '\u0089PNG\r\n\u001a\n',
    `<svg>${' '.repeat(131_072)}</svg>`,
    '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0u0\0\0u0IEND',
  ])('is no other, broken or larger file: %.20j', (text) => {
    writeFileSync(path, text, 'latin1');
    const wrong = { SECRET_KEY: 'k'.repeat(32), PRODUCT_LOGO: path };
    expect(() => readEnvironment(wrong)).toThrow(/PRODUCT_LOGO/);
  });
});
