import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, signIn, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let boss: Person;

beforeAll(async () => {
  boss = await admin(service());
});

/** Somebody who was suspended for a minute, and the act that ended the suspension so long after it began. */
async function unsuspendedAfter(interval: string): Promise<{ person: Person; act: string }> {
  const person = await signIn(service());
  const until = new Date(Date.parse(await service().clock.now()) + 60_000).toISOString();
  await boss.api.users.suspend({ id: person.id, reason: 'spam', until });
  await service().clock.advance(interval);
  const { data } = await boss.api.users.unsuspend({ id: person.id });
  return { person, act: data.act };
}

const canUndo = async (act: string) =>
  (await boss.api.events.list({ act })).data.events[0]?.canUndo;

describe('undoing that a suspension was ended', () => {
  it('is refused once it would have ended by itself, and ends no session', async () => {
    const { person, act } = await unsuspendedAfter('2 minutes');
    const again = await signIn(service(), person.email);
    expect(await canUndo(act)).toBe(false);
    const { data } = await boss.api.moderation.undo({ act });
    expect(data).toMatchObject({ act: null, results: [{ refusal: { reason: 'NOT_UNDOABLE' } }] });
    expect(await outcome(again.api.users.me())).toBe('done');
  });

  it('begins it again before', async () => {
    const { person, act } = await unsuspendedAfter('30 seconds');
    expect(await canUndo(act)).toBe(true);
    const { data } = await boss.api.moderation.undo({ act });
    expect(data.results).toMatchObject([{ id: person.id, outcome: 'done' }]);
  });
});
