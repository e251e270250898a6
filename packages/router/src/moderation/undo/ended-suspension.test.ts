import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let boss: Person;

beforeAll(async () => {
  boss = await admin(service());
});

/** A user suspended for a minute, and the action that ended it after so long. */
async function unsuspendedAfter(
  interval: string,
): Promise<{ person: Person; action: string }> {
  const person = await signIn(service());
  const until = new Date(Date.parse(await service().clock.now()) + 60_000).toISOString();
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
