import { randomUUID } from 'node:crypto';
import { Job, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { masked } from '../../addresses.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import type { BanEnd, ErasureReceipt } from '../../telemetry.ts';
import { askForCodes, wrongCodes } from '../../testing/codes.ts';
import { moveAccount } from '../../testing/moves.ts';
import { errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  finishErasing,
  moderator,
  type Person,
  signIn,
  leave,
} from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { silentTelemetry } from '../../testing/settings.ts';
import { useService } from '../../testing/use-service.ts';
import { keepBan } from '../../access/bans.sql.ts';
import { applyErasures } from './apply-erasures.ts';
import { erasing, startErasures } from './job.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());
let receipts: ErasureReceipt[];
let ends: BanEnd[];
const telemetry = {
  erased: async (receipt: ErasureReceipt) => void receipts.push(receipt),
};
const deps = () => ({ orm: service().orm, telemetry });

beforeEach(async () => {
  [receipts, ends] = [[], []];
  await finishErasing(service());
});

/** A moderator with so many actions on one user, each with a note. */
async function busyModerator(actions: number): Promise<Person> {
  const [mod, bob] = [await moderator(service()), await signIn(service())];
  await sql`
    with acted as (
      insert into moderation_actions (id, type, actor_kind, actor_id, ip, browser, system, note, requested, done)
      select gen_random_uuid(), 'session.revoked', 'user', ${mod.id}, '192.0.2.7', 'Firefox', 'Linux', 'busy', 1, 1
      from generate_series(1, ${actions}::int) returning id
    )
    insert into audit_events (id, action_id, type, user_id, before, after)
    select gen_random_uuid(), id, 'session.revoked', ${bob.id}, '{}', '{}' from acted
  `.execute(db());
  return mod;
}

const countNamed = async ({ id }: Person): Promise<number> => {
  const { rows } = await sql<{ named: number }>`
    select (select count(*) from moderation_actions where actor_id = ${id})::int
      + (select count(*) from audit_events where user_id = ${id})::int as named
  `.execute(db());
  return rows[0]?.named ?? -1;
};

const jobOf = ({ id }: Person) =>
  service().orm.em.fork().findOne(Job, { kind: 'erasure', key: id });

describe('the job that ends an erasure', () => {
  it('forgets the person of 5,000 actions in pieces, and keeps the acts and reasons', async () => {
    const mod = await busyModerator(5_000);
    await leave(service(), mod);
    expect(await countNamed(mod)).toBe(5_000);
    await finishErasing(service());
    expect(await countNamed(mod)).toBe(0);
    expect(await jobOf(mod)).toBeNull();
    const actions = await rowsOf(service(), 'moderation_actions');
    expect(actions.length).toBeGreaterThanOrEqual(5_000);
    expect(actions.join()).not.toMatch(/192\.0\.2\.7|"busy"/);
  });

  it('is continued by another instance if one stops, and reports the receipt once', async () => {
    const mod = await busyModerator(2_500);
    await leave(service(), mod);
    const { claim, run, record } = erasing(deps());
    const { signal } = new AbortController();
    for (const left of [2_500, 500]) {
      const claimed = await claim(0);
      if (!claimed) throw new Error('No erasure is due');
      await record(claimed, await run(claimed, signal));
      expect(await countNamed(mod)).toBe(left);
    }
    expect(await jobOf(mod)).toMatchObject({ leasedUntil: null });
    const failures: unknown[] = [];
    const worker = startErasures({
      ...deps(),
      onUnexpected: (error) => failures.push(error),
    });
    await expect.poll(() => jobOf(mod)).toBeNull();
    await worker.stop();
    expect(await countNamed(mod)).toBe(0);
    expect(receipts.map(({ userId }) => userId)).toEqual([mod.id]);
    expect(failures).toEqual([]);
  });

  it('can’t be claimed for half a minute after an instance crashed', async () => {
    const ann = await signIn(service());
    await leave(service(), ann);
    const { claim } = erasing(deps());
    expect(await claim(0)).toBeDefined();
    await service().clock.advance('29.999999 seconds');
    expect(await claim(0)).toBeUndefined();
    await service().clock.advance('1 microsecond');
    expect(await claim(0)).toBeDefined();
    await service().clock.advance('1 minute');
  });
});

describe('the receipt', () => {
  it('has the id, the time and the end of the rest, but no address and no name', async () => {
    const ann = await signIn(service());
    await ann.api.users.updateMe({ username: 'receipted' });
    await service().clock.advance('8 days');
    const again = await signIn(service(), ann.email);
    const now = await service().clock.now();
    await leave(service(), again);
    await service().clock.advance('1 hour');
    await doDue(erasing(deps()));
    const [receipt] = receipts;
    expect(Object.keys(receipt ?? {}).toSorted()).toEqual([
      'at',
      'ban',
      'namesRestUntil',
      'userId',
    ]);
    expect(receipt?.userId).toBe(ann.id);
    expect(Date.parse(receipt?.at ?? '')).toBe(Date.parse(now));
    expect(Date.parse(receipt?.namesRestUntil ?? '')).toBe(
      Date.parse(now) + 90 * 86_400_000,
    );
  });

  it('erases again only users that a backup brought back', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    const gone = { userId: '00000000-0000-7000-8000-000000000000' };
    const copy = { receipts: [gone, { userId: ann.id }], takenAt: '' };
    const erased = await applyErasures(service().deps, service().orm, copy);
    expect(erased).toBe(1);
    expect(await outcome(ann.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect(await outcome(bob.api.users.me())).toBe('done');
    expect(await jobOf(ann)).toBeNull();
  });
});

describe('the address of an erased user', () => {
  it('is forgotten at once, or within a day after a wrong code', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    const { short } = await askForCodes(service(), bob.email);
    const [otp = ''] = wrongCodes(1, short);
    await outcome(service().as().auth.verifyCode({ email: bob.email, otp }));
    await leave(service(), ann);
    await leave(service(), bob);
    const addresses = (await rowsOf(service(), 'addresses')).join();
    expect(addresses).not.toContain(ann.email);
    expect(addresses).toContain(bob.email);
  });
});

describe('a suspended account that is erased', () => {
  const enter = async (email: string) => {
    const { long } = await askForCodes(service(), email);
    return service().as().auth.verifyCode({ email, otp: long });
  };

  async function erasedWhileSuspended(boss: Person, days?: number): Promise<Person> {
    const ann = await signIn(service());
    const { suspend, erase } = boss.api.moderation.users;
    const until =
      days && new Date(Date.parse(await service().clock.now()) + days * 86_400_000);
    const end = until ? { until: until.toISOString() } : {};
    await suspend({ id: ann.id, reason: 'spam', ...end });
    await erase({ id: ann.id, reason: 'requested' });
    return ann;
  }

  it('can’t be made again before the suspension would have ended', async () => {
    const { email } = await erasedWhileSuspended(await admin(service()), 30);
    await service().clock.advance('29 days');
    const refusal = await errorOf(enter(email));
    const { reason, ticket, suspension } = refusal;
    expect([reason, ticket]).toEqual(['ACCOUNT_SUSPENDED', undefined]);
    expect(refusal.message).toContain(suspension?.until?.slice(0, 10));
    await service().clock.advance('1 day');
    expect((await enter(email)).data.user.email).toBe(email);
  });

  it('is remembered for two years if the suspension had no end', async () => {
    const { email } = await erasedWhileSuspended(await admin(service()));
    await service().clock.advance('729 days');
    expect(await outcome(enter(email))).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
    await service().clock.advance('2 days');
    expect(await outcome(enter(email))).toBe('done');
  });

  it('is suspended for invitations', async () => {
    const boss = await admin(service());
    const lines = [{ email: (await erasedWhileSuspended(boss)).email }];
    const { invite } = boss.api.moderation.invitations;
    const judged = await invite({ action: randomUUID(), lines, dryRun: true });
    expect(judged.data.lines[0]?.state).toBe('suspended');
  });

  it('can be made again once an admin has typed its address', async () => {
    const boss = await admin(service());
    const { email } = await erasedWhileSuspended(boss);
    const { mail } = boss.api.moderation;
    const typed = { address: email.toUpperCase() };
    expect((await mail.inspect(typed)).data.isBanned).toBe(true);
    await mail.clearSuppression({ ...typed, ban: true, refusal: true });
    await mail.clearSuppression({ ...typed, ban: true });
    expect((await mail.inspect(typed)).data.isBanned).toBe(false);
    const { events } = (await boss.api.audit.list({ type: 'address.cleared' })).data;
    expect(events.filter(({ actor }) => actor?.id === boss.id)).toMatchObject([
      { before: { ban: true }, after: { ban: false, address: masked(email) } },
    ]);
    expect(await outcome(enter(email))).toBe('done');
  });

  it('keeps its former address from a new account too', async () => {
    const boss = await admin(service());
    const ann = await signIn(service());
    const { email } = await moveAccount(service(), ann);
    await boss.api.moderation.users.suspend({ id: ann.id, reason: 'spam' });
    await boss.api.moderation.users.erase({ id: ann.id, reason: 'requested' });
    for (const address of [ann.email, email]) {
      expect(await outcome(enter(address))).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
    }
  });

  it('signs in with another account that has moved to its address', async () => {
    const { email } = await erasedWhileSuspended(await admin(service()));
    const bob = await signIn(service());
    await moveAccount(service(), bob, email);
    expect((await enter(email)).data.user.id).toBe(bob.id);
  });

  const receive = () => doDue(erasing(deps()));

  const restore = async (copied: readonly Partial<ErasureReceipt>[], takenAt: string) =>
    applyErasures(service().deps, service().orm, {
      receipts: [
        ...copied.map(({ userId = '', ...receipt }) => ({ userId, ...receipt })),
        ...ends,
      ],
      takenAt,
    });

  it('is remembered after a restore of a backup that has never known it', async () => {
    const takenAt = await service().clock.now();
    await service().clock.advance('1 second');
    const { email } = await erasedWhileSuspended(await admin(service()));
    await receive();
    await sql`truncate never_again`.execute(db());
    expect(await restore(receipts, takenAt)).toBe(0);
    expect(await outcome(enter(email))).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
  });

  it.each(['earlier', 'later'])(
    'stays without the ban that an admin has ended, in %s copies',
    async (copy) => {
      const boss = await admin(service());
      const { email } = await erasedWhileSuspended(boss);
      await receive();
      const before = await service().clock.now();
      await service().clock.advance('1 second');
      const unbanned = async (end: BanEnd) => void ends.push(end);
      const told = service().with({ telemetry: { ...silentTelemetry, unbanned } });
      const { mail } = told.as(boss.token).moderation;
      await mail.clearSuppression({ address: email, ban: true });
      const [ban] = receipts.flatMap((receipt) => receipt.ban ?? []);
      if (copy === 'earlier' && ban) await keepBan(service().orm.em.fork(), ban);
      await service().clock.advance('1 second');
      const takenAt = copy === 'earlier' ? before : await service().clock.now();
      await restore(receipts, takenAt);
      expect(await outcome(enter(email))).toBe('done');
    },
  );

  it('stays without the ban in whatever order receipts come, and after a second restore', async () => {
    const boss = await admin(service());
    const times = async () => {
      await service().clock.advance('1 second');
      return service().clock.now();
    };
    const before = await times();
    await service().clock.advance('1 second');
    const { email } = await erasedWhileSuspended(boss);
    await receive();
    const [receipt] = receipts;
    const [ban] = receipts.flatMap((one) => one.ban ?? []);
    const [unbanned = ''] = ban?.hashes ?? [];
    const end = { unbanned, at: await times() };
    const after = await times();
    const again = { ...receipt, userId: receipt?.userId ?? '', at: await times() };
    for (const takenAt of [before, after]) {
      await sql`truncate never_again`.execute(db());
      const copy = { receipts: [end, again, again, ...receipts], takenAt };
      await applyErasures(service().deps, service().orm, copy);
      const { isBanned } = (await boss.api.moderation.mail.inspect({ address: email }))
        .data;
      expect(isBanned).toBe(false);
    }
  });

  it.each([
    ['was not when it was erased', { ban: null }, 'done'],
    ['has a receipt of an older version', {}, 'FORBIDDEN ACCOUNT_SUSPENDED'],
  ])('in the backup, but %s', async (_, receipt, ending) => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    await boss.api.moderation.users.suspend({ id: ann.id, reason: 'spam' });
    expect(await restore([{ userId: ann.id, ...receipt }], '')).toBe(1);
    expect(await outcome(enter(ann.email))).toBe(ending);
  });

  it('can be made again by the operator, who names it in ADMIN_EMAILS', async () => {
    const boss = await admin(service());
    const { email } = await erasedWhileSuspended(boss);
    const settings = { adminEmails: new Set([email]) };
    const renamed = service().with({ settings });
    const { long: otp } = await askForCodes(renamed, email);
    const { inspect } = renamed.as(boss.token).moderation.mail;
    expect((await inspect({ address: email })).data.isBanned).toBe(false);
    const { user } = (await renamed.as().auth.verifyCode({ email, otp })).data;
    expect(user.email).toBe(email);
  });

  it('comes back for none of 30 who sign in while it is erased', async () => {
    const boss = await admin(service());
    const ann = await signIn(service());
    await service().clock.advance('6 minutes');
    const { long: otp } = await askForCodes(service(), ann.email);
    await boss.api.moderation.users.suspend({ id: ann.id, reason: 'spam' });
    const erase = () =>
      boss.api.moderation.users.erase({ id: ann.id, reason: 'requested' });
    const verify = () => service().as().auth.verifyCode({ email: ann.email, otp });
    await raceTogether(30, async (index) => (index === 3 ? erase() : verify()));
    const { rows } = await sql`select from users where email_key = ${ann.email}`.execute(
      db(),
    );
    expect(rows).toEqual([]);
  });
});
