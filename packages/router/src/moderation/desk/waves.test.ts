import { randomUUID } from 'node:crypto';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, somebody, moderator, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let staff: Person;
let boss: Person;

beforeEach(async () => {
  await service().clock.advance('2 days');
  [staff, boss] = [await moderator(service()), await admin(service())];
});

let made = 0;

/** Makes a card, which waits as a new one. */
async function card({ api }: Person, website?: string): Promise<string> {
  made += 1;
  const username = `card-${made}`;
  await api.profiles.create({ username, referral: '' });
  const socials = { website, x: 'https://x.com/everybody' };
  await api.profiles.updateSocials({ username, socials, about: '' });
  return username;
}

/** So many owners, each with a card. */
async function crowd(count: number, website?: string): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const person = await somebody(service());
    await card(person, website);
    people.push(person);
  }
  return people;
}

const waves = async () => (await staff.api.moderation.desk.waves()).data.waves;

async function approve(name: string): Promise<void> {
  const { items } = (await staff.api.moderation.desk.list({ lane: 'new', limit: 50 }))
    .data;
  const item = items.find(({ profile }) => profile?.username === name);
  const { revision = 0 } = item?.profile ?? {};
  const decided = { id: item?.id ?? '', revision, decision: 'approve' } as const;
  await staff.api.moderation.desk.close(decided);
}

describe('a wave', () => {
  it('is five open cards with one host of a website, or of one owner', async () => {
    await crowd(4, 'https://www.cheap-follow.example/a');
    expect(await waves()).toEqual([]);
    await crowd(1, 'https://ＣHEAP-FOLLOW.example.:8443/b?c');
    const owner = await somebody(service());
    for (let count = 0; count < 6; count += 1) await card(owner);
    expect(await waves()).toMatchObject([
      { by: 'owner', value: owner.id, owner: { id: owner.id, email: null }, cards: 6 },
      { by: 'website', value: 'cheap-follow.example', owner: null, cards: 5, owners: 5 },
    ]);
  });

  it('is none of one domain of addresses, or of other links', async () => {
    await crowd(8);
    expect(await waves()).toEqual([]);
  });

  it('is none of a website of which a card was approved', async () => {
    const owner = await somebody(service());
    const name = await card(owner, 'https://school.example/');
    await crowd(6, 'https://school.example/pupils');
    expect(await waves()).toMatchObject([{ cards: 7 }]);
    await approve(name);
    expect(await waves()).toEqual([]);
  });

  it('is one of a website that an approved card got afterwards', async () => {
    const owner = await somebody(service());
    const username = await card(owner);
    await approve(username);
    const socials = { website: 'https://later.example/' };
    await owner.api.profiles.updateSocials({ username, socials });
    await crowd(5, 'https://later.example/');
    expect(await waves()).toMatchObject([{ value: 'later.example', cards: 5 }]);
  });

  it('is without owners who have an approved card or were invited', async () => {
    const [known] = await crowd(6, 'https://cheap.example/');
    await approve(await card(known ?? staff));
    expect(await waves()).toMatchObject([{ cards: 5, owners: 5 }]);
    const email = 'asked-to-come@example.com';
    await boss.api.moderation.invitations.invite({
      action: randomUUID(),
      lines: [{ email }],
    });
    await card(await signIn(service(), email), 'https://cheap.example/');
    // As after 180 days: the history is kept longer.
    await sql`delete from items where outcome = 'approved'`.execute(
      statements(service().orm.em.fork()),
    );
    expect(await waves()).toMatchObject([{ cards: 5, owners: 5 }]);
  });

  it('is over after a day', async () => {
    await crowd(5, 'https://yesterday.example/');
    await service().clock.advance('25 hours');
    staff = await moderator(service());
    expect(await waves()).toEqual([]);
  });

  it('is previewed as exactly its cards, of one mail domain or with those of known owners', async () => {
    const known = await signIn(service(), `${randomUUID()}@elsewhere.example`);
    await approve(await card(known));
    await card(known, 'https://exact.example/');
    await crowd(5, 'https://exact.example/');
    const preview = async (part = {}) => {
      const wave = { by: 'website', value: 'exact.example', ...part } as const;
      return (await staff.api.moderation.acts.preview({ kind: 'hide', wave })).data;
    };
    expect(await preview()).toMatchObject({ cards: 5, owners: 5, left: [] });
    expect(await preview({ withKnown: true })).toMatchObject({ cards: 6, owners: 6 });
    const part = { mailDomain: '@Elsewhere.example' };
    expect(await preview(part)).toMatchObject({ cards: 0 });
    expect(await preview({ ...part, withKnown: true })).toMatchObject({ cards: 1 });
    const wide = { mailDomain: ' ＠Ｅlsewhere．example', withKnown: true };
    expect(await preview(wide)).toMatchObject({ cards: 1 });
  });
});
