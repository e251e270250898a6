/** What the REST document says beside what follows from the procedures themselves. */
export const documentInformation = {
  title: 'Namecard',
  version: '1.0.0',
  description:
    'Sign-in by a one-time code sent to an email address, one’s own user record, and public profiles. Operations tagged `Extension` go beyond the six basic ones. Every error has the same body; switch on its `reason`.',
  baseUrl: '/api/v1',
  authentication:
    'The token that `POST /auth/verify-code` gives. Unless the service is set otherwise it lasts 30 days from its last use, 180 at most.',
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
};
