import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCards, nameOf } from '../../testing/cards.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  signIn,
  signInOlder,
  leave,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService({ settings: { publicProfiles: true, review: new Set() } });
let rogue: Person;
let ann: Person;
let cards: string[];

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  const owner = await signIn(service());
  [rogue, ann] = [await moderator(service()), await moderator(service())];
  cards = (await makeCards(service(), owner.id, 20)).map(nameOf);
});

/** Twenty urgent items, reported by an account older than a day. */
async function reportAll() {
  const member = await signInOlder(service());
  for (const username of cards) {
    await member.api.profiles.report({ username, reason: 'danger' });
  }
}

const next = async ({ api }: Person, lane: Lane = 'urgent') =>
  (await api.moderation.desk.next({ lane })).data.items;

const count = async (who: Person, lane?: Lane) => (await next(who, lane)).length;

const pass = (time: string) => service().clock.advance(time);

describe('a moderator who lets leases end again and again', () => {
  it('gets half of them, though they always ask first', async () => {
    await reportAll();
    let [theirs, mine] = [0, 0];
    for (const _ of Array(6).keys()) {
      theirs += await count(rogue);
      mine += await count(ann);
      await pass('2 minutes 1 second');
    }
    expect([theirs, mine]).toEqual([60, 60]);
  });

  it('does not keep them by changing lanes', async () => {
    await reportAll();
    for (const _ of Array(4).keys()) {
      expect(await count(rogue)).toBe(20);
      await pass('30 seconds');
      await next(rogue, 'new');
    }
    expect(await count(rogue)).toBe(0);
    expect(await count(ann)).toBe(20);
  });

  it('does not share them by thirty calls at once', async () => {
    await reportAll();
    await next(rogue);
    await pass('2 minutes 1 second');
    const results = await raceTogether(30, async (at) => count(at % 2 ? rogue : ann));
    const counts = results.map((one) => (one.status === 'fulfilled' ? one.value : -1));
    expect(counts).toEqual(counts.map((_, at) => (at % 2 ? 0 : 20)));
  });
});

describe('a moderator whose lease has ended', () => {
  it('gets the items again at once if no colleague is there', async () => {
    await reportAll();
    await ann.api.auth.signOut();
    await next(rogue);
    await pass('2 minutes 1 second');
    expect(await count(rogue)).toBe(20);
  });

  it('gets them again after ten minutes, if nobody took them', async () => {
    await reportAll();
    await next(rogue);
    await pass('11 minutes');
    expect(await count(rogue)).toBe(0);
    await pass('1 minute 1 second');
    expect(await count(rogue)).toBe(20);
  });

  it('can still decide about one', async () => {
    await reportAll();
    const [item] = await next(rogue);
    await pass('3 minutes');
    const { id = '', profile } = item ?? {};
    const revision = profile?.revision ?? 0;
    const decided = rogue.api.moderation.desk.close({
      id,
      revision,
      decision: 'approve',
    });
    expect(await outcome(decided)).toBe('done');
  });

  it('gets them after all others', async () => {
    await reportAll();
    const [oldest] = await next(rogue);
    await sql`update items set last_leased_by = null where id <> ${oldest?.id}`.execute(
      db(),
    );
    await pass('13 minutes');
    const more = await makeCards(service(), (await signIn(service())).id, 1);
    cards = more.map(nameOf);
    await reportAll();
    const ids = (await next(rogue)).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids).not.toContain(oldest?.id);
  });
});

describe('leases are free at once', () => {
  const lose: Record<string, (boss: Person) => Promise<unknown>> = {
    'when the role is lost': ({ api }) =>
      api.moderation.users.changeRole({ id: rogue.id, from: 'moderator', to: 'user' }),
    'when the person is suspended': ({ api }) =>
      api.moderation.users.suspend({ id: rogue.id, reason: 'spam' }),
    'when the account is erased': () => leave(service(), rogue),
  };

  it.each(Object.keys(lose))('%s', async (how) => {
    await reportAll();
    await next(rogue);
    expect(await count(ann)).toBe(0);
    const boss = await admin(service());
    await lose[how]?.(boss);
    expect(await count(ann)).toBe(20);
  });
});

it('a moderator’s reports keep that moderator from the items, and nobody else', async () => {
  await reportAll();
  // Otherwise nobody but ann could decide.
  await moderator(service());
  for (const username of cards)
    await rogue.api.profiles.report({ username, reason: 'spam' }).catch(() => {});
  const kept = 3;
  expect(await count(rogue)).toBe(20 - kept);
  await pass('2 minutes 1 second');
  expect(await count(ann)).toBe(20);
});
