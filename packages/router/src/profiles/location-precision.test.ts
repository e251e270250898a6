import { beforeAll, describe, expect, it } from 'vitest';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { type TestService, useService } from '../testing/use-service.ts';

const service = useService({
  settings: {
    publicProfiles: true,
    locationPrecision: 0.1,
    publicLocationPrecision: 0.1,
  },
});
const username = 'ann';
const exact = { latitude: 48.208174, longitude: 16.373819 };
const coarse = { latitude: 48.2, longitude: 16.4 };
let owner: Person;
let other: Person;
let staff: Person;

/** The location in each call that shows it. */
async function shownTo(
  { token }: Pick<Person, 'token'>,
  instance: TestService = service(),
) {
  const { profiles } = instance.as(token);
  const answers = {
    read: [(await profiles.read({ username })).data.profile],
    list: (await profiles.list({})).data.profiles,
    oldest: (await profiles.list({ reverse: true })).data.profiles,
    walk: (await profiles.walk({})).data.profiles,
    search: (await profiles.search({ text: username })).data.profiles,
  };
  return Object.fromEntries(
    Object.entries(answers).map(([call, [profile]]) => [call, profile?.location]),
  );
}

const everywhere = (location: object) => ({
  read: location,
  list: location,
  oldest: location,
  walk: location,
  search: location,
});

beforeAll(async () => {
  owner = await somebody(service());
  other = await somebody(service());
  staff = await moderator(service());
  await owner.api.profiles.create({ username, referral: '' });
  await owner.api.profiles.updateLocation({ username, location: exact });
});

describe('a location', () => {
  it('is rounded for others, in every call that shows it', async () => {
    expect(await shownTo(other)).toEqual(everywhere(coarse));
    const { data } = await service().as().profiles.read({ username });
    expect(data.profile.location).toEqual(coarse);
  });

  it('is exact for its owner and for moderators, in every call', async () => {
    expect(await shownTo(owner)).toEqual(everywhere(exact));
    expect(await shownTo(staff)).toEqual(everywhere(exact));
    const { profiles } = owner.api;
    const change = await profiles.updateSocials({ username, about: 'me' });
    const mine = await profiles.mine({});
    expect([change.data.profile, ...mine.data.profiles]).toMatchObject([
      { location: exact },
      { location: exact },
    ]);
  });

  it('is rounded for a moderator without a fresh session', async () => {
    const tired = await moderator(service());
    await service().clock.advance('1 hour');
    expect(await shownTo(tired)).toEqual(everywhere(coarse));
  });

  it('is by default exact for signed-in users, and rounded without a token', async () => {
    const plain = service().with({ settings: { locationPrecision: 0 } });
    expect(await shownTo(other, plain)).toEqual(everywhere(exact));
    const { data } = await plain.as().profiles.read({ username });
    expect(data.profile.location).toEqual(coarse);
  });

  it('is exact for everybody if the operator sets that', async () => {
    const open = { locationPrecision: 0, publicLocationPrecision: 0 };
    const { data } = await service()
      .with({ settings: open })
      .as()
      .profiles.read({ username });
    expect(data.profile.location).toEqual(exact);
  });

  it.each([
    [0.1, { latitude: -0.31, longitude: 0.29 }, { latitude: -0.3, longitude: 0.3 }],
    [0.25, { latitude: 48.2, longitude: -16.37 }, { latitude: 48.25, longitude: -16.25 }],
    [1, { latitude: -89.7, longitude: 179.6 }, { latitude: -90, longitude: 180 }],
    [7, { latitude: 90, longitude: -180 }, { latitude: 90, longitude: -180 }],
    [
      0.000001,
      { latitude: 52.52000849, longitude: 0 },
      { latitude: 52.520008, longitude: 0 },
    ],
  ])(
    'is rounded to %f degrees, within its bounds',
    async (locationPrecision, from, to) => {
      await owner.api.profiles.updateLocation({ username, location: from });
      const instance = service().with({ settings: { locationPrecision } });
      expect(await shownTo(other, instance)).toEqual(everywhere(to));
    },
  );

  it('that is not set stays empty', async () => {
    await owner.api.profiles.updateLocation({ username, location: null });
    expect(
      (await other.api.profiles.read({ username })).data.profile.location,
    ).toBeNull();
  });
});
