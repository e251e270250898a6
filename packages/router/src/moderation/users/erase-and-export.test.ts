import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, finishErasing, type Person, signIn } from '../../testing/people.ts';
import { dump, eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let boss: Person;
let ann: Person;

beforeEach(async () => {
  boss = await admin(service());
  ann = await signIn(service());
});

const erase = (id: string, { api } = boss) =>
  api.moderation.users.erase({ id, reason: 'requested' });

describe('erasing somebody', () => {
  it('does the same as an own erasure, and the history does not say who was erased', async () => {
    await ann.api.profiles.create({ username: 'ann.gone', referral: '' });
    const { data } = await erase(ann.id);
    expect(await outcome(ann.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect(await outcome(boss.api.profiles.read({ username: 'ann.gone' }))).toBe(
      'NOT_FOUND PROFILE_NOT_FOUND',
    );
    await finishErasing(service());
    expect(await dump(service())).not.toContain(ann.id);
    const { events } = (await boss.api.audit.list({ type: 'user.erased' })).data;
    expect(events[0]).toMatchObject({
      action: data.action,
      actor: { id: boss.id },
      subject: { kind: 'user', id: null, email: null },
      reason: 'requested',
      canUndo: false,
    });
  });

  it('reports an unknown user, and one who is already erased', async () => {
    await erase(ann.id);
    expect(await outcome(erase(ann.id))).toBe('NOT_FOUND USER_NOT_FOUND');
  });

  it('of an admin in ADMIN_EMAILS is refused to everybody else', async () => {
    const chief = await signIn(service(), 'admin@example.com');
    expect(await outcome(erase(chief.id))).toBe('FORBIDDEN CONFIGURED_ADMIN');
    expect(await outcome(boss.api.moderation.users.export({ id: chief.id }))).toBe(
      'FORBIDDEN CONFIGURED_ADMIN',
    );
    expect(await outcome(erase(boss.id, chief))).toBe('done');
  });

  it('of the own account is not in the history', async () => {
    expect(await erase(boss.id)).toEqual({ data: { action: null } });
    await finishErasing(service());
    expect(await dump(service())).not.toContain(boss.id);
  });
});

describe('exporting somebody’s data', () => {
  it('has the same content as their own export, and is recorded', async () => {
    const own = (await ann.api.users.exportMe()).data;
    const { data } = await boss.api.moderation.users.export({ id: ann.id });
    expect(data.records['users']).toEqual(own.records['users']);
    expect(await eventsOf(service(), ann.id)).toMatchObject([
      { type: 'user.exported', actorId: boss.id },
    ]);
  });

  it('is refused for an unknown user', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    expect(await outcome(boss.api.moderation.users.export({ id }))).toBe(
      'NOT_FOUND USER_NOT_FOUND',
    );
  });
});
