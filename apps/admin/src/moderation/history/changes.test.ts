import { describe, expect, it } from 'vitest';
import { exactTime } from '../../components/date-time.tsx';
import { changesOf } from './changes.ts';

describe('the changes of an event', () => {
  it('are told in the words of each field', () => {
    expect(changesOf({ before: { role: 'user' }, after: { role: 'moderator' } })).toEqual(
      [{ name: 'Role', from: 'User', to: 'Moderator' }],
    );
  });

  it('tell what was ended for an address', () => {
    expect(changesOf({ before: { ban: true }, after: { ban: false } })).toEqual([
      { name: 'Account', from: 'Banned', to: 'Allowed' },
    ]);
    expect(changesOf({ before: { refusal: true }, after: { refusal: false } })).toEqual([
      { name: 'Invitations', from: 'Refused', to: 'Allowed' },
    ]);
  });

  it('tell the end of a suspension', () => {
    const until = '2026-01-31T12:00:00Z';
    expect(
      changesOf({ before: { suspended: null }, after: { suspended: { until } } }),
    ).toEqual([
      { name: 'State', from: 'Not suspended', to: `Suspended until ${exactTime(until)}` },
    ]);
    expect(
      changesOf({ before: { suspended: { until: null } }, after: { suspended: null } }),
    ).toEqual([{ name: 'State', from: 'Suspended', to: 'Not suspended' }]);
  });

  it('have every field of both sides, unknown ones as they are, but none that the sentence tells', () => {
    expect(
      changesOf({
        before: { role: 'owner', hidden: false },
        after: { session: null, level: 3, hidden: true },
      }),
    ).toEqual([
      { name: 'Role', from: 'owner', to: 'Nothing' },
      { name: 'level', from: 'Nothing', to: '3' },
    ]);
  });
});
