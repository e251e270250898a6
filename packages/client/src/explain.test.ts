import { describe, expect, it } from 'vitest';
import { asNamecardError } from './error.ts';
import { explain } from './explain.ts';

const failure = { message: 'As the service says.', retryAfter: undefined };

describe('a failure', () => {
  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3_600, '60 minutes'],
    [7_200, '2 hours'],
  ])('says after a limit of %i seconds to try again in %s', (retryAfter, time) => {
    expect(
      explain({ ...failure, reason: 'RATE_LIMITED', retryAfter }, 'Namecard'),
    ).toMatch(new RegExp(`Try again in ${time}\\.$`));
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
