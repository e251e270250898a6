const moderationPrefix = '/moderation/';

export const documentNames = ['public', 'moderation'] as const;

export type DocumentName = (typeof documentNames)[number];

/** The document of an operation. Staff calls have one of their own. */
const documentOf = (path: string): DocumentName =>
  path.startsWith(moderationPrefix) ? 'moderation' : 'public';

const common = {
  version: '1.0.0',
  contact: { name: 'Whoever runs the service' },
  license: { name: 'MIT', identifier: 'MIT' },
  baseUrl: '/api/v1',
  errorFields: {
    ticket: {
      type: 'string',
      description:
        'With `ACCOUNT_SUSPENDED` alone: what `POST /auth/appeals` takes in the place of a code, once within 30 minutes.',
    },
  },
};

/** Texts of the two REST documents that no procedure provides. */
export const documents = {
  public: {
    ...common,
    title: 'Namecard',
    description:
      'Sign-in by a one-time code sent to an email address, one’s own user record, and public profiles. Operations tagged `Extension` go beyond the six basic ones. Every error has the same body; switch on its `reason`. What moderators and admins call is in a document of its own, `/api/v1/moderation/openapi.json`.',
    authentication:
      'The token that `POST /auth/verify-code` gives: it lasts 30 days from its last use, unless the service is set otherwise. Or the service key (`nk_…`) of a program, for the operations that its scopes allow.',
    tags: [
      { name: 'Auth', description: 'Signing in and out.' },
      { name: 'Users', description: 'One’s own user record.' },
      { name: 'Profiles', description: 'Public pages of users.' },
      {
        name: 'Changes',
        description: 'What has happened to users and profiles, for other programs.',
      },
      { name: 'Extension', description: 'Beyond the six basic operations.' },
    ],
    covers: (path: string) => documentOf(path) === 'public',
  },
  moderation: {
    ...common,
    title: 'Namecard moderation',
    description:
      'What moderators, admins and programs with a service key do. The paths are the names of the tRPC procedures; what only reads is GET, what writes is POST. Every error has the same body; switch on its `reason`. Sign-in and what members call is in `/api/v1/openapi.json`.',
    authentication:
      'The token of a moderator or an admin, by `POST /auth/verify-code`: for these calls it lasts 12 hours, and one hour from its last use. Or the service key (`nk_…`) of a program, for the operations that its scopes allow.',
    tags: [
      {
        name: 'Moderation',
        description: 'For moderators and admins, and for programs where a call says so.',
      },
    ],
    covers: (path: string) => documentOf(path) === 'moderation',
  },
};

const admitted = {
  moderators: 'For moderators and admins.',
  'moderators and keys':
    'For moderators and admins, and for service keys with the scope `moderation`.',
  admins: 'For admins.',
  'admins and keys': 'For admins, and for service keys with the scope `users:write`.',
  'admins just signed in': 'For admins who have signed in within the last hour.',
};

/** The documentation of a moderators' call beside its schemas. */
type ModerationCall = {
  /** The procedure's name without `moderation.`. */
  name: string;
  summary: string;
  for: keyof typeof admitted;
};

const call = <Method extends 'GET' | 'POST'>(
  method: Method,
  { name, summary, for: whom }: ModerationCall,
) => ({
  openapi: {
    method,
    path: `${moderationPrefix}${name.replaceAll('.', '/')}` as const,
    operationId: `moderation.${name}`.replaceAll(/\.([a-z])/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    tags: ['Moderation'],
    summary,
    description: admitted[whom],
    protect: true,
  },
});

export const moderationQuery = (given: ModerationCall) => call('GET', given);

export const moderationMutation = (given: ModerationCall) => call('POST', given);
