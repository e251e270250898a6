import { overloaded } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { asNamecardError } from './error.ts';
import { explain } from './explain.ts';

const failure = { message: 'As the service says.' };

describe('a failure', () => {
  it.each([
    ['UNAVAILABLE', /moment/],
    ['TOKEN_INVALID', /^You are signed out\. Sign in again\.$/],
    ['STORAGE_FAILED', /store data/],
  ] as const)('with the reason %s tells a person what to do', (reason, words) => {
    const { message } = reason === 'UNAVAILABLE' ? overloaded(2) : failure;
    const told = explain({ message, reason }, 'Namecard');
    expect(told).toMatch(words);
    expect(told).not.toMatch(/Retry-After|token|Bearer/i);
  });

  it('is explained by the service’s message if the app has none of its own', () => {
    expect(explain({ ...failure, reason: 'ROLE_MISSING' }, 'Namecard')).toBe(
      'As the service says.',
    );
  });

  it('of the service or the app is not explained by a technical message', () => {
    const mistake = new TypeError('x is not a function');
    expect(explain(asNamecardError(mistake), 'Namecard')).not.toContain(mistake.message);
    expect(explain({ ...failure, reason: 'INTERNAL' }, 'Namecard')).not.toContain(
      'As the service says.',
    );
  });
});
