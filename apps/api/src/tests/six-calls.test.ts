import { fetchJson, requestCode, signIn, type Question } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useService } from '../testing/start-service.ts';
import { trpcClient } from '../testing/trpc-client.ts';

const service = useService();

const uuid = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const anyToken = expect.stringMatching(/^nc_[A-Za-z0-9_-]{43}$/);

const newUser = {
  id: uuid,
  email: 'ann@example.com',
  username: null,
  createdAt: instant,
  updatedAt: instant,
  walletAddress: null,
  farcasterId: null,
  coinbaseWallet: null,
  worldId: null,
};

const newProfile = {
  username: 'Ann',
  about: null,
  socials: {},
  location: null,
  hidden: false,
};

const socials = { x: 'https://x.com/ann', website: 'https://ann.example.org' };

describe('the six calls over REST answer 200 with exactly the documented body', () => {
  let ann: string;

  beforeAll(async () => {
    ann = await signIn(service(), 'ann@example.com');
  });

  async function answer(path: string, question: Question) {
    const { status, body } = await fetchJson(
      `${service().origin}/api/v1${path}`,
      question,
    );
    return { status, body };
  }

  it('POST /auth/send-code', async () => {
    const json = { email: 'someone@example.com' };
    expect(await answer('/auth/send-code', { json })).toEqual({
      status: 200,
      body: { data: null },
    });
  });

  it('POST /auth/verify-code', async () => {
    const email = 'Bob@Example.com';
    const otp = await requestCode(service(), email);
    expect(await answer('/auth/verify-code', { json: { email, otp } })).toStrictEqual({
      status: 200,
      body: { data: { user: { ...newUser, email }, token: anyToken } },
    });
  });

  it('PATCH /users/me', async () => {
    const json = { username: 'ann', walletAddress: '0xabc', worldId: '' };
    const user = { ...newUser, username: 'ann', walletAddress: '0xabc' };
    expect(
      await answer('/users/me', { method: 'PATCH', token: ann, json }),
    ).toStrictEqual({
      status: 200,
      body: { data: { user } },
    });
  });

  it('POST /profiles', async () => {
    const json = { username: 'Ann', referral: '' };
    expect(await answer('/profiles', { token: ann, json })).toStrictEqual({
      status: 200,
      body: { message: expect.stringMatching(/\w/), profile: newProfile },
    });
  });

  it('GET /profiles', async () => {
    const query = '?page=1&limit=5&reverse=true';
    expect(await answer(`/profiles${query}`, { token: ann })).toStrictEqual({
      status: 200,
      body: { data: { count: { all: 1, hidden: 0, active: 1 }, profiles: [newProfile] } },
    });
  });

  it('PATCH /profiles/{username}/socials', async () => {
    const json = { socials, about: 'Hello' };
    const profile = { ...newProfile, about: 'Hello', socials };
    const question = { method: 'PATCH', token: ann, json };
    expect(await answer('/profiles/ann/socials', question)).toStrictEqual({
      status: 200,
      body: { data: { profile } },
    });
  });
});

describe('the six calls over tRPC give the same bodies, envelope included', () => {
  it('one after another', async () => {
    const { origin } = service();
    const email = 'cleo@example.com';
    const stranger = trpcClient(origin);
    expect(await stranger.auth.sendCode.mutate({ email })).toStrictEqual({ data: null });
    const otp = await requestCode(service(), email);
    const signedIn = await stranger.auth.verifyCode.mutate({ email, otp });
    expect(signedIn).toStrictEqual({
      data: { user: { ...newUser, email }, token: anyToken },
    });

    const cleo = trpcClient(origin, signedIn.data.token);
    const user = { ...newUser, email, username: 'cleo' };
    expect(await cleo.users.updateMe.mutate({ username: 'cleo' })).toStrictEqual({
      data: { user },
    });
    const profile = { ...newProfile, username: 'cleo' };
    expect(
      await cleo.profiles.create.mutate({ username: 'cleo', referral: 'Ann' }),
    ).toStrictEqual({
      message: expect.stringMatching(/\w/),
      profile,
    });
    const list = await cleo.profiles.list.query({ limit: 1 });
    expect(list.data.profiles).toStrictEqual([profile]);
    expect(
      z.strictObject({ count: z.unknown(), profiles: z.unknown() }).parse(list.data),
    ).toEqual(list.data);
    expect(
      await cleo.profiles.updateSocials.mutate({ username: 'cleo', socials }),
    ).toStrictEqual({
      data: { profile: { ...profile, socials } },
    });
  });
});
