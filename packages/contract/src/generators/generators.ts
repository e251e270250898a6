/** A program that generates clients, and how to use its client. */
export type Generator = {
  name: string;
  /** Installed beside TypeScript, each in the one tested version. */
  packages: string[];
  /** Files to write before the generator runs, by path. */
  files: Record<string, string>;
  /** The generator's program and its arguments. */
  command: [program: string, ...args: string[]];
  imports: string;
  /**
   * Statements for the six calls at `api`, for `email` and with `username`. They
   * read the code from `mailedCode()` and store the answers in `said`.
   */
  calls: string;
};

const bearer = 'headers: { Authorization: `Bearer ${token}` }';
const socials = '{ about, socials: { website } }';
const zod = 'zod@4.6.7';

/**
 * Common generators for TypeScript, with zod schemas where supported.
 * openapi-typescript has its own test. All read `openapi.json`.
 */
export const generators: Generator[] = [
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.99.0', zod],
    files: {
      'openapi-ts.config.mjs': `export default {
  input: 'openapi.json',
  output: 'client',
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
};`,
    },
    command: ['openapi-ts', '--silent'],
    imports: `import { client } from './client/client.gen.js';
import { createProfile, listProfiles, sendCode, updateMe, updateProfileSocials, verifyCode } from './client/index.js';`,
    calls: `client.setConfig({ baseUrl: api, throwOnError: true });
await sendCode({ body: { email } });
const signedIn = await verifyCode({ body: { email, otp: await mailedCode() } });
const auth = signedIn.data?.data.token;
const me = await updateMe({ auth, body: { username } });
const created = await createProfile({ auth, body: { username, referral } });
const edited = await updateProfileSocials({ auth, path: { username }, body: ${socials} });
const list = await listProfiles({ auth, query: { limit: 5 } });
said = {
  username: me.data?.data.user.username,
  created: created.data?.profile.username,
  about: edited.data?.data.profile.about,
  count: list.data?.data.count.all,
};`,
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0', zod],
    files: {
      'orval.config.cjs': `module.exports = {
  client: {
    input: 'openapi.json',
    output: { target: 'client.ts', client: 'fetch', baseUrl: process.env.API },
  },
  schemas: { input: 'openapi.json', output: { target: 'schemas.ts', client: 'zod' } },
};`,
    },
    command: ['orval', '--config', 'orval.config.cjs'],
    imports: `import { createProfile, listProfiles, sendCode, updateMe, updateProfileSocials, verifyCode } from './client.js';
import * as schemas from './schemas.js';`,
    calls: `await sendCode(schemas.SendCodeBody.parse({ email }));
const credentials = schemas.VerifyCodeBody.parse({ email, otp: await mailedCode() });
const signedIn = schemas.VerifyCodeResponse.parse((await verifyCode(credentials)).data);
const token = signedIn.data.token;
const me = await updateMe(schemas.UpdateMeBody.parse({ username }), { ${bearer} });
const profile = schemas.CreateProfileBody.parse({ username, referral });
const created = await createProfile(profile, { ${bearer} });
const edit = schemas.UpdateProfileSocialsBody.parse(${socials});
const edited = await updateProfileSocials(username, edit, { ${bearer} });
const list = await listProfiles({ limit: 5 }, { ${bearer} });
said = {
  username: schemas.UpdateMeResponse.parse(me.data).data.user.username,
  created: schemas.CreateProfileResponse.parse(created.data).profile.username,
  about: schemas.UpdateProfileSocialsResponse.parse(edited.data).data.profile.about,
  count: schemas.ListProfilesResponse.parse(list.data).data.count.all,
};`,
  },
];
