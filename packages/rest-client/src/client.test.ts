import { mailedCode, useService } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { createRestClient } from './client.ts';
import type { components } from './schema.d.ts';

type Profile = components['schemas']['Profile'];

type ReasonOfGetMe =
  | 'TOKEN_INVALID'
  | 'SCOPE_MISSING'
  | 'RATE_LIMITED'
  | 'REQUEST_TIMEOUT'
  | 'URI_TOO_LONG'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'UNAVAILABLE';

const service = useService();

const baseUrl = () => `${service().origin}/api/v1`;

async function signIn(email: string): Promise<string> {
  const client = createRestClient({ baseUrl: baseUrl() });
  await client.POST('/auth/send-code', { body: { email } });
  const otp = await mailedCode(service(), email);
  const { data } = await client.POST('/auth/verify-code', { body: { email, otp } });
  expect(data?.data.user.email).toBe(email);
  return data?.data.token ?? '';
}

describe('the types of the document', () => {
  it('make the six calls', async () => {
    const token = await signIn('ann@example.com');
    const client = createRestClient({ baseUrl: baseUrl(), token: () => token });

    const me = await client.PATCH('/users/me', { body: { username: 'ann' } });
    expect(me.data?.data.user.username).toBe('ann');

    const body = { username: 'Ann', referral: '' };
    const created = await client.POST('/profiles', { body });
    const profile: Profile | undefined = created.data?.profile;
    expect(profile).toMatchObject({ username: 'Ann', about: null });

    const edited = await client.PATCH('/profiles/{username}/socials', {
      params: { path: { username: 'ann' } },
      body: { about: 'Hello', socials: { website: 'https://ann.example.org' } },
    });
    expect(edited.data?.data.profile.about).toBe('Hello');

    const query = { page: 1, limit: 5, reverse: true };
    const list = await client.GET('/profiles', { params: { query } });
    expect(list.data?.data.count.all).toBe(1);
    expect(list.data?.data.profiles).toEqual([edited.data?.data.profile]);
  });

  it('give an error its reason', async () => {
    const client = createRestClient({ baseUrl: baseUrl() });
    const { data, error, response } = await client.GET('/users/me');
    expect(data).toBeUndefined();
    // Does not compile where the document gives the operation other reasons.
    const reason: ReasonOfGetMe | undefined = error?.reason;
    expect(reason).toBe('TOKEN_INVALID');
    expect(response.status).toBe(401);
  });
});
