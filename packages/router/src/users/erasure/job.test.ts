import { Job, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErasureReceipt } from '../../telemetry.ts';
import { askForCodes, wrongCodes } from '../../testing/codes.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  finishErasing,
  moderator,
  type Person,
  signIn,
  leave,
} from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { applyErasures } from './apply-erasures.ts';
import { claimErasure, runErasure, startErasures } from './job.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());
let receipts: ErasureReceipt[];
const telemetry = {
  erased: async (receipt: ErasureReceipt) => void receipts.push(receipt),
};
const deps = () => ({ orm: service().orm, telemetry });

beforeEach(async () => {
  receipts = [];
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
    const claimed = await claimErasure(deps());
    if (!claimed) throw new Error('No erasure is due');
    const stopping = new AbortController();
    const erased = async (receipt: ErasureReceipt) => {
      receipts.push(receipt);
      stopping.abort();
    };
    await runErasure({ ...deps(), telemetry: { erased } }, claimed, stopping.signal);
    expect(await countNamed(mod)).toBe(2_500);
    expect(await jobOf(mod)).toMatchObject({ leasedUntil: null });
    const failures: unknown[] = [];
    const worker = startErasures({
      ...deps(),
      onUnexpected: (error) => failures.push(error),
    });
    await vi.waitUntil(async () => (await jobOf(mod)) === null, { timeout: 10_000 });
    await worker.stop();
    expect(await countNamed(mod)).toBe(0);
    expect(receipts.map(({ userId }) => userId)).toEqual([mod.id]);
    expect(failures).toEqual([]);
  });

  it('can’t be claimed for half a minute after an instance crashed', async () => {
    const ann = await signIn(service());
    await leave(service(), ann);
    expect(await claimErasure(deps())).toBeDefined();
    await service().clock.advance('29.999999 seconds');
    expect(await claimErasure(deps())).toBeUndefined();
    await service().clock.advance('1 microsecond');
    expect(await claimErasure(deps())).toBeDefined();
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
    const claimed = await claimErasure(deps());
    if (!claimed) throw new Error('No erasure is due');
    await runErasure(deps(), claimed);
    const [receipt] = receipts;
    expect(Object.keys(receipt ?? {}).toSorted()).toEqual([
      'at',
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
    const erased = await applyErasures(service().deps, service().orm, [
      gone,
      { userId: ann.id },
    ]);
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
