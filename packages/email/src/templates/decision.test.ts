import { describe, expect, it } from 'vitest';
import {
  againstWhat,
  defaultProduct,
  howLong,
  whatToDo,
  whoDecided,
} from '@namecard/look';
import { textsIn } from '../texts/texts-in.ts';
import { actCodeMail } from './act-code.ts';
import { decisionMail } from './decision.ts';

const nothing = {
  product: defaultProduct,
  language: 'en' as const,
  hidden: [],
  suspended: null,
  answers: [],
  origin: 'https://cards.example.com',
};

describe('a mail about decisions', () => {
  it('counts the cards of each reason, and says how to ask for another look', () => {
    const hidden = [
      { reason: 'spam', cards: 1_200 },
      { reason: 'personal_data', cards: 1 },
    ] as const;
    const { text } = decisionMail({ ...nothing, hidden });
    expect(text).toContain(
      '1,200 cards of yours are hidden from others: unwanted advertising.',
    );
    expect(text).toContain(
      'A card of yours is hidden from others: somebody else’s personal data.',
    );
    expect(text).toContain('sign in at cards.example.com with this address and read why');
    expect(text).not.toContain('Contact');
  });

  it('says first that the account is suspended, and to sign in for more', () => {
    const hidden = [{ reason: 'other', cards: 2 }] as const;
    const { subject, text } = decisionMail({ ...nothing, hidden, suspended: 'spam' });
    expect(subject).toBe('Namecard: Your account is suspended');
    expect(text).toMatch(/^Your account is suspended: unwanted advertising\./);
    expect(text).toContain('2 cards of yours are hidden from others: ');
    expect(text).toContain('sign in at cards.example.com with this address and read why');
  });

  it('tells the answers to appeals, and where to read them', () => {
    const answers = ['card_upheld', 'account_restored'] as const;
    const { subject, text } = decisionMail({ ...nothing, answers });
    expect(subject).toBe('Namecard: You have an answer');
    expect(text).toBe(
      'We took another look at a card of yours. It stays hidden.\n\nWe took another look. Your account is not suspended any more.\n\nSign in at cards.example.com to read more.\n\nThe courts stay open to you.\n',
    );
  });

  it('tells members what became of what they reported, and that the courts stay open', () => {
    const answers = ['report_hidden', 'report_approved'] as const;
    const { subject, text } = decisionMail({ ...nothing, answers });
    expect(subject).toBe('Namecard: You have an answer');
    expect(text).toBe(
      'You reported a card. We looked at it, and it is hidden from others.\n\nYou reported a card. We looked at it, and it stays as it is.\n\nThe courts stay open to you.\n',
    );
  });

  it('tells a reporter that the report arrived, and how to stop such mails', () => {
    const answers = ['report_received'] as const;
    const { subject, text } = decisionMail({ ...nothing, answers, isUnproven: true });
    expect(subject).toBe('Namecard: We have your report');
    expect(text).toBe(
      'We have your report of a card, and a person looks at it. You get one more mail with the decision.\n\nWas it not you? Ask for a code at cards.example.com and choose “Not me, never again”. Then we forget this address and mail it no more.\n',
    );
  });

  it('tells who is suspended that their data was saved', () => {
    const { subject, text } = decisionMail({ ...nothing, answers: ['data_saved'] });
    expect(subject).toBe('Namecard: Your data was saved as a file');
    expect(text).toMatch(/^Somebody who read a code in this mailbox [^]*tell us\.\n$/);
  });

  it('has the product’s name once, and no link, but says who runs it', () => {
    const operator = { contact: 'https://example.com/help' };
    const product = { ...defaultProduct, name: 'Ann & Co', color: '#ffd700', operator };
    const hidden = [{ reason: 'spam', cards: 1 }] as const;
    const asked = { ...nothing, hidden, product };
    const { subject, text, html } = decisionMail(asked);
    expect(subject).toBe('Ann & Co: One or more of your cards are hidden');
    expect(shown(html).match(/Ann &amp; Co/g)).toHaveLength(1);
    expect(text).toContain('Contact: example.com/help');
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
  answers: [
    'card_upheld',
    'card_restored',
    'card_shown',
    'account_upheld',
    'account_restored',
    'report_received',
    'report_hidden',
    'report_approved',
    'report_gone',
    'data_saved',
    'role_lowered',
  ],
  product: { ...defaultProduct, operator: { contact: 'mailto:help@example.com' } },
} as const;

/** The text that a reader of the HTML sees. */
const shown = (html: string) =>
  html.replace(/<style>.*<\/style>/s, '').replaceAll(/<[^>]+>/g, ' ');

const english =
  /\b(?:of|yours?|hidden|others|the|reason|account|suspended|advertising|think|mistake|sign in|ask|look|free|harassment|breach|law|else)\b/i;

describe('each language', () => {
  it('has this whole text in German', () => {
    const hidden = [
      { reason: 'personal_data', cards: 1_200 },
      { reason: 'spam', cards: 1 },
    ] as const;
    const { subject, text } = decisionMail({
      ...everything,
      hidden,
      answers: [],
      language: 'de',
    });
    expect(subject).toBe('Namecard: Dein Konto ist gesperrt');
    expect(text).toMatchInlineSnapshot(`
      "Dein Konto ist gesperrt: unerwünschte Werbung.

      1.200 deiner Karten sind für andere ausgeblendet: persönliche Daten anderer.

      Eine deiner Karten ist für andere ausgeblendet: unerwünschte Werbung.

      Hältst du das für einen Irrtum? Dann melde dich bei cards.example.com mit dieser Adresse an. Dort steht, warum.

      Du kannst um eine neue Prüfung bitten, solange es gilt, mindestens aber sechs Monate lang. Das kostet nichts.

      Der Weg zu den Gerichten bleibt dir offen.

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

  it('says against what it was, who decided after what, for how long, and what to do', () => {
    const operator = { terms: 'https://example.com/terms' };
    const [until, reported] = ['2027-02-01T00:00:00Z', { afterReport: true }];
    const { text, html } = decisionMail({
      ...everything,
      language,
      product: { ...defaultProduct, operator },
      hidden: [{ reason: 'illegal_content', cards: 2, byProgram: true, ...reported }],
      suspension: { afterReport: false, byProgram: false, until },
    });
    for (const line of [
      `${againstWhat(language, 'spam').slice(0, -1)} (example.com/terms#spam).`,
      `${againstWhat(language, 'illegal_content').slice(0, -1)} (example.com/terms#illegal_content).`,
      whoDecided(language, { afterReport: true, byProgram: true }),
      whoDecided(language, { afterReport: false, byProgram: false }),
      howLong(language, null),
      howLong(language, until),
      ...Object.values(whatToDo(language)),
    ]) {
      for (const form of [text, html]) expect(form).toContain(line);
    }
    expect(text).not.toMatch(/https?:/);
  });

  it('says the same in both forms, each reason in its own words', () => {
    const paragraphs = mail.text.trimEnd().split('\n\n');
    expect(new Set(paragraphs).size).toBe(reasons.length + 16);
    for (const paragraph of paragraphs) expect(shown(mail.html)).toContain(paragraph);
    const whys = paragraphs.map((paragraph) => /: (.*)\.$/.exec(paragraph)?.[1]);
    expect(new Set(whys.slice(1, reasons.length + 1)).size).toBe(reasons.length);
  });
});

it.each(languages)('a mail with the code of an act is whole in %s', (language) => {
  const product = { ...defaultProduct, language };
  const mail = actCodeMail({
    product,
    act: 'invite',
    code: 'AB3D9K2M7QRST',
    origin: nothing.origin,
  });
  expect(mail.subject).toMatch(/^AB3D-9K2M-7QRST .*Namecard/);
  expect(mail.text).toContain(textsIn(language).actCode.notYou('cards.example.com'));
  expect(english.test(mail.text)).toBe(language === 'en');
});
