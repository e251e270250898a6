import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { somebody, moderator, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

const items = 70;

beforeEach(async () => {
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  const owner = await somebody(service());
  for (let made = 0; made < items; made += 1) {
    const username = `card-${crypto.randomUUID()}`;
    await owner.api.profiles.create({ username, referral: '' });
  }
});

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function now(): Promise<number> {
  const { rows } = await sql<{ now: string }>`
    select current_instant()::text as now
  `.execute(statements(service().orm.em.fork()));
  return Date.parse(rows[0]?.now ?? '');
}

type Held = { id: string; revision: number; until: number };

/** A moderator at the desk, and the items in their tab. */
type Tab = { person: Person; held: Held[] };

describe('three people at once', () => {
  it('never lease the same item, and lose none, in random acts', async () => {
    const random = chance(1);
    const people = [
      await moderator(service()),
      await moderator(service()),
      await moderator(service()),
    ];
    const tabs = people.map((person): Tab => ({ person, held: [] }));
    const closed = new Map<string, number>();
    const next = async (tab: Tab) => {
      const { data } = await tab.person.api.moderation.desk.next({ lane: 'new' });
      tab.held = data.items.map(({ id, profile, leasedUntil }) => ({
        id,
        revision: profile?.revision ?? 0,
        until: Date.parse(leasedUntil ?? ''),
      }));
      const present = await now();
      const others = tabs.filter((other) => other !== tab).flatMap(({ held }) => held);
      const theirs = new Set(
        others.filter(({ until }) => until > present).map(({ id }) => id),
      );
      expect(tab.held.filter(({ id }) => theirs.has(id))).toEqual([]);
      expect(tab.held.length).toBeLessThanOrEqual(20);
    };
    const decide = async (tab: Tab) => {
      const item = tab.held.shift();
      if (!item) return;
      const { id, revision, until } = item;
      const asked = { id, revision, decision: 'approve' } as const;
      const ending = await outcome(tab.person.api.moderation.desk.close(asked));
      if (ending === 'done') closed.set(id, (closed.get(id) ?? 0) + 1);
      // After its lease has ended, somebody else may have leased or decided it.
      const isMine = until > (await now());
      expect(ending === 'done' || !isMine).toBe(true);
    };
    for (let step = 0; step < 120; step += 1) {
      const tab = tabs[Math.floor(random() * tabs.length)];
      if (!tab) throw new Error('There is no such tab');
      const drawn = random();
      if (drawn < 0.25) {
        await next(tab);
      } else if (drawn < 0.85) {
        await decide(tab);
      } else if (drawn < 0.92) {
        // The tab is closed without a call.
        tab.held = [];
      } else {
        await service().clock.advance(`${1 + Math.floor(random() * 6)} minutes`);
      }
    }
    expect([...closed.values()].every((times) => times === 1)).toBe(true);
    // Items of closed tabs become free again: for others at once, and for the person
    // who let their lease end ten minutes later.
    await service().clock.advance('20 minutes');
    const [last] = tabs;
    if (!last) throw new Error('There is no tab');
    for (let round = 0; round < items / 20; round += 1) {
      await next(last);
      while (last.held.length > 0) await decide(last);
    }
    expect(closed.size).toBe(items);
  });
});
