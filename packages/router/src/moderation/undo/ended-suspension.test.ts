import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, signIn } from '../../testing/people.ts';
import { eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let boss: Person;

beforeAll(async () => {
  boss = await admin(service());
});

const inAMinute = async () =>
  new Date(Date.parse(await service().clock.now()) + 60_000).toISOString();

/** A user suspended for a minute, and the action that ended it after so long. */
async function unsuspendedAfter(
  interval: string,
): Promise<{ person: Person; action: string }> {
  const person = await signIn(service());
  const until = await inAMinute();
  await boss.api.moderation.users.suspend({ id: person.id, reason: 'spam', until });
  await service().clock.advance(interval);
  const { data } = await boss.api.moderation.users.unsuspend({ id: person.id });
  return { person, action: data.action };
}

const canUndo = async (action: string) =>
  (await boss.api.audit.list({ action })).data.events[0]?.canUndo;

describe('undoing the end of a suspension', () => {
  it('is refused once it would have ended by itself, and ends no session', async () => {
    const { person, action } = await unsuspendedAfter('2 minutes');
    const again = await signIn(service(), person.email);
    expect(await canUndo(action)).toBe(false);
    const { data } = await boss.api.moderation.undo({ action });
    expect(data).toMatchObject({
      action: null,
      results: [{ error: { reason: 'NOT_UNDOABLE' } }],
    });
    expect(await outcome(again.api.users.me())).toBe('done');
  });

  it('begins it again before that', async () => {
    const { person, action } = await unsuspendedAfter('30 seconds');
    expect(await canUndo(action)).toBe(true);
    const { data } = await boss.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ id: person.id, outcome: 'done' }]);
  });
});

describe('undoing a suspension that came after one that was over', () => {
  it('ends it, and takes a code if that gives a role back', async () => {
    const person = await moderator(service());
    const { users } = boss.api.moderation;
    await users.suspend({ id: person.id, reason: 'spam', until: await inAMinute() });
    await service().clock.advance('2 minutes');
    const { action } = (await users.suspend({ id: person.id, reason: 'spam' })).data;
    const thief = service().as(boss.token);
    expect(await outcome(thief.moderation.undo({ action }))).toBe(
      'FORBIDDEN CODE_REQUIRED',
    );
    await boss.api.moderation.undo({ action });
    const types = (await eventsOf(service(), person.id)).map(({ type }) => type);
    expect(types.at(-1)).toBe('user.unsuspended');
    expect((await users.inspect({ id: person.id })).data.user.suspension).toBeNull();
  });
});
