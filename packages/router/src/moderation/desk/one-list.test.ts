import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCards, nameOf } from '../../testing/cards.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  signInOlder,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService();
let ann: Person;
let bob: Person;
let boss: Person;
let cards: string[];

beforeEach(async () => {
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  const owner = await somebody(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
  cards = (await makeCards(service(), owner.id, 4)).map(nameOf);
});

async function report(at: number, reason: 'spam' | 'danger') {
  const member = await signInOlder(service());
  await member.api.profiles.report({ username: cards[at] ?? '', reason });
}

/** More new cards than one person leases. */
async function createMore() {
  const { id, api } = await somebody(service());
  for (let made = 0; made < 24; made += 1) {
    const username = `more-${id}-${made}`.slice(0, 60);
    await api.profiles.create({ username, referral: '' });
  }
}

const next = async ({ api }: Person, lane?: Lane) =>
  (await api.moderation.desk.next({ lane, onward: true })).data;

type Items = Awaited<ReturnType<typeof next>>['items'];

const shown = (items: Items) =>
  items.map(({ lane, profile }) => [lane, profile?.username]);

const free = ({ lanes }: Awaited<ReturnType<typeof next>>) =>
  Object.values(lanes).reduce((sum, count) => sum + count, 0);

describe('a case', () => {
  it('says who its owner is', async () => {
    const owner = await signInOlder(service());
    await owner.api.profiles.create({ username: 'seller', referral: '' });
    for (const at of [0, 1]) {
      const reported = { username: cards[at] ?? '', reason: 'spam' } as const;
      await owner.api.profiles.report(reported);
    }
    const { items } = await next(ann);
    const [turnedDown] = items;
    const revision = turnedDown?.profile?.revision ?? 0;
    const decided = { id: turnedDown?.id ?? '', revision, decision: 'approve' } as const;
    await ann.api.moderation.desk.close(decided);
    await boss.api.moderation.profiles.hide({ username: 'seller', reason: 'spam' });
    await boss.api.moderation.profiles.restore({ username: 'seller' });
    await owner.api.profiles.create({ username: 'mistaken', referral: '' });
    await boss.api.moderation.profiles.hide({ username: 'mistaken', reason: 'spam' });
    const { actions } = (await boss.api.audit.listActions({ limit: 1 })).data;
    await boss.api.moderation.undo({ action: actions[0]?.id ?? '' });
    await service()
      .as((await signInOlder(service())).token)
      .profiles.report({
        username: 'seller',
        reason: 'spam',
      });
    const item = (await next(ann)).items.find(
      ({ profile }) => profile?.username === 'seller',
    );
    const { data } = await ann.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(data.owner).toEqual({
      since: expect.any(String),
      cards: 2,
      hiddenBefore: 1,
      reports: 2,
      turnedDown: 1,
    });
  });
});

describe('the desk without a lane', () => {
  it('is one list, lane by lane, with what is urgent first', async () => {
    await report(1, 'spam');
    await report(2, 'danger');
    const { items } = await next(ann);
    expect(shown(items).slice(0, 2)).toEqual([
      ['urgent', cards[2]],
      ['reported', cards[1]],
    ]);
  });

  it('begins with the lane of the address, and runs on', async () => {
    await report(1, 'spam');
    await report(2, 'danger');
    const { items } = await next(ann, 'reported');
    expect(shown(items).slice(0, 2)).toEqual([
      ['reported', cards[1]],
      ['urgent', cards[2]],
    ]);
  });

  it('shows what colleagues have, and counts only what is free', async () => {
    await report(1, 'spam');
    await report(2, 'danger');
    await next(ann, 'urgent');
    const { items, held, lanes } = await next(bob);
    expect(items).toEqual([]);
    expect(held[0]).toMatchObject({ lane: 'urgent', leasedBy: { id: ann.id } });
    expect(new Set(Object.values(lanes))).toEqual(new Set([0]));
  });

  it('counts no item whose lease one has just let end', async () => {
    await report(1, 'spam');
    const all = free(await next(ann));
    await service().clock.advance('11 minutes');
    await bob.api.users.me();
    expect(free(await next(ann))).toBe(0);
    expect(free(await next(bob))).toBe(all);
  });

  it('keeps what an admin took over', async () => {
    await report(1, 'spam');
    const { items } = await next(ann);
    const { held } = await next(boss);
    const id = held.at(-1)?.id ?? '';
    await boss.api.moderation.desk.take({ id });
    expect((await next(boss)).items.map((item) => item.id)).toEqual([id]);
    expect((await next(ann)).items).toHaveLength(items.length - 1);
  });

  it('lets an urgent item in, even if twenty are leased', async () => {
    await createMore();
    expect((await next(ann)).items).toHaveLength(20);
    await report(3, 'danger');
    const { items } = await next(ann);
    expect(items).toHaveLength(20);
    expect(shown(items)[0]).toEqual(['urgent', cards[3]]);
  });

  it('gives an undone decision, and an undone snooze, to its moderator first', async () => {
    await createMore();
    const { desk, undo } = ann.api.moderation;
    const [first, second] = (await next(ann)).items;
    const { id = '', profile } = first ?? {};
    const revision = profile?.revision ?? 0;
    const closed = await desk.close({ id, revision, decision: 'approve' });
    const snoozed = await desk.snooze({ id: second?.id ?? '', length: 'day' });
    expect((await next(ann)).items).toHaveLength(20);
    for (const { data } of [closed, snoozed]) await undo({ action: data.action });
    const { items } = await next(ann);
    expect(items.slice(0, 2).map((item) => item.id)).toEqual([id, second?.id]);
    expect(items).toHaveLength(20);
  });
});
