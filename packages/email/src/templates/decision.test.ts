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

  it('says first that the account is suspended, and that signing in leads on', () => {
    const hidden = [{ reason: 'other', cards: 2 }] as const;
    const { subject, text } = decisionMail({ ...nothing, hidden, suspended: 'spam' });
    expect(subject).toBe('Namecard: your account is suspended');
    expect(text).toMatch(/^Your account is suspended\. The reason: unwanted advertising/);
    expect(text).toContain('2 cards of yours are hidden from others.');
    expect(text).toContain('You are told that the account is suspended');
  });

  it('is in the name of the product, and has nothing to follow but the contact', () => {
    const product = { ...defaultProduct, name: 'Ann & Co', color: '#ffd700' };
    const contactUrl = 'https://example.com/help';
    const { subject, text, html } = decisionMail({ ...nothing, product, contactUrl });
    expect(subject).toBe('Ann & Co: cards of yours are hidden');
    expect(html).toContain('Ann &amp; Co');
    expect(text).toContain(`Contact: ${contactUrl}`);
    expect(html).not.toContain('<a ');
  });
});
