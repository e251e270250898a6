import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { statements } from '../database.ts';
import { violatesUnique } from '../errors.ts';
import { useTestDatabase } from '../testing.ts';
import { AuditEvent } from './audit-event.ts';
import { ModerationAction } from './moderation-action.ts';
import { User } from './user.ts';

const database = useTestDatabase();
const fork = () => database().orm.em.fork();
const db = () => statements(fork());

let actorId: string;
let userId: string;
let actionId: string;
let eventId: string;

const event = () => ({
  id: randomUUID(),
  actionId,
  type: 'user.suspended' as const,
  userId,
  subjectRevision: 2,
  before: { suspended: null },
  after: {},
});

const prune = async (after = 0, most = 1000) => {
  const { rows } = await sql<{ reached: number | null }>`
    select prune_audit('2021-01-01', ${after}, ${most})::float8 as reached
  `.execute(db());
  return rows[0]?.reached;
};

beforeEach(async () => {
  const em = fork();
  [actorId, userId, actionId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [actorId, userId]) em.create(User, { id, email: id, emailKey: id });
  const origin = { ip: '192.0.2.1', browser: 'b', system: 's' };
  em.create(ModerationAction, {
    ...origin,
    id: actionId,
    type: 'user.suspended',
    actorKind: 'user',
    actorId,
    reason: 'spam',
    requested: 1,
    done: 1,
  });
  eventId = em.create(AuditEvent, event()).id;
  await em.flush();
});

describe('an action and its events', () => {
  it('are written in one flush, in the order in which they were made', async () => {
    const em = fork();
    const ids = Array.from({ length: 20 }, () => em.create(AuditEvent, event()).id);
    await em.flush();
    const rows = await db()
      .selectFrom('audit_events')
      .select(['id', 'actionId'])
      .where('id', '!=', eventId)
      .where('actionId', '=', actionId)
      .orderBy('position')
      .execute();
    expect(rows).toEqual(ids.map((id) => ({ id, actionId })));
  });
});

describe('the history', () => {
  it.each([
    'update audit_events set before = after',
    'update audit_events set type = type',
    'update audit_events set user_id = gen_random_uuid()',
    'update audit_events set stands = false',
    'delete from audit_events',
    "update moderation_actions set reason = 'other'",
    'update moderation_actions set at = at',
    'update moderation_actions set actor_id = gen_random_uuid()',
    'delete from moderation_actions',
  ])('is never changed: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('are never changed');
  });

  it.each([
    'truncate audit_events',
    'truncate moderation_actions cascade',
    'truncate changes',
    'truncate pending_changes',
  ])('is never truncated: %s', async (statement) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('is never truncated');
  });

  it('of the last seven months is never pruned, even if a caller asks for it', async () => {
    for (const keptFrom of [`now()`, `now() - interval '27 days'`, `'infinity'`]) {
      await sql.raw(`select prune_audit(${keptFrom}, 0, 1000)`).execute(db());
    }
    expect(await fork().findOne(AuditEvent, eventId)).not.toBeNull();
  });

  it('forgets where actions came from by its own function, and not before 90 days', async () => {
    const em = fork();
    const [day90, older] = [randomUUID(), randomUUID()];
    for (const [id, at] of [
      [day90, "now() - interval '89 days'"],
      [older, "now() - interval '91 days'"],
    ] as const) {
      await sql`insert into moderation_actions (id, at, type, actor_kind, ip, browser, system, note, requested, done)
        values (${id}, ${sql.raw(at)}, 'user.suspended', 'user', '192.0.2.1', 'b', 's', 'A note', 1, 1)`.execute(
        statements(em),
      );
    }
    await sql`select forget_origins(1000)`.execute(db());
    const origin = { ip: '192.0.2.1', browser: 'b', system: 's' };
    expect(await fork().findOneOrFail(ModerationAction, day90)).toMatchObject(origin);
    expect(await fork().findOneOrFail(ModerationAction, older)).toMatchObject({
      ip: '',
      browser: '',
      system: '',
      note: 'A note',
    });
    await expect(
      sql.raw('update moderation_actions set ip = ip').execute(db()),
    ).rejects.toThrow('are never changed');
  });

  it('forgets an erased person only by its own function, and only where the person is named', async () => {
    const other = { ...event(), id: randomUUID(), userId: randomUUID() };
    const em = fork();
    em.create(AuditEvent, other);
    await em.flush();
    await sql`select forget_in_audit(${userId}, array[${actionId}]::uuid[], array[${eventId}, ${other.id}]::uuid[])`.execute(
      db(),
    );
    expect(await fork().findOneOrFail(ModerationAction, actionId)).toMatchObject({
      actorId,
      reason: 'spam',
      ip: '192.0.2.1',
    });
    const [line, kept] = await Promise.all([
      fork().findOneOrFail(AuditEvent, eventId),
      fork().findOneOrFail(AuditEvent, other.id),
    ]);
    expect(line).toMatchObject({ userId: null, actionId, before: {} });
    expect(kept).toMatchObject({ userId: other.userId, before: { suspended: null } });
  });

  it('loses old events with their action, and keeps the events that undid them', async () => {
    const em = fork();
    const at = '2020-01-01 00:00:00+00';
    const why = {
      ip: '',
      browser: '',
      system: '',
      actorKind: 'user',
      requested: 1,
      done: 1,
    } as const;
    const [oldAction, newAction] = [randomUUID(), randomUUID()];
    em.create(ModerationAction, {
      ...why,
      id: oldAction,
      type: 'user.suspended',
      actorId,
      at,
    });
    em.create(ModerationAction, { ...why, id: newAction, type: 'undo', actorId });
    await em.flush();
    const old = em.create(AuditEvent, {
      ...event(),
      id: randomUUID(),
      actionId: oldAction,
      at,
    });
    await em.flush();
    const undoing = {
      ...event(),
      id: randomUUID(),
      actionId: newAction,
      undoesId: old.id,
    };
    em.create(AuditEvent, undoing);
    await em.flush();
    await prune(0, 1000);
    expect(await fork().findOne(AuditEvent, old.id)).toBeNull();
    expect(await fork().findOne(ModerationAction, oldAction)).toBeNull();
    expect(await fork().findOneOrFail(AuditEvent, undoing.id)).toMatchObject({
      undoesId: null,
    });
  });

  it('is pruned in steps that get past any number of standing decisions', async () => {
    const em = fork();
    const suspendedAt = '2020-01-01 00:00:00+00';
    Object.assign(await em.findOneOrFail(User, userId), { suspendedAt });
    const at = '2020-01-02 00:00:00+00';
    const old = () => em.create(AuditEvent, { ...event(), id: randomUUID(), at });
    const standing = Array.from({ length: 25 }, old);
    const over = old();
    over.type = 'user.unsuspended';
    await em.flush();
    const positions = [...standing, over].map(({ position }) => Number(position));
    const first = (positions[0] ?? 0) - 1;
    const reached = [await prune(first, 10), await prune(positions[9], 10)];
    expect(reached).toEqual([positions[9], positions[19]]);
    await prune(positions[19], 10);
    expect(await fork().findOne(AuditEvent, over.id)).toBeNull();
    const kept = standing.map(({ id }) => id);
    expect(await fork().count(AuditEvent, { id: kept })).toBe(25);
    expect(await prune(positions[25], 10)).toBeNull();
  });

  it('is undone once', async () => {
    const em = fork();
    em.create(AuditEvent, { ...event(), undoesId: eventId });
    await em.flush();
    em.create(AuditEvent, { ...event(), undoesId: eventId });
    const error: unknown = await em.flush().catch((thrown: unknown) => thrown);
    expect(violatesUnique(error, 'audit_events_undoes_unique')).toBe(true);
  });
});

describe('an event that is undone, and its undo too, again and again', () => {
  it('names its undo, and stands after every second undo', async () => {
    const chain = [eventId];
    const states: boolean[][] = [];
    for (let undos = 0; undos < 3; undos += 1) {
      const em = fork();
      const undoing = { ...event(), undoesId: chain.at(-1) ?? null };
      chain.push(em.create(AuditEvent, undoing).id);
      await em.flush();
      const rows = await fork().find(
        AuditEvent,
        { chainId: eventId },
        { orderBy: { position: 'asc' } },
      );
      expect(rows.map(({ id }) => id)).toEqual(chain);
      expect(rows.map(({ undoneBy }) => undoneBy)).toEqual([...chain.slice(1), null]);
      states.push(rows.map(({ stands }) => stands));
    }
    expect(states).toEqual([
      [false, true],
      [true, false, true],
      [false, true, false, true],
    ]);
  });

  it('leaves the history closed', async () => {
    const changing = fork().transactional(async (em) => {
      em.create(AuditEvent, { ...event(), undoesId: eventId });
      await em.flush();
      await sql`update audit_events set before = after`.execute(statements(em));
    });
    await expect(changing).rejects.toThrow('are never changed');
  });
});

describe('the progress of an action', () => {
  it('can be written while the action runs', async () => {
    const em = fork();
    const action = await em.findOneOrFail(ModerationAction, actionId);
    Object.assign(action, { requested: 9, done: 4 });
    await em.flush();
    expect(await fork().findOneOrFail(ModerationAction, actionId)).toMatchObject({
      requested: 9,
      done: 4,
    });
  });
});
