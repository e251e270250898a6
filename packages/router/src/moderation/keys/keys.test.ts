import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { endingsOf, errorOf, outcome, wrongFields } from '../../testing/outcome.ts';
import { admin, type Person, program, signIn } from '../../testing/people.ts';
import { dump, eventsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { createKey, endKey } from './create-and-end.ts';

const service = useService();
let boss: Person;

beforeEach(async () => {
  boss = await admin(service());
});

const create = (
  input: Partial<Parameters<Person['api']['moderation']['keys']['create']>[0]> = {},
) =>
  boss.api.moderation.keys.create({ name: 'Billing', scopes: ['users:read'], ...input });

const listed = async (id: string) =>
  (await boss.api.moderation.keys.list()).data.keys.find((key) => key.id === id);

describe('a service key', () => {
  it('is made with a name, scopes and an end, and shown once', async () => {
    const { data } = await create({ days: 30 });
    expect(data.token).toMatch(/^nk_[A-Za-z0-9_-]{43}$/);
    expect(data.key).toMatchObject({
      name: 'Billing',
      scopes: ['users:read'],
      state: 'serving',
      maker: { id: boss.id, email: boss.email },
      lastUsedAt: null,
      endedAt: null,
    });
    expect(Date.parse(data.key.endsAt) - Date.parse(data.key.createdAt)).toBe(
      30 * 86_400_000,
    );
    expect(await listed(data.key.id)).toEqual(data.key);
    expect(await dump(service())).not.toContain(data.token);
  });

  it('is in the history from its beginning to its end', async () => {
    const { key } = (await create()).data;
    await boss.api.moderation.keys.end({ id: key.id });
    expect(await eventsOf(service(), boss.id)).toMatchObject([
      {
        type: 'key.created',
        actorId: boss.id,
        after: { key: { id: key.id, name: 'Billing' } },
      },
      {
        type: 'key.ended',
        actorId: boss.id,
        before: { key: { id: key.id, name: 'Billing' } },
      },
    ]);
  });

  it('has the time of its last use, to within five minutes', async () => {
    const { id, api } = await program(service(), boss, 'profiles:read');
    await api.profiles.list({});
    const first = (await listed(id))?.lastUsedAt;
    await service().clock.advance('4 minutes');
    await api.profiles.list({});
    expect((await listed(id))?.lastUsedAt).toBe(first);
    await service().clock.advance('2 minutes');
    await api.profiles.list({});
    expect((await listed(id))?.lastUsedAt).not.toBe(first);
  });

  it('is ended once, of thirty at once, and refused from then on', async () => {
    const { id, api } = await program(service(), boss, 'profiles:read');
    const results = await raceTogether(30, async () =>
      boss.api.moderation.keys.end({ id }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, 'NOT_FOUND KEY_NOT_FOUND': 29 });
    expect(await outcome(api.profiles.list({}))).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect((await listed(id))?.state).toBe('ended');
  });

  it('ends by itself', async () => {
    const { key, token } = (await create({ days: 1, scopes: ['profiles:read'] })).data;
    await service().clock.advance('23 hours 59 minutes');
    expect(await outcome(service().as(token).profiles.list({}))).toBe('done');
    await service().clock.advance('1 minute');
    expect(await outcome(service().as(token).profiles.list({}))).toBe(
      'UNAUTHORIZED TOKEN_INVALID',
    );
    boss = await admin(service());
    expect((await listed(key.id))?.state).toBe('expired');
    expect(await outcome(boss.api.moderation.keys.end({ id: key.id }))).toBe(
      'NOT_FOUND KEY_NOT_FOUND',
    );
  });

  it('needs a visible name, one scope or more, each once, and ends within a year', async () => {
    expect(await wrongFields(create({ name: '' }))).toEqual(['name']);
    expect(await wrongFields(create({ name: 'a\u202eb' }))).toEqual(['name']);
    expect(await wrongFields(create({ scopes: [] }))).toEqual(['scopes']);
    expect(await wrongFields(create({ scopes: ['moderation', 'moderation'] }))).toEqual([
      'scopes',
    ]);
    expect(await wrongFields(create({ days: 366 }))).toEqual(['days']);
  });

  it('of an admin of ADMIN_EMAILS can be ended only by another such admin', async () => {
    const root = await signIn(service(), 'admin@example.com');
    const { id } = await program(service(), root, 'moderation');
    expect(await outcome(boss.api.moderation.keys.end({ id }))).toBe(
      'FORBIDDEN CONFIGURED_ADMIN',
    );
    expect(await outcome(root.api.moderation.keys.end({ id }))).toBe('done');
  });
});

describe('a service key of an operator', () => {
  it('works without a maker, until it is ended', async () => {
    const { deps } = service();
    const input = { name: 'Nightly', scopes: ['profiles:read' as const], days: 1 };
    const { data } = await createKey(deps, operator, input);
    expect(data.key).toMatchObject({
      makerKind: 'operator',
      maker: null,
      state: 'serving',
    });
    expect(await outcome(service().as(data.token).profiles.list({}))).toBe('done');
    await endKey(deps, operator, { id: data.key.id });
    const error = await errorOf(service().as(data.token).profiles.list({}));
    expect(error.reason).toBe('TOKEN_INVALID');
  });
});
