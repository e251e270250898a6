/** What the REST document says beside what follows from the procedures themselves. */
export const documentInformation = {
  title: 'Namecard',
  version: '1.0.0',
  description:
    'Sign-in by a one-time code sent to an email address, one’s own user record, and public profiles. Operations tagged `Extension` go beyond the six basic ones. Every error has the same body; switch on its `reason`.',
  contact: { name: 'Whoever runs the service' },
  license: { name: 'MIT', identifier: 'MIT' },
  baseUrl: '/api/v1',
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
    {
      name: 'Moderation',
      description:
        'What moderators, admins and programs with a service key do. The paths are the names of the tRPC procedures; what only reads is GET, what writes is POST.',
    },
    { name: 'Extension', description: 'Beyond the six basic operations.' },
  ],
};

const admitted = {
  moderators: 'For moderators and admins.',
  'moderators and keys':
    'For moderators and admins, and for service keys with the scope `moderation`.',
  admins: 'For admins.',
  'admins and keys': 'For admins, and for service keys with the scope `users:write`.',
  'admins just signed in': 'For admins who have signed in within the last hour.',
};

/** What REST and its document say of a call of moderators, beside the call's own schemas. */
type ModerationCall = {
  /** Of the procedure, without `moderation.`. */
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
    path: `/moderation/${name.replaceAll('.', '/')}` as const,
    operationId: `moderation.${name}`.replaceAll(/\.([a-z])/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    tags: ['Moderation', 'Extension'],
    summary,
    description: admitted[whom],
    protect: true,
  },
});

/** The metadata of a query of moderators. */
export const moderationQuery = (given: ModerationCall) => call('GET', given);

/** The metadata of a mutation of moderators. */
export const moderationMutation = (given: ModerationCall) => call('POST', given);
