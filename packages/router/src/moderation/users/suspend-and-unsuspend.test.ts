import { defaultProduct } from '@namecard/look';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes } from '../../testing/codes.ts';
import { endingsOf, errorOf, outcome, wrongFields } from '../../testing/outcome.ts';
import { admin, type Person, signIn, suspend } from '../../testing/people.ts';
import { eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

let ann: Person;
let bob: Person;

beforeEach(async () => {
  await service().clock.set('2027-01-01T12:03:00Z');
  ann = await admin(service());
  bob = await signIn(service());
});

const suspensionOf = async ({ id }: Person) =>
  (await ann.api.moderation.users.inspect({ id })).data.user.suspension;

/** The error for the person after a sign-in with a right code. */
async function wordsFor({ email }: Person): Promise<string> {
  const { short } = await askForCodes(service(), email);
  const error = await errorOf(service().as().auth.verifyCode({ email, otp: short }));
  expect(error.reason).toBe('ACCOUNT_SUSPENDED');
  return error.message;
}

describe('suspending', () => {
  it('ends all sessions, refuses new ones, and is recorded in full', async () => {
    const again = await signIn(service(), bob.email);
    const { data } = await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
      note: 'Forty links a day.',
      privateNote: 'See the report of Monday.',
    });
    const since = '2027-01-01T12:03:00.000Z';
    const suspension = { since, until: null, reason: 'spam', note: 'Forty links a day.' };
    expect(data.user.suspension).toEqual(suspension);
    expect(await outcome(bob.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect(await outcome(again.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect(
      (await ann.api.moderation.users.inspect({ id: bob.id })).data.sessions,
    ).toEqual([]);
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      {
        actionId: data.action,
        actorId: ann.id,
        type: 'user.suspended',
        reason: 'spam',
        note: 'Forty links a day.',
        privateNote: 'See the report of Monday.',
        before: { suspended: null },
        after: { suspended: { since, until: null } },
      },
    ]);
  });

  it('shows the person the contact, if the operator has set one', async () => {
    await suspend(service(), bob);
    const contactUrl = 'mailto:help@example.com';
    const { short } = await askForCodes(service(), bob.email);
    const instance = service().with({
      settings: { product: { ...defaultProduct, operator: { contact: contactUrl } } },
    });
    const call = instance.as().auth.verifyCode({ email: bob.email, otp: short });
    expect((await errorOf(call)).message).toMatch(/ Contact: help@example\.com$/);
  });

  it('that is refused ends no session and is not recorded', async () => {
    await ann.api.moderation.users.changeRole({ id: bob.id, from: 'user', to: 'admin' });
    const until = '2027-01-01T12:03:00Z';
    const call = ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam', until });
    expect(await wrongFields(call)).toEqual(['until']);
    expect(await outcome(bob.api.users.me())).toBe('done');
    expect(await eventsOf(service(), bob.id)).toHaveLength(1);
  });

  it('lasts until the end of the calendar at most, without rounding beyond it', async () => {
    const beyond = '9999-12-31T23:59:59.9999999Z';
    const call = ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
      until: beyond,
    });
    expect(await wrongFields(call)).toEqual(['until']);
    const until = '9999-12-31T23:59:59.999999Z';
    const { data } = await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
      until,
    });
    expect(data.user.suspension?.until).toBe('9999-12-31T23:59:59.999Z');
  });

  it('lasts so many days by the database’s clock, not by the caller’s', async () => {
    const { data } = await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
      days: 30,
    });
    const term = { since: '2027-01-01T12:03:00.000Z', until: '2027-01-31T12:03:00.000Z' };
    expect(data.user.suspension).toMatchObject(term);
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      { after: { suspended: term } },
    ]);
  });

  it('takes days or an end, not both, and whole days up to a year', async () => {
    const until = '2027-02-01T00:00:00Z';
    const both = { id: bob.id, reason: 'spam', days: 1, until } as const;
    expect(await wrongFields(ann.api.moderation.users.suspend(both))).toEqual(['until']);
    for (const days of [0, -1, 0.5, 366]) {
      const call = ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam', days });
      expect(await wrongFields(call)).toEqual(['days']);
    }
  });

  it('takes an id in capitals', async () => {
    await ann.api.moderation.users.suspend({ id: bob.id.toUpperCase(), reason: 'spam' });
    expect(await suspensionOf(bob)).toMatchObject({ reason: 'spam' });
  });

  it('happens once if thirty ask together; the others learn by whom', async () => {
    const results = await raceTogether(30, async () =>
      ann.api.moderation.users.suspend({ id: bob.id, reason: 'harassment' }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, 'CONFLICT CHANGED_MEANWHILE': 29 });
    expect(await eventsOf(service(), bob.id)).toHaveLength(1);
    const error = await errorOf(
      ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam' }),
    );
    expect(error.message).toBe(
      `${ann.email} suspended the account at 12:03, 2027-01-01 (UTC): harassment.`,
    );
  });

  it('leaves no session, even if many begin at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => ({
        codes: await askForCodes(service(), bob.email),
      })),
    );
    await raceTogether(9, async (index) => {
      const person = people[index];
      return person
        ? service().as().auth.verifyCode({ email: bob.email, otp: person.codes.long })
        : ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam' });
    });
    expect(
      (await ann.api.moderation.users.inspect({ id: bob.id })).data.sessions,
    ).toEqual([]);
  });

  it('is not reported with the text of an older suspension', async () => {
    await ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam', note: 'Old.' });
    await ann.api.moderation.users.unsuspend({ id: bob.id });
    await service().clock.advance('1 day');
    await suspend(service(), bob);
    ann = await signIn(service(), ann.email);
    expect(await suspensionOf(bob)).toMatchObject({ reason: null, note: null });
    expect(await wordsFor(bob)).toBe('This account is suspended.');
  });
});

describe('a suspended person who proves their address', () => {
  const terms = 'It is against our terms.';
  const looked =
    'A person decided this on our own initiative. You can ask for another look as long as it stands, and for six months at least. It is free. The courts stay open to you.';

  it('learns of the suspension, and the reason if there is one', async () => {
    await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'spam',
      privateNote: 'A secret.',
    });
    expect(await wordsFor(bob)).toBe(
      `This account is suspended. The reason: spam. ${terms} ${looked}`,
    );
  });

  it('learns the end, the reason and the note, which some reasons need', async () => {
    const bare = { id: bob.id, reason: 'illegal_content', note: ' ' } as const;
    expect(await wrongFields(ann.api.moderation.users.suspend(bare))).toEqual(['note']);
    await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'illegal_content',
      note: 'Write to us when the link is gone.',
      until: '2027-02-01T00:00:00Z',
    });
    expect(await wordsFor(bob)).toBe(
      `This account is suspended until 00:00, 2027-02-01 (UTC). The reason: illegal content. Write to us when the link is gone. We hold that it may be against the law. ${looked}`,
    );
  });
});

describe('a suspension with an end', () => {
  const until = '2027-01-01T13:00:00Z';

  beforeEach(async () => {
    await ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam', until });
  });

  const afterwards = async () => {
    await service().clock.set('2027-01-01T13:00:00.000001Z');
  };

  it('holds until then', async () => {
    await service().clock.set('2027-01-01T12:59:59Z');
    expect(await suspensionOf(bob)).toMatchObject({ until: '2027-01-01T13:00:00.000Z' });
    await wordsFor(bob);
  });

  it('brings no session back, and signing in works again', async () => {
    await afterwards();
    expect(await suspensionOf(bob)).toBeNull();
    expect(await outcome(bob.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    const again = await signIn(service(), bob.email);
    expect(await outcome(again.api.users.me())).toBe('done');
  });

  it('that has ended by itself can be followed by another', async () => {
    await afterwards();
    const { data } = await ann.api.moderation.users.suspend({
      id: bob.id,
      reason: 'harassment',
    });
    expect(data.user.suspension).toMatchObject({ until: null, reason: 'harassment' });
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      {},
      // An undo must not come back to the one that is over.
      { before: { suspended: null }, after: { suspended: { until: null } } },
    ]);
  });

  it('that has ended by itself can be cleared', async () => {
    await afterwards();
    expect(await outcome(ann.api.moderation.users.unsuspend({ id: bob.id }))).toBe(
      'done',
    );
    expect(await outcome(ann.api.moderation.users.unsuspend({ id: bob.id }))).toBe(
      'CONFLICT CHANGED_MEANWHILE',
    );
  });
});

describe('ending a suspension', () => {
  it('lets them sign in again, brings no session back, and is recorded', async () => {
    await ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam' });
    const { data } = await ann.api.moderation.users.unsuspend({
      id: bob.id,
      note: 'Welcome back.',
      privateNote: 'They wrote.',
    });
    expect(data.user.suspension).toBeNull();
    expect(await outcome(bob.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    await signIn(service(), bob.email);
    expect(await eventsOf(service(), bob.id)).toMatchObject([
      {},
      {
        actionId: data.action,
        type: 'user.unsuspended',
        note: 'Welcome back.',
        privateNote: 'They wrote.',
        before: { suspended: { since: '2027-01-01T12:03:00.000Z', until: null } },
        after: { suspended: null },
      },
    ]);
  });

  it('of a user who is not suspended is refused, with the person who ended it', async () => {
    const never = await errorOf(ann.api.moderation.users.unsuspend({ id: bob.id }));
    expect(never.message).toBe('This user is not suspended.');
    await ann.api.moderation.users.suspend({ id: bob.id, reason: 'spam' });
    const results = await raceTogether(30, async () =>
      ann.api.moderation.users.unsuspend({ id: bob.id }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, 'CONFLICT CHANGED_MEANWHILE': 29 });
    const late = await errorOf(ann.api.moderation.users.unsuspend({ id: bob.id }));
    expect(late.message).toBe(
      `${ann.email} ended the suspension at 12:03, 2027-01-01 (UTC).`,
    );
  });
});
