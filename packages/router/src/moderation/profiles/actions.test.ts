import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, program, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let owner: Person;
let staff: Person;
let colleague: Person;
let series = 0;

type Seen = { id: string; revision: number; username: string };

beforeAll(async () => {
  staff = await moderator(service());
  colleague = await moderator(service());
});

beforeEach(async () => {
  owner = await signIn(service());
  await service().clock.advance('1 minute');
});

/** Profiles of the owner with the revisions that a moderator saw, oldest first. */
async function see(count: number): Promise<Seen[]> {
  series += 1;
  for (let number = 1; number <= count; number += 1) {
    await owner.api.profiles.create({ username: `s${series}.${number}`, referral: '' });
  }
  const { data } = await staff.api.moderation.profiles.search({
    text: owner.email,
    sort: 'oldest',
    limit: 100,
  });
  return data.profiles.map(({ id, revision, username }) => ({ id, revision, username }));
}

const asked = (profiles: Seen[]) =>
  profiles.map(({ id, revision }) => ({ id, revision }));

const hide = async (profiles: Seen[], { api }: Person = staff) =>
  (await api.moderation.profiles.hideMany({ profiles: asked(profiles), reason: 'spam' }))
    .data;

const hiddenOnes = async () =>
  (await owner.api.profiles.mine({ limit: 100 })).data.profiles
    .filter(({ hidden }) => hidden)
    .map(({ username }) => username)
    .toReversed();

describe('hiding a hundred profiles of which three were changed meanwhile', () => {
  it('hides 97 and explains the other three; one undo restores the 97', async () => {
    const profiles = await see(100);
    const [edited, taken, deleted] = [profiles[10], profiles[50], profiles[90]];
    await owner.api.profiles.updateSocials({
      username: edited?.username ?? '',
      about: 'newer',
    });
    await colleague.api.moderation.profiles.hide({
      username: taken?.username ?? '',
      reason: 'harassment',
    });
    await owner.api.profiles.remove({ username: deleted?.username ?? '' });

    const { action, results } = await hide(profiles);
    expect(results.map(({ id }) => id)).toEqual(profiles.map(({ id }) => id));
    expect(results.filter((result) => result.outcome === 'done')).toHaveLength(97);
    expect(results.filter((result) => result.outcome === 'rejected')).toEqual([
      rejection(edited, 'CHANGED', 'Its owner changed it meanwhile'),
      rejection(
        taken,
        'ALREADY',
        expect.stringMatching(summary(colleague, 'hid', 'harassment')),
      ),
      rejection(
        { id: deleted?.id ?? '', username: null },
        'GONE',
        'It was deleted meanwhile',
      ),
    ]);
    expect(await hiddenOnes()).toHaveLength(98);
    expect(await readAction(action)).toEqual({
      type: 'profile.hidden',
      requested: 100,
      done: 97,
    });

    const undone = await staff.api.moderation.undo({ action: action ?? '' });
    expect(undone.data.results).toHaveLength(97);
    expect(undone.data.results.every((result) => result.outcome === 'done')).toBe(true);
    expect(await hiddenOnes()).toEqual([taken?.username]);
    expect(await readAction(undone.data.action)).toEqual({
      type: 'undo',
      requested: 97,
      done: 97,
    });
  });
});

const readAction = async (id: string | null) =>
  statements(service().orm.em.fork())
    .selectFrom('moderation_actions')
    .select(['type', 'requested', 'done'])
    .where('id', '=', id ?? '')
    .executeTakeFirst();

const rejection = (
  row: { id: string; username: string | null } | undefined,
  reason: string,
  message: unknown,
) => ({
  id: row?.id,
  label: row?.username,
  outcome: 'rejected',
  error: { reason, message },
});

const summary = ({ email }: Person, verb: string, why = '') =>
  new RegExp(
    `^${email} ${verb} it at \\d\\d:\\d\\d, \\d{4}-\\d\\d-\\d\\d \\(UTC\\)${why && `: ${why}`}$`,
  );

describe('actions on many', () => {
  it('are one action with an event each, recorded in the same transaction', async () => {
    const profiles = await see(3);
    const { data } = await staff.api.moderation.profiles.hideMany({
      profiles: asked(profiles),
      reason: 'personal_data',
      note: 'A phone number ',
      privateNote: 'Seen before',
    });
    const { api } = await admin(service());
    const { events } = (await api.audit.list({ action: data.action ?? '' })).data;
    expect(events.map(({ subject }) => subject)).toEqual(
      profiles
        .toReversed()
        .map(({ id, username }) => ({ kind: 'profile', id, username })),
    );
    expect(events[0]).toMatchObject({
      type: 'profile.hidden',
      actionEvents: 3,
      actor: { id: staff.id, email: staff.email },
      reason: 'personal_data',
      note: 'A phone number',
      privateNote: 'Seen before',
      before: { hidden: false },
      after: { hidden: true },
      from: { ip: '127.0.0.1' },
      canUndo: true,
    });
  });

  it('restore like they hide, and keep the time of the owner’s last change', async () => {
    const profiles = await see(3);
    await hide(profiles);
    await service().clock.advance('1 minute');
    const { data } = await staff.api.moderation.profiles.search({
      text: owner.email,
      sort: 'oldest',
    });
    const restored = await staff.api.moderation.profiles.restoreMany({
      profiles: data.profiles.map(({ id, revision }) => ({ id, revision })),
    });
    expect(restored.data.results.map((result) => result.outcome)).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(await hiddenOnes()).toEqual([]);
    expect(data.profiles.every((one) => one.createdAt === one.updatedAt)).toBe(true);
  });

  it('do nothing and record nothing if nothing is left to do', async () => {
    const profiles = await see(2);
    await hide(profiles);
    const { action, results } = await hide(profiles);
    expect(action).toBeNull();
    expect(
      results.map((result) => result.outcome === 'rejected' && result.error.reason),
    ).toEqual(['ALREADY', 'ALREADY']);
  });

  it('are refused if a colleague hid and restored meanwhile, with the colleague’s name', async () => {
    const profiles = await see(1);
    const username = profiles[0]?.username ?? '';
    await colleague.api.moderation.profiles.hide({ username, reason: 'spam' });
    await colleague.api.moderation.profiles.restore({ username });
    expect((await hide(profiles)).results).toMatchObject([
      {
        error: {
          reason: 'CHANGED',
          message: expect.stringMatching(summary(colleague, 'restored')),
        },
      },
    ]);
    await owner.api.profiles.updateSocials({ username, about: 'newer' });
    expect((await hide(profiles)).results).toMatchObject([
      { error: { reason: 'CHANGED', message: 'Its owner changed it meanwhile' } },
    ]);
  });

  it('accept 1 to 100 profiles, each once', async () => {
    const [profile = { id: '', revision: 0, username: '' }] = await see(1);
    const invalid = 'BAD_REQUEST INPUT_INVALID';
    expect(await outcome(hide([]))).toBe(invalid);
    expect(await outcome(hide([profile, profile]))).toBe(invalid);
    const others = Array.from({ length: 101 }, () => ({
      ...profile,
      id: service().deps.random.id(),
    }));
    expect(await outcome(hide(others))).toBe(invalid);
    expect(await outcome(hide([{ ...profile, revision: 1.5 }]))).toBe(invalid);
  });
});

describe('thirty moderators at one profile', () => {
  it('hide it once, and the other 29 learn who did and when', async () => {
    const profiles = await see(1);
    const people = [staff, colleague];
    const results = await raceTogether(30, async (index) =>
      hide(profiles, people[index % 2]),
    );
    const outcomes = results.flatMap((one) =>
      one.status === 'fulfilled' ? one.value.results : [],
    );
    expect(outcomes.filter((one) => one.outcome === 'done')).toHaveLength(1);
    const errors = outcomes.flatMap((one) =>
      one.outcome === 'rejected' ? [one.error] : [],
    );
    expect(errors).toHaveLength(29);
    const { events } = (await staff.api.audit.list({ profileId: profiles[0]?.id })).data;
    expect(events).toHaveLength(1);
    const winner = people.find(({ id }) => id === events[0]?.actor?.id) ?? staff;
    for (const { reason, message } of errors) {
      expect(reason).toBe('ALREADY');
      expect(message).toMatch(summary(winner, 'hid', 'spam'));
    }
  });
});

describe('the owner of a hidden profile', () => {
  it('reads the reason and the note, but not what the team wrote to itself', async () => {
    const [profile] = await see(2);
    const username = profile?.username ?? '';
    await staff.api.moderation.profiles.hide({
      username,
      reason: 'impersonation',
      note: 'This is not you',
      privateNote: 'A secret of ours',
    });
    const { data } = await owner.api.profiles.mine({});
    expect(data.notices).toEqual([
      {
        username,
        reason: 'impersonation',
        note: 'This is not you',
        at: expect.any(String),
        afterReport: false,
        byProgram: false,
        rule: null,
        appeal: null,
        appealedAt: null,
        answeredAt: null,
        answer: null,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('reads the newest reason, and nothing once it is restored', async () => {
    const [profile] = await see(1);
    const username = profile?.username ?? '';
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    await staff.api.moderation.profiles.restore({ username, note: 'Sorry' });
    expect((await owner.api.profiles.mine({})).data.notices).toEqual([]);
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect((await owner.api.profiles.mine({})).data.notices).toMatchObject([
      { reason: 'spam', note: null },
    ]);
  });

  it.each(['illegal_content', 'other'] as const)(
    'is asked of the moderator in words if it is %s',
    async (reason) => {
      const seen = await see(1);
      const username = seen[0]?.username ?? '';
      const { profiles } = staff.api.moderation;
      const { id: ownerId } = owner;
      for (const note of [undefined, null, ' \n ']) {
        const calls = [
          () => profiles.hide({ username, reason, note }),
          () => profiles.hideMany({ profiles: asked(seen), reason, note }),
          () => profiles.hideAllOf({ ownerId, reason, note }),
        ];
        for (const call of calls) {
          expect((await errorOf(call())).issues).toMatchObject([{ path: ['note'] }]);
        }
      }
      expect(await outcome(profiles.hide({ username, reason, note: 'Fakes' }))).toBe(
        'done',
      );
    },
  );

  it('says whether it follows a report, also after an undo, and that a program decided', async () => {
    const [first, second] = await see(2);
    const hidden = { username: first?.username ?? '', reason: 'spam' } as const;
    await colleague.api.profiles.report({ ...hidden, text: null });
    await staff.api.moderation.profiles.hide(hidden);
    const told = async () =>
      (await owner.api.profiles.mine({})).data.notices.map(
        ({ username, afterReport, byProgram }) => ({ username, afterReport, byProgram }),
      );
    const reported = { username: hidden.username, afterReport: true, byProgram: false };
    expect(await told()).toEqual([reported]);
    const hideAgain = async () => {
      await staff.api.moderation.profiles.restore({ username: hidden.username });
      const { data } = await staff.api.audit.listActions({ limit: 1 });
      await staff.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    };
    await hideAgain();
    expect(await told()).toEqual([reported]);
    await staff.api.moderation.profiles.restore({ username: hidden.username });
    await staff.api.moderation.profiles.hide(hidden);
    await hideAgain();
    expect(await told()).toEqual([{ ...reported, afterReport: false }]);
    const robot = await program(service(), await admin(service()), 'moderation');
    const username = second?.username ?? '';
    await robot.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(await told()).toContainEqual({
      username,
      afterReport: false,
      byProgram: true,
    });
  });
});
