import { describe, expect, it } from 'vitest';
import { explain, failureOf } from './failure.ts';

const failure = { message: 'As the service says.', retryAfter: undefined };

describe('a failure', () => {
  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3_600, '60 minutes'],
    [7_200, '2 hours'],
  ])('says after %i seconds that one may try again in %s', (retryAfter, time) => {
    expect(explain({ ...failure, reason: 'RATE_LIMITED', retryAfter })).toMatch(
      new RegExp(`Try again in ${time}\\.$`),
    );
  });

  it('is explained in the service’s words where there are no closer ones', () => {
    expect(explain({ ...failure, reason: 'ROLE_MISSING' })).toBe('As the service says.');
  });

  it('of the service or of this program is not explained by what a program says', () => {
    const mistake = new TypeError('x is not a function');
    expect(explain(failureOf(mistake))).not.toContain(mistake.message);
    expect(explain({ ...failure, reason: 'INTERNAL' })).not.toContain(
      'As the service says.',
    );
  });
});
