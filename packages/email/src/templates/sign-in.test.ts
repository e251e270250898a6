import { describe, expect, it } from 'vitest';
import { defaultProduct } from '@namecard/look';
import { signInMail, type SignInMailInput } from './sign-in.ts';

const longCode = { code: '7K2M9QX4TBC8P', endsAt: '2026-11-22T00:03:40.000Z' };
const shortCode = { code: '482913', endsAt: '2026-11-21T23:15:10.000Z' };

function input(overrides: Partial<SignInMailInput> = {}): SignInMailInput {
  return {
    longCode,
    requestedAt: '2026-11-21T23:05:31.123Z',
    browser: 'Firefox',
    system: 'Windows',
    product: defaultProduct,
    language: 'en',
    origin: 'https://cards.example.com',
    ...overrides,
  };
}

const withBoth = signInMail(input({ shortCode }));
const withLongOnly = signInMail(input());

describe('a product of another name', () => {
  const mail = signInMail(
    input({ product: { ...defaultProduct, name: 'Ünion', color: '#ffd700' } }),
  );

  it('is named in the subject, and once above the HTML', () => {
    expect(mail.subject).toMatch(/ is your Ünion sign-in code, 23:05:31 UTC$/);
    expect(mail.html.split('Ünion')).toHaveLength(2);
    expect(mail.text + mail.html).not.toContain('Namecard');
  });

  it('has its colour in its mark, with readable text on it', () => {
    expect(mail.html).toMatch(/background-color: #ffd700;[^"]*color: #000000;">Ü<\/td>/);
  });
});

it.each([
  ['Firefox', undefined, ' (Firefox).'],
  [undefined, 'Windows', ' (Windows).'],
  [undefined, undefined, '.'],
])('a mail for %s on %s names only known parts', (browser, system, said) => {
  expect(signInMail(input({ browser, system })).text).toContain(`23:05 UTC${said}`);
});

describe('the text', () => {
  it('has both codes, the long one below, and all that a reader must know', () => {
    expect(withBoth.text).toMatchInlineSnapshot(`
      "    482913

      Valid for 9 minutes, until 23:15 UTC.

      If the short one does not work, enter this one instead:

          7K2M-9QX4-TBC8P

      Valid for 58 minutes, until 00:03 UTC.

      Enter the code only at cards.example.com, and give it to nobody: we never ask for it.

      Requested on 21 November 2026 at 23:05 UTC (Firefox, Windows).

      Not you? Then ignore this mail. Nobody can sign in without a code from it.
      "
    `);
  });
});

describe('the HTML', () => {
  it('escapes what is put into it', () => {
    const product = { ...defaultProduct, name: '<b>"Fish" & Chips</b>' };
    const { html } = signInMail(input({ product }));
    expect(html).toContain('>&lt;b&gt;&quot;Fish&quot; &amp; Chips&lt;/b&gt;</td>');
    expect(html).not.toContain('<b>');
  });
});

describe.each([
  ['with both codes', withBoth],
  ['with the long code alone', withLongOnly],
] as const)('both forms %s', (_name, mail) => {
  it.each(['text', 'html'] as const)('hold no link and load nothing (%s)', (form) => {
    expect(mail[form]).not.toMatch(/https?:|www\.|mailto:|<a\b|href|src=|url\(|@import/i);
  });
});

describe('codes', () => {
  it('are one unbroken text in the HTML, so that copying gives what people type', () => {
    expect(withBoth.html).toContain('>482913</div>');
    expect(withBoth.html).toContain('>7K2M-9QX4-TBC8P</div>');
  });

  it('do not mention a missing short one', () => {
    expect(withLongOnly.text + withLongOnly.html).not.toMatch(/short one|is refused/);
  });
});

const languages = ['en', 'de', 'fr', 'es'] as const;

/** The text that a reader of the HTML sees. */
const shown = (html: string) =>
  html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]+>/g, ' ');

const english =
  /\b(?:good for|until|if|refused|inside|asked for|from|not you|there is|ignore|nobody|never|your?|sign[- ]in)\b/i;

describe('each language', () => {
  it('has this whole text in German, with both codes', () => {
    const { text } = signInMail(input({ shortCode, language: 'de' }));
    expect(text).toMatchInlineSnapshot(`
      "    482913

      Gilt 9 Minuten, bis 23:15 UTC.

      Falls der kurze nicht funktioniert, gib diesen ein:

          7K2M-9QX4-TBC8P

      Gilt 58 Minuten, bis 00:03 UTC.

      Gib den Code nur bei cards.example.com ein und sag ihn niemandem: Wir fragen nie danach.

      Angefordert am 21. November 2026 um 23:05 UTC (Firefox, Windows).

      Das warst nicht du? Dann ist nichts zu tun: Ohne einen Code aus dieser Mail kann sich niemand anmelden.
      "
    `);
  });

  it.each(['de', 'fr', 'es'] as const)('has no English word in it (%s)', (language) => {
    for (const code of [{ shortCode }, {}]) {
      const { subject, text, html } = signInMail(input({ ...code, language }));
      expect(`${subject} ${text} ${shown(html)}`).not.toMatch(english);
    }
  });
});

describe.each(languages)('a mail in %s', (language) => {
  const both = signInMail(input({ shortCode, language }));

  it('names its language, and begins its subject with the code', () => {
    expect(both.html).toContain(`<html lang="${language}"`);
    expect(both.subject).toMatch(/^482913 .*Namecard.*, 23:05:31 UTC$/);
    expect(signInMail(input({ language })).subject).toMatch(/^7K2M-9QX4-TBC8P .*Name/);
  });

  it('has in both forms the codes, their end and the device', () => {
    for (const form of [both.text, shown(both.html)]) {
      expect(form).toMatch(/482913.* 9 .*23:15 UTC.*7K2M-9QX4-TBC8P.* 58 .*0:03 UTC/s);
      expect(form).toMatch(/0:03 UTC.*21.*2026.*23:05 UTC.*Firefox.*Windows/s);
    }
  });

  it('uses the singular for one minute, and names no unknown device', () => {
    const soon = { code: '482913', endsAt: '2026-11-21T23:06:40.000Z' };
    const unknown = { browser: undefined, system: undefined };
    const { text } = signInMail(input({ language, shortCode: soon, ...unknown }));
    expect(text).toMatch(/ 1 minut[eo]?\b[^]*23:05 UTC\.\n/i);
    expect(text).not.toMatch(/unknown|undefined/);
  });
});
