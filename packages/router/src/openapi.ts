const moderationPrefix = '/moderation/';

export const documentNames = ['public', 'moderation'] as const;

export type DocumentName = (typeof documentNames)[number];

/** The calls of moderators and admins have their own document. */
const documentOf = (path: string): DocumentName =>
  path.startsWith(moderationPrefix) ? 'moderation' : 'public';

const common = {
  version: '1.0.0',
  contact: { name: 'The operator of the service' },
  license: { name: 'MIT', identifier: 'MIT' },
  baseUrl: '/api/v1',
  /** Without a token anybody reports a profile. */
  tokenOptional: ['profiles.report'],
  errorFields: {
    ticket: {
      type: 'string',
      description:
        'Only with `ACCOUNT_SUSPENDED`: a ticket that `POST /auth/appeals` accepts instead of a code, and `POST /auth/export` too, each once and within 30 minutes.',
    },
  },
};

/** Texts of the two REST documents that no procedure provides. */
export const documents = {
  public: {
    ...common,
    title: 'Namecard',
    description:
      'Sign-in by a one-time code sent to an email address, your own user record, and public profiles. Operations tagged `Extension` go beyond the six basic ones. Email addresses, usernames, codes and searches are compared as people see them: case, full-width letters and characters that show nothing make no difference, and a text that shows nothing is empty. Every error has the same body; switch on its `reason`. A later version may add fields and reasons: accept those that you do not know. Every answer has an `X-Request-Id`, which the service’s log has too; you can send your own. The calls of moderators and admins are in another document, `/api/v1/moderation/openapi.json`.',
    authentication:
      'The session token that `POST /auth/verify-code` gives. It works until 30 days after its last use (`SESSION_DAYS`). Or the service key (`nk_…`) of a program, for the operations that its scopes allow.',
    tags: [
      { name: 'Auth', description: 'Signing in and out.' },
      { name: 'Users', description: 'Your own user record.' },
      { name: 'Profiles', description: 'Public pages of users.' },
      {
        name: 'Changes',
        description: 'Changes of users and profiles, for other programs.',
      },
      { name: 'Extension', description: 'Beyond the six basic operations.' },
    ],
    covers: (path: string) => documentOf(path) === 'public',
  },
  moderation: {
    ...common,
    title: 'Namecard moderation',
    description:
      'The calls of moderators, admins and programs with a service key. The paths are the names of the tRPC procedures. Calls that only read are GET, calls that write are POST. Every error has the same body; switch on its `reason`. A later version may add fields and reasons: accept those that you do not know. Sign-in and the calls of members are in `/api/v1/openapi.json`.',
    authentication:
      'The session token of a moderator or an admin, from `POST /auth/verify-code`. For these calls it works for 12 hours, and until one hour after its last use. Or the service key (`nk_…`) of a program, for the operations that its scopes allow.',
    tags: [
      {
        name: 'Moderation',
        description: 'For moderators and admins. Calls say if programs may use them too.',
      },
    ],
    covers: (path: string) => documentOf(path) === 'moderation',
  },
};

/**
 * The documentation of a moderators' call beside its schemas and its kind.
 * @param name the procedure's name without `moderation.`
 */
const call =
  <Method extends 'GET' | 'POST'>(method: Method) =>
  (name: string, summary: string) => ({
    method,
    path: `${moderationPrefix}${name.replaceAll('.', '/')}` as const,
    operationId: `moderation.${name}`.replaceAll(/\.([a-z])/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    tags: ['Moderation'],
    summary,
    protect: true,
  });

export const moderationQuery = call('GET');

export const moderationMutation = call('POST');

export type ModerationCall = ReturnType<
  typeof moderationQuery | typeof moderationMutation
>;
