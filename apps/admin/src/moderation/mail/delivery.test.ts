import { describe, expect, it } from 'vitest';
import { exactTime } from '../../components/date-time.tsx';
import { explanationOf, stateOf } from './delivery.ts';

const mail = {
  state: 'sent',
  attempts: 1,
  nextAttemptAt: null,
  outcome: null,
  event: null,
  isInMailbox: false,
} as const;

const suppressed = { ...mail, event: 'suppressed' } as const;

const queued = { ...mail, state: 'queued', outcome: 'timed_out' } as const;

describe('the outcome of a mail', () => {
  it('is the last report of the provider', () => {
    expect(stateOf(mail).word).toBe('Accepted');
    expect(stateOf({ ...mail, event: 'bounced' })).toEqual({
      word: 'Bounced',
      tone: 'bad',
    });
  });

  it('is not "Accepted" without a provider', () => {
    const shown = { ...mail, isInMailbox: true };
    const word = 'Not sent, in the test mailbox';
    expect(stateOf(shown)).toEqual({ word, tone: 'neutral' });
  });

  it('has no explanation if it was sent', () => {
    expect(explanationOf({ ...mail, outcome: 'timed_out' })).toBeUndefined();
  });

  it('says why the address is suppressed, if that is known', () => {
    expect(explanationOf({ ...suppressed, outcome: 'hard_bounced' })).toMatch(
      /^It bounced\. The provider delivers nothing/,
    );
    expect(explanationOf({ ...suppressed, outcome: 'complained' })).toMatch(
      /^It was reported/,
    );
    expect(explanationOf({ ...suppressed, outcome: 'unsubscribed' })).toMatch(
      /unsubscribed\. /,
    );
    expect(explanationOf(suppressed)).toMatch(/^The provider delivers nothing/);
  });

  it('says the number of tries, the failure and the next try of a waiting mail', () => {
    expect(stateOf(queued)).toEqual({ word: 'Retrying', tone: 'warn' });
    expect(stateOf({ ...queued, attempts: 0 }).word).toBe('Waiting');
    expect(explanationOf({ ...queued, attempts: 0 })).toBe(
      'The provider did not answer in time.',
    );
    expect(explanationOf({ ...queued, attempts: 0, outcome: null })).toBeUndefined();
    expect(explanationOf(queued)).toBe(
      'Tried once. The provider did not answer in time.',
    );
    expect(explanationOf({ ...queued, attempts: 3, outcome: null })).toBe(
      'Tried 3 times.',
    );
    const nextAttemptAt = '2026-06-15T12:00:00.000Z';
    expect(explanationOf({ ...queued, nextAttemptAt })).toBe(
      `Tried once. The provider did not answer in time. Next try: ${exactTime(nextAttemptAt)}.`,
    );
  });

  it('says that a code expired, and shows an unknown outcome as it is', () => {
    expect(explanationOf({ ...mail, state: 'expired' })).toBe(
      'Its code expired before delivery.',
    );
    expect(
      explanationOf({ ...mail, state: 'expired', outcome: 'provider_on_fire' }),
    ).toBe('Its code expired before delivery. provider on fire');
  });
});
