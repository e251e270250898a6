import { beforeEach, describe, expect, it } from 'vitest';
import { somebody, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let owner: Person;
let names = 0;
let username: string;

const move = async (location: { latitude: number; longitude: number } | null) => {
  const { data } = await owner.api.profiles.updateLocation({ username, location });
  return data.profile.location;
};

beforeEach(async () => {
  owner = await somebody(service());
  username = `place-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('the location of a profile', () => {
  it.each([
    [90, 180],
    [-90, -180],
    [0, 0],
    [52.520008, 13.404954],
    [1e-7, -1e-7],
  ])('may be %f, %f, and is kept exactly', async (latitude, longitude) => {
    expect(await move({ latitude, longitude })).toEqual({ latitude, longitude });
    const { data } = await owner.api.profiles.read({ username });
    expect(data.profile.location).toEqual({ latitude, longitude });
  });

  it('is cleared by null', async () => {
    await move({ latitude: 1, longitude: 2 });
    expect(await move(null)).toBeNull();
    expect(await move(null)).toBeNull();
  });

  it('leaves links and text as they are', async () => {
    const socials = { x: 'https://x.com/ann' };
    await owner.api.profiles.updateSocials({ username, socials, about: 'here' });
    await move({ latitude: 1, longitude: 2 });
    const { data } = await owner.api.profiles.read({ username });
    expect(data.profile).toMatchObject({ socials, about: 'here' });
  });
});
