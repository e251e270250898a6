import { raceTogether } from '@namecard/db/testing';
import { statements } from '@namecard/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { somebody, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let people: Person[];

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 10 }, async () => somebody(service())));
  await Promise.all(
    people.map(async ({ api }, index) =>
      api.profiles.create({ username: `card-${index}`, referral: '' }),
    ),
  );
});

const rename = async ({ api }: Person, worldId: string) =>
  (await api.users.updateMe({ worldId })).data.user.worldId;

const write = async ({ api }: Person, username: string, website: string) =>
  (await api.profiles.updateSocials({ username, socials: { website } })).data.profile
    .socials;

const make = async ({ api }: Person, username: string) =>
  (await api.profiles.create({ username, referral: '' })).profile.username;

describe.each([
  [
    'users',
    'users',
    async (person: Person, _: number, text: string) => rename(person, text),
  ],
  [
    'profiles',
    'profiles',
    async (person: Person, index: number, text: string) =>
      (await write(person, `card-${index}`, `https://${text}.example`)).website,
  ],
  [
    'new profiles',
    'users',
    async (person: Person, _: number, text: string) => make(person, text),
  ],
] as const)('%s that are written at the same time', (_name, table, change) => {
  it('are read back unchanged by each of 30 writers', async () => {
    const outcomes = await raceTogether(30, async (number) => {
      const index = number % people.length;
      const person = people[index];
      return person && change(person, index, `text-${number}`);
    });
    for (const [number, outcome] of outcomes.entries()) {
      expect(outcome).toMatchObject({ value: expect.stringContaining(`text-${number}`) });
    }
  });

  it('do not wait for a call that waits for a locked row', async () => {
    const [held, ...others] = people;
    if (!held) throw new Error('Nobody is there');
    let waiting: Promise<unknown> | undefined;
    await statements(service().orm.em.fork())
      .transaction()
      .execute(async (stranger) => {
        await stranger
          .selectFrom(table)
          .select('id')
          .where(table === 'users' ? 'id' : 'ownerId', '=', held.id)
          .forNoKeyUpdate()
          .execute();
        waiting = Promise.all([change(held, 0, 'held-1'), change(held, 0, 'held-2')]);
        for (let round = 0; round < 5; round += 1) {
          await Promise.all(
            others.map(async (person, index) =>
              change(person, index + 1, `free-${round}-${index}`),
            ),
          );
        }
      });
    expect(await waiting).toEqual([
      expect.stringContaining('held-1'),
      expect.stringContaining('held-2'),
    ]);
  });
});

it('two writes of a row in one batch keep their order', async () => {
  await Promise.all(
    people.flatMap((person, index) => [
      rename(person, `first-${index}`),
      rename(person, `second-${index}`),
      write(person, `card-${index}`, `https://first-${index}.example`),
      write(person, `card-${index}`, `https://second-${index}.example`),
    ]),
  );
  for (const [index, { api }] of people.entries()) {
    expect((await api.users.me()).data.user.worldId).toBe(`second-${index}`);
    const { data } = await api.profiles.read({ username: `card-${index}` });
    expect(data.profile.socials.website).toBe(`https://second-${index}.example`);
  }
});
