import { moderationRequests, type Moderated, type Request } from './moderation.ts';

/** What a request is made of that each side needs of its own, since it ends or takes what it names. */
export type Twin = {
  /** Of a profile that is not there yet. */
  name: string;
  /** Of somebody with other sessions, of which `sessionId` is one. */
  token: string;
  sessionId: string;
  /** Of somebody who is about to leave. */
  leaver: string;
  /** Of somebody who has a code and has not signed in. */
  email: string;
  otp: string;
  /** What an admin acts on. */
  moderated: Moderated;
};

type Ask = (twin: Twin, ann: string) => Request;

/** A request with a body. */
export const json = (method: string, value: unknown) => ({ method, json: value });

/** Valid requests of every operation, in an order in which they can be made. */
export const requests: [operationId: string, ask: Ask][] = [
  [
    'sendCode',
    () => ({ path: '/auth/send-code', question: { json: { email: 'new@example.com' } } }),
  ],
  [
    'verifyCode',
    ({ email, otp }) => ({
      path: '/auth/verify-code',
      question: { json: { email, otp } },
    }),
  ],
  ['getMe', (_twin, token) => ({ path: '/users/me', token })],
  ['exportMe', (_twin, token) => ({ path: '/users/me/export', token })],
  [
    'createToken',
    (_twin, token) => ({
      path: '/auth/tokens',
      token,
      question: json('POST', { audience: 'forum' }),
    }),
  ],
  ['listSessions', (_twin, token) => ({ path: '/auth/sessions', token })],
  [
    'updateMe',
    (_twin, token) => ({ path: '/users/me', token, question: json('PATCH', {}) }),
  ],
  [
    'updateMe',
    (_twin, token) => ({
      path: '/users/me',
      token,
      question: json('PATCH', { username: 'Ann', walletAddress: '0x1 é', worldId: null }),
    }),
  ],
  ['listProfiles', (_twin, token) => ({ path: '/profiles', token })],
  ['listProfiles', (_twin, token) => ({ path: '/profiles?page=2&limit=2', token })],
  [
    'listProfiles',
    (_twin, token) => ({ path: '/profiles?limit=3&reverse=true&other=1', token }),
  ],
  ['walkProfiles', (_twin, token) => ({ path: '/profiles/walk?limit=2', token })],
  [
    'walkProfiles',
    (_twin, token) => ({ path: '/profiles/walk?limit=2&cursor=cCAy', token }),
  ],
  [
    'listMyProfiles',
    (_twin, token) => ({ path: '/users/me/profiles?limit=2&page=2', token }),
  ],
  ['getProfile', (_twin, token) => ({ path: '/profiles/ANN-1', token })],
  [
    'updateProfileSocials',
    (_twin, token) => ({
      path: '/profiles/ann-1/socials',
      token,
      question: json('PATCH', {
        socials: { x: 'https://x.com/ann?a=b#c', telegram: null, website: '' },
        about: 'Two\nlines, \u{1F4A9}',
        unknown: true,
      }),
    }),
  ],
  [
    'updateProfileLocation',
    (_twin, token) => ({
      path: '/profiles/ann-1/location',
      token,
      question: json('PATCH', { location: { latitude: -90, longitude: 12.345678901 } }),
    }),
  ],
  [
    'updateProfileLocation',
    (_twin, token) => ({
      path: '/profiles/ann-1/location',
      token,
      question: json('PATCH', { location: null }),
    }),
  ],
  [
    'createProfile',
    ({ name, token }) => ({
      path: '/profiles',
      token,
      question: { json: { username: name, referral: 'ann-1' } },
    }),
  ],
  [
    'removeProfile',
    ({ name, token }) => ({
      path: `/profiles/${name}`,
      token,
      question: { method: 'DELETE' },
    }),
  ],
  [
    'revokeSession',
    ({ sessionId, token }) => ({
      path: `/auth/sessions/${sessionId}`,
      token,
      question: { method: 'DELETE' },
    }),
  ],
  [
    'revokeOtherSessions',
    ({ token }) => ({ path: '/auth/sessions', token, question: { method: 'DELETE' } }),
  ],
  [
    'signOut',
    ({ token }) => ({ path: '/auth/sign-out', token, question: json('POST', {}) }),
  ],
  [
    'removeMe',
    ({ leaver }) => ({
      path: '/users/me',
      token: leaver,
      question: { method: 'DELETE' },
    }),
  ],
  ...moderationRequests.map(([operationId, ask]): [string, Ask] => [
    operationId,
    ({ moderated }) => ask(moderated),
  ]),
];
