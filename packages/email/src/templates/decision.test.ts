import { describe, expect, it } from 'vitest';
import { defaultProduct } from '@namecard/look';
import { decisionMail } from './decision.ts';

const nothing = {
  product: defaultProduct,
  language: 'en' as const,
  hidden: [],
  suspended: null,
  contactUrl: undefined,
};

describe('a mail about decisions', () => {
  it('counts the cards of each reason, and says how to ask for another look', () => {
    const hidden = [
      { reason: 'spam', cards: 1_200 },
      { reason: 'personal_data', cards: 1 },
    ] as const;
    const { text } = decisionMail({ ...nothing, hidden });
    expect(text).toContain(
      '1,200 cards of yours are hidden from others. The reason: unwanted advertising.',
    );
    expect(text).toContain(
      'A card of yours is hidden from others. The reason: somebody else’s personal data.',
    );
    expect(text).toContain('sign in and ask for another look');
    expect(text).not.toContain('Contact');
  });

  it('says first that the account is suspended, and to sign in for more', () => {
    const hidden = [{ reason: 'other', cards: 2 }] as const;
    const { subject, text } = decisionMail({ ...nothing, hidden, suspended: 'spam' });
    expect(subject).toBe('Namecard: your account is suspended');
    expect(text).toMatch(/^Your account is suspended\. The reason: unwanted advertising/);
    expect(text).toContain('2 cards of yours are hidden from others.');
    expect(text).toContain(
      'The sign-in page will tell you that the account is suspended',
    );
  });

  it('has the product’s name, and no link but the contact', () => {
    const product = { ...defaultProduct, name: 'Ann & Co', color: '#ffd700' };
    const contactUrl = 'https://example.com/help';
    const { subject, text, html } = decisionMail({ ...nothing, product, contactUrl });
    expect(subject).toBe('Ann & Co: one or more of your cards are hidden');
    expect(html).toContain('Ann &amp; Co');
    expect(text).toContain(`Contact: ${contactUrl}`);
    expect(html).not.toContain('<a ');
  });
});

const languages = ['en', 'de', 'fr', 'es'] as const;

const reasons = [
  'spam',
  'impersonation',
  'harassment',
  'illegal_content',
  'personal_data',
  'other',
] as const;

const everything = {
  ...nothing,
  hidden: reasons.map((reason, index) => ({ reason, cards: index + 1 })),
  suspended: 'spam',
  contactUrl: 'mailto:help@example.com',
} as const;

/** The text that a reader of the HTML sees. */
const shown = (html: string) =>
  html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]+>/g, ' ');

const english =
  /\b(?:of|yours?|hidden|others|the|reason|account|suspended|advertising|think|mistake|sign in|ask|look|free|harassment|breach|law|else)\b/i;

describe('each language', () => {
  it.each(['subject', 'text', 'html'] as const)('has a %s of its own', (part) => {
    for (const decided of [everything, { ...everything, suspended: null }]) {
      const said = languages.map(
        (language) => decisionMail({ ...decided, language })[part],
      );
      expect(new Set(said).size).toBe(languages.length);
    }
  });

  it('has this whole text in German', () => {
    const hidden = [
      { reason: 'personal_data', cards: 1_200 },
      { reason: 'spam', cards: 1 },
    ] as const;
    const { subject, text } = decisionMail({ ...everything, hidden, language: 'de' });
    expect(subject).toBe('Namecard: Dein Konto ist gesperrt');
    expect(text).toMatchInlineSnapshot(`
      "Dein Konto ist gesperrt. Der Grund: unerwünschte Werbung.

      1.200 deiner Karten sind für andere ausgeblendet. Der Grund: persönliche Daten anderer.

      Eine deiner Karten ist für andere ausgeblendet. Der Grund: unerwünschte Werbung.

      Hältst du das für einen Irrtum? Dann melde dich mit dieser Adresse an. Dabei siehst du, dass das Konto gesperrt ist, und kannst um eine neue Prüfung bitten.

      Kontakt: help@example.com
      "
    `);
  });

  it.each([
    ['en', '12,345'],
    ['de', '12.345'],
    ['fr', '12\u{202f}345'],
    ['es', '12.345'],
  ] as const)('writes numbers as %s does', (language, written) => {
    const hidden = [{ reason: 'spam', cards: 12_345 }] as const;
    const { text, html } = decisionMail({ ...nothing, language, hidden });
    for (const form of [text, html]) expect(form).toContain(written);
  });

  it.each(['de', 'fr', 'es'] as const)('has no English word in it (%s)', (language) => {
    for (const suspended of ['spam', null] as const) {
      const mail = decisionMail({ ...everything, suspended, language });
      for (const said of [mail.subject, mail.text, shown(mail.html)]) {
        expect(said).not.toMatch(english);
      }
    }
  });
});

describe.each(languages)('a mail in %s', (language) => {
  const mail = decisionMail({ ...everything, language });
  const ofCards = decisionMail({ ...everything, suspended: null, language });

  it('names its language, the product and the contact', () => {
    for (const { subject, text, html } of [mail, ofCards]) {
      expect(html).toContain(`<html lang="${language}"`);
      expect(subject).toMatch(/^Namecard\s?: \S/);
      expect(text).toMatch(/: help@example\.com\n$/);
    }
  });

  it('says the same in both forms, each reason in its own words', () => {
    const paragraphs = mail.text.trimEnd().split('\n\n');
    expect(new Set(paragraphs).size).toBe(reasons.length + 3);
    for (const paragraph of paragraphs) expect(shown(mail.html)).toContain(paragraph);
    const whys = paragraphs.map((paragraph) => /: (.*)\.$/.exec(paragraph)?.[1]);
    expect(new Set(whys.slice(1, reasons.length + 1)).size).toBe(reasons.length);
  });
});
