// generated-client.test.ts compiles and runs this with the types of
// openapi-typescript. The mailed code comes from standard input.
import { text } from 'node:stream/consumers';
import createClient from 'openapi-fetch';
import type { paths as ModerationPaths } from './moderation.ts';
import type { components, paths } from './public.ts';

type ReasonOfGetMe =
  | 'TOKEN_INVALID'
  | 'SCOPE_MISSING'
  | 'RATE_LIMITED'
  | 'REQUEST_TIMEOUT'
  | 'URI_TOO_LONG'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'UNAVAILABLE';

const [baseUrl = '', email = ''] = process.argv.slice(2);

const client = createClient<paths>({ baseUrl });
const refused = await client.GET('/users/me');
// Does not compile if the document gives the operation other reasons.
const reason: ReasonOfGetMe | undefined = refused.error?.reason;
// @ts-expect-error: the document gives the operation no such reason.
const isTaken = refused.error?.reason === 'USERNAME_TAKEN';

await client.POST('/auth/send-code', { body: { email } });
const otp = await text(process.stdin);
const signedIn = await client.POST('/auth/verify-code', { body: { email, otp } });
const headers = { authorization: `Bearer ${signedIn.data?.data.token}` };
const me = await client.PATCH('/users/me', { body: { username: 'ann' }, headers });
const created = await client.POST('/profiles', {
  body: { username: 'ann', referral: '' },
  headers,
});
const profile: components['schemas']['Profile'] | undefined = created.data?.profile;
const edited = await client.PATCH('/profiles/{username}/socials', {
  params: { path: { username: 'ann' } },
  body: { about: 'Hello', socials: { website: 'https://ann.example.org' } },
  headers,
});
const again = await client.POST('/profiles', {
  body: { username: 'Ann', referral: '' },
  headers,
});
const taken = again.error?.reason === 'USERNAME_TAKEN';
const list = await client.GET('/profiles', { params: { query: { limit: 5 } }, headers });

const staff = createClient<ModerationPaths>({ baseUrl });
const denied = await staff.GET('/moderation/desk/counts', { headers });
const lacksRole = denied.error?.reason === 'ROLE_MISSING';

process.stdout.write(
  JSON.stringify({
    refused: [refused.response.status, reason, isTaken],
    username: me.data?.data.user.username,
    created: profile?.username,
    about: edited.data?.data.profile.about,
    count: list.data?.data.count.all,
    taken,
    lacksRole,
  }),
);
