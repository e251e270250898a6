import { createRestClient } from '@namecard/rest-client';

/** Signs in, makes the six calls, and knows by its reason that a username is taken. */
export async function visit(url: string, email: string, readCode: () => Promise<string>) {
  let token = '';
  const client = createRestClient({ baseUrl: `${url}/api/v1`, token: () => token });
  await client.POST('/auth/send-code', { body: { email } });
  const otp = await readCode();
  const signedIn = await client.POST('/auth/verify-code', { body: { email, otp } });
  token = signedIn.data?.data.token ?? '';
  await client.PATCH('/users/me', { body: { username: 'bob' } });
  await client.POST('/profiles', { body: { username: 'bob', referral: '' } });
  const params = { path: { username: 'bob' } };
  await client.PATCH('/profiles/{username}/socials', {
    params,
    body: { about: 'Hello' },
  });
  const { data } = await client.GET('/profiles', { params: { query: { limit: 5 } } });
  const again = await client.POST('/profiles', {
    body: { username: 'Bob', referral: '' },
  });
  const isTaken = again.error?.reason === 'USERNAME_TAKEN';
  return { about: data?.data.profiles[0]?.about, isTaken };
}
