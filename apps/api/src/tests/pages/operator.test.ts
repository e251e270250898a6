import { operatorLinks, type Product } from '@namecard/look';
import { mailedTo } from '@namecard/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../settings/environment.ts';
import { productOf } from '../../settings/router-settings.ts';
import { startOn, useService } from '../../testing/start-service.ts';
import { Visitor } from '../../testing/visitor.ts';

const settings = {
  PUBLIC_PROFILES: 'true',
  PRIVACY_URL: 'https://example.com/privacy?a=1&b=2',
  TERMS_URL: 'https://example.com/terms',
  IMPRINT_URL: 'https://example.com/imprint',
  CONTACT_URL: 'mailto:help@example.com',
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

  it.each(['/', '/sign-in', '/nowhere', '/report/ann', '/me/cards/none'])(
    '%s says at its foot who runs the service',
    async (path) => {
      const member = await asking(language).signIn(`${language}@example.com`);
      const foot = /<footer>[^]*<\/footer>/.exec(await (await member.get(path)).text());
      expect(foot?.[0]).toContain(links);
      expect(links.match(/<a href="(?:https:\/\/example\.com\/|mailto:)/g)).toHaveLength(
        4,
      );
    },
  );

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

  it.each(['no picture', '<html><svg>', ''])('is no other file: %j', (text) => {
    writeFileSync(path, text);
    const wrong = { SECRET_KEY: 'k'.repeat(32), PRODUCT_LOGO: path };
    expect(() => readEnvironment(wrong)).toThrow(/PRODUCT_LOGO/);
  });
});
