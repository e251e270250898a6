import { describe, expect, it } from 'vitest';
import { explanationOf, stateOf } from './delivery.ts';

const mail = { state: 'sent', attempts: 1, outcome: null, event: null } as const;

describe('what became of a mail', () => {
  it('is what the provider reported last', () => {
    expect(stateOf(mail).label).toBe('Accepted');
    expect(stateOf({ ...mail, event: 'bounced' })).toEqual({ label: 'Bounced', tone: 'bad' });
  });

  it('needs no explanation where it was sent', () => {
    expect(explanationOf({ ...mail, outcome: 'timed_out' })).toBeUndefined();
  });

  it('says how often a waiting mail was tried, and what went wrong', () => {
    const queued = { ...mail, state: 'queued', outcome: 'timed_out' } as const;
    expect(explanationOf({ ...queued, attempts: 0 })).toBe('The provider did not answer in time.');
    expect(explanationOf({ ...queued, attempts: 1 })).toBe(
      'Tried once. The provider did not answer in time.',
    );
    expect(explanationOf({ ...queued, attempts: 3, outcome: null })).toBe('Tried 3 times.');
  });

  it('says that a code ran out, and gives an outcome without words of its own as it is', () => {
    expect(explanationOf({ ...mail, state: 'expired' })).toBe(
      'Its code ran out before it could be delivered.',
    );
    expect(explanationOf({ ...mail, state: 'expired', outcome: 'provider_on_fire' })).toBe(
      'Its code ran out before it could be delivered. provider on fire',
    );
  });
});
