import { describe, expect, it } from 'vitest';
import {
  changeMessage,
  eventTypes,
  subjectName,
  summaryOf,
  wordingOf,
} from './vocabulary.ts';

const by = {
  actorKind: 'user',
  actorKey: null,
  actor: { id: '1', email: 'bob@example.com', maskedEmail: 'b…@example.com' },
} as const;

const profile = { kind: 'profile', id: '2', username: 'ann' } as const;

describe('an event in words', () => {
  it('says in short what was done and to whom', () => {
    expect(summaryOf({ subject: profile, type: 'profile.hidden' })).toBe('ann hidden');
    const user = { kind: 'user', id: '3', email: 'ann@example.com' } as const;
    expect(summaryOf({ subject: user, type: 'user.unsuspended' })).toBe(
      'ann@example.com no longer suspended',
    );
  });

  it('names its subject if an operator acted on the whole service', () => {
    const nobody = { kind: 'user', id: null, email: null } as const;
    const moved = { subject: nobody, type: 'database.moved' } as const;
    expect(summaryOf(moved)).toBe('the database moved');
    expect(subjectName({ subject: nobody, type: 'counts.repaired' })).toBe(
      'the counts of profiles',
    );
    const invited = { subject: nobody, type: 'user.invited' } as const;
    expect(summaryOf({ ...invited, after: { invited: 200 } })).toBe('200 people invited');
    expect(summaryOf(invited)).toBe('people invited');
  });

  it('does not name erased accounts', () => {
    const user = { kind: 'user', id: null, email: null } as const;
    expect(summaryOf({ subject: user, type: 'user.suspended' })).toBe(
      'an erased account suspended',
    );
    const hidden = { actor: null, type: 'profile.hidden', reason: null } as const;
    expect(changeMessage({ ...hidden, actorKey: null, actorKind: 'user' })).toBe(
      'An erased account hid it',
    );
    expect(changeMessage({ ...hidden, actorKey: null, actorKind: 'operator' })).toBe(
      'The operator hid it',
    );
  });

  it('says who changed the shown profile, with the reason if there is one', () => {
    expect(changeMessage({ ...by, type: 'profile.hidden', reason: 'spam' })).toBe(
      'bob@example.com hid it: Spam',
    );
    expect(changeMessage({ ...by, type: 'profile.restored', reason: null })).toBe(
      'bob@example.com restored it',
    );
  });

  it('has a different name for every type', () => {
    const names = eventTypes.map((type) => wordingOf(type).name);
    expect(new Set(names).size).toBe(eventTypes.length);
  });
});
