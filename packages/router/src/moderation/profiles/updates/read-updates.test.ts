import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../../testing/outcome.ts';
import { somebody, moderator, type Person } from '../../../testing/people.ts';
import { type Caller, useService } from '../../../testing/use-service.ts';

type Filter = Omit<Parameters<Caller['moderation']['profiles']['updates']>[0], 'asOf'>;

const service = useService();
let owner: Person;
let staff: Person;
let colleague: Person;
let series = 0;

beforeAll(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  colleague = await moderator(service());
});

beforeEach(async () => {
  series += 1;
  await make('old');
});

async function make(name: string): Promise<void> {
  await service().clock.advance('1 second');
  await owner.api.profiles.create({ username: nameOf(name), referral: '' });
}

const nameOf = (name: string) => `${name}.${series}`;

const search = async (filter: Filter = {}) =>
  (await staff.api.moderation.profiles.search(filter)).data.asOf;

const updates = async (asOf: string, filter: Filter = {}) =>
  (await staff.api.moderation.profiles.updates({ ...filter, asOf })).data;

async function edit(name: string): Promise<void> {
  await service().clock.advance('1 second');
  await owner.api.profiles.updateSocials({ username: nameOf(name), about: 'edited' });
}

describe('the updates of a list', () => {
  it('have nothing that the list showed', async () => {
    await edit('old');
    await staff.api.moderation.profiles.hide({ username: nameOf('old'), reason: 'spam' });
    expect(await updates(await search())).toEqual({ created: 0, changed: 0 });
  });

  it('count a profile created since once, even if it was changed too', async () => {
    const asOf = await search();
    await make('new');
    await edit('new');
    await make('newer');
    expect(await updates(asOf)).toEqual({ created: 2, changed: 0 });
    expect(await updates(await search())).toEqual({ created: 0, changed: 0 });
  });

  it('count a profile changed since by its owner or a colleague once, but not own changes', async () => {
    await make('other');
    await make('third');
    const asOf = await search();
    await edit('old');
    await colleague.api.moderation.profiles.hide({
      username: nameOf('old'),
      reason: 'spam',
    });
    await colleague.api.moderation.profiles.hide({
      username: nameOf('other'),
      reason: 'spam',
    });
    await staff.api.moderation.profiles.hide({
      username: nameOf('third'),
      reason: 'spam',
    });
    expect(await updates(asOf)).toEqual({ created: 0, changed: 2 });
  });

  it('use the same filter', async () => {
    const filter = { text: nameOf('wanted') };
    await make('wanted.too');
    const asOf = await search(filter);
    await make('wanted');
    await make('unwanted.too');
    await edit('old');
    expect(await updates(asOf, { text: `wanted.${series}` })).toEqual({
      created: 1,
      changed: 0,
    });
    expect(await updates(asOf, { text: 'nobody at all' })).toEqual({
      created: 0,
      changed: 0,
    });
  });

  it('count profiles that a colleague took out of the listed state', async () => {
    const asOf = await search({ state: 'active' });
    await colleague.api.moderation.profiles.hide({
      username: nameOf('old'),
      reason: 'spam',
    });
    expect(await updates(asOf, { state: 'active' })).toEqual({ created: 0, changed: 1 });
  });

  it('are counted up to a hundred', async () => {
    const asOf = await search();
    for (let number = 1; number <= 103; number += 1) await make(`n${number}`);
    expect(await updates(asOf)).toEqual({ created: 100, changed: 0 });
  });

  it.each(['', 'x', Buffer.from('u 1 2').toString('base64url')])(
    'are refused since an invalid moment: %j',
    async (asOf) => {
      expect(await outcome(updates(asOf))).toBe('BAD_REQUEST INPUT_INVALID');
    },
  );
});

describe('one profile', () => {
  it('comes with its owner’s others and how many it referred', async () => {
    await make('sibling');
    const other = await somebody(service());
    await other.api.profiles.create({
      username: nameOf('friend'),
      referral: nameOf('OLD'),
    });
    await staff.api.moderation.profiles.hide({
      username: nameOf('sibling'),
      reason: 'spam',
    });
    const { data } = await staff.api.moderation.profiles.inspect({
      username: nameOf('old').toUpperCase(),
    });
    const all = await owner.api.profiles.mine({ limit: 100 });
    expect(data.profile).toMatchObject({
      username: nameOf('old'),
      owner: { id: owner.id },
    });
    expect(data.siblings[0]).toMatchObject({ username: nameOf('sibling'), hidden: true });
    expect(data.siblings.map(({ username }) => username)).not.toContain(nameOf('old'));
    expect(data).toMatchObject({ referredCount: 1 });
    expect(all.data.profiles.length).toBeLessThanOrEqual(data.siblingCount + 1);
  });

  it.each(['no-such-name', 'a b', ''])(
    'is not found by the name %j',
    async (username) => {
      expect(await outcome(staff.api.moderation.profiles.inspect({ username }))).toBe(
        'NOT_FOUND PROFILE_NOT_FOUND',
      );
    },
  );
});
