import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  signIn,
  signInOlder,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Sleep } from './schemas.ts';

const service = useService();
let owner: Person;
let ann: Person;
let bob: Person;

let cards = 0;
let card: string;

beforeEach(async () => {
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  owner = await somebody(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  card = `sleepy-${(cards += 1)}`;
  await owner.api.profiles.create({ username: card, referral: '' });
});

/** The items that a person has now, each as its lane. */
const lanesOf = async ({ api }: Person) =>
  (await api.moderation.desk.next({})).data.items.map(({ lane }) => lane);

/** Snoozes the first item of the person. */
async function snooze({ api }: Person, length: Sleep = 'hour') {
  const [item] = (await api.moderation.desk.next({})).data.items;
  return (await api.moderation.desk.snooze({ id: item?.id ?? '', length })).data;
}

/** Sessions end by then, so Bob signs in again. */
async function pass(interval: string): Promise<void> {
  await service().clock.advance(interval);
  bob = await signIn(service(), bob.email);
}

const snoozedIn = async ({ api }: Person) =>
  (await api.moderation.desk.shift()).data.snoozed;

async function report(reason: 'spam' | 'danger') {
  const member = await signInOlder(service());
  await member.api.profiles.report({ username: card, reason });
}

describe('a snoozed item', () => {
  it('sleeps for everybody until its time is over', async () => {
    const { lanes } = await snooze(ann);
    expect(lanes.new).toBe(0);
    expect([await lanesOf(ann), await lanesOf(bob)]).toEqual([[], []]);
    await pass('61 minutes');
    expect(await lanesOf(bob)).toEqual(['new']);
  });

  it('sleeps once for everybody', async () => {
    await snooze(ann);
    await pass('61 minutes');
    expect(await outcome(snooze(bob))).toBe('CONFLICT CHANGED_MEANWHILE');
  });

  it('sleeps once, even if it is snoozed 30 times together', async () => {
    const [item] = (await ann.api.moderation.desk.next({})).data.items;
    const input = { id: item?.id ?? '', length: 'day' } as const;
    const results = await raceTogether(30, () => ann.api.moderation.desk.snooze(input));
    expect(endingsOf(results)).toEqual({ done: 1, 'CONFLICT CHANGED_MEANWHILE': 29 });
  });

  it.each([
    [
      'its owner changes it',
      () => owner.api.profiles.updateSocials({ username: card, about: 'Hi' }),
    ],
    ['somebody reports it', () => report('spam')],
  ])('wakes when %s', async (_, happen) => {
    await report('spam');
    await snooze(ann, 'change');
    await service().clock.advance('1 minute');
    await happen();
    expect(await lanesOf(bob)).toContain('reported');
  });

  it('wakes after a week at the latest', async () => {
    await snooze(ann, 'change');
    await pass('6 days');
    expect(await lanesOf(bob)).toEqual([]);
    await pass('25 hours');
    expect(await lanesOf(bob)).toEqual(['new']);
  });

  it('is still there for others if it is urgent', async () => {
    await report('danger');
    await snooze(ann);
    expect(await lanesOf(ann)).not.toContain('urgent');
    expect((await lanesOf(bob))[0]).toBe('urgent');
  });

  it('is in the history and in the shift, and an undo wakes it', async () => {
    const before = await snoozedIn(bob);
    const { action } = await snooze(ann);
    const { actions } = (await bob.api.audit.listActions({})).data;
    expect(actions[0]?.first).toMatchObject({
      type: 'item.snoozed',
      after: { length: 'hour' },
    });
    expect(await snoozedIn(bob)).toBe(before + 1);
    await ann.api.moderation.undo({ action });
    expect(await lanesOf(ann)).toEqual(['new']);
    expect(await snoozedIn(bob)).toBe(before);
  });

  it('does not keep an earlier decision from being undone', async () => {
    const [item] = (await ann.api.moderation.desk.next({})).data.items;
    const seen = { id: item?.id ?? '', revision: item?.profile?.revision ?? 0 };
    const { data } = await ann.api.moderation.desk.close({
      ...seen,
      decision: 'approve',
    });
    await report('spam');
    await snooze(ann);
    const undone = await ann.api.moderation.undo({ action: data.action });
    expect(undone.data.results).toMatchObject([{ outcome: 'done' }]);
  });

  it('is not one that a colleague has', async () => {
    const [item] = (await ann.api.moderation.desk.next({})).data.items;
    const input = { id: item?.id ?? '', length: 'hour' } as const;
    expect(await outcome(bob.api.moderation.desk.snooze(input))).toBe(
      'CONFLICT CHANGED_MEANWHILE',
    );
  });
});

describe('an item for an admin', () => {
  const ask = async ({ api }: Person) => {
    const [item] = (await api.moderation.desk.next({})).data.items;
    const seen = { id: item?.id ?? '', revision: item?.profile?.revision ?? 0 };
    return api.moderation.desk.close({ ...seen, decision: 'ask_admin' });
  };

  it('stays urgent, and no moderator sees it', async () => {
    const boss = await admin(service());
    await report('danger');
    await ask(ann);
    expect([await lanesOf(ann), await lanesOf(bob)]).toEqual([[], []]);
    expect(await lanesOf(boss)).toEqual(['urgent']);
  });

  it('needs an admin', async () => {
    expect(await outcome(ask(ann))).toBe('BAD_REQUEST INPUT_INVALID');
    expect(await lanesOf(ann)).toEqual(['new']);
  });
});

it('leaves out the lanes that are folded', async () => {
  await report('spam');
  expect(await lanesOf(ann)).toEqual(['reported', 'new']);
  const { items } = (await bob.api.moderation.desk.next({ except: ['reported'] })).data;
  expect(items).toEqual([]);
  const { data } = await ann.api.moderation.desk.next({ except: ['reported'] });
  expect(data.items.map(({ lane }) => lane)).toEqual(['new']);
});
