import type { Locator } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { tokenOf } from './call-service.ts';
import { asAdmin, newPerson, newProfile, onlyOnDesk, onlyWebhook } from './subjects.ts';

type Asked = {
  /** The path of the page. */
  path: string;
  title: string;
  isDone: () => Promise<boolean>;
};

/** A dialog that asks before an action. */
export type DialogOf = {
  what: string;
  /** Creates a new subject for the dialog. */
  prepare: (fixture: Fixture) => Promise<Asked>;
  /** Whether its subject is the focused row. */
  ofRow?: boolean;
  opener: { key: string } | { button: string | RegExp };
  /** The first focused element. */
  first: 'radio' | 'input' | 'textarea' | 'submit';
  /** Fills in required fields, a choice last. */
  fill?: (dialog: Locator) => Promise<void>;
  /**
   * The key that submits it, by default Enter. `none` if it closes before the
   * service has answered.
   */
  submits?: 'Control+Enter' | 'none';
  /** Whether it then asks for a mailed code. */
  takesCode?: true;
};

/** One of each form: other tests use the other dialogs, which have the same frame. */
export const dialogs: readonly DialogOf[] = [
  {
    what: 'writing a note for the team',
    prepare: async (fixture) => {
      const { username, owner } = await newProfile(fixture);
      const { desk, profiles } = asAdmin(fixture).moderation;
      const { profile } = (await profiles.inspect.query({ username })).data;
      const isDone = async () => {
        const about = { userId: owner.id, profileId: profile.id };
        return (await desk.notes.query(about)).data.notes.length > 0;
      };
      await onlyOnDesk(fixture, username);
      return { path: '/?lane=new', title: `Note on ${username}`, isDone };
    },
    ofRow: true,
    opener: { key: 'n' },
    first: 'textarea',
    fill: (dialog) => dialog.getByLabel('Note').fill('Wrote to them.'),
    submits: 'Control+Enter',
  },
  {
    what: 'snoozing an item',
    prepare: async (fixture) => {
      const { username } = await newProfile(fixture);
      await onlyOnDesk(fixture, username);
      const isDone = async () =>
        (await asAdmin(fixture).moderation.desk.counts.query()).data.lanes.new === 0;
      return { path: '/?lane=new', title: `Snooze ${username}`, isDone };
    },
    ofRow: true,
    opener: { key: 'z' },
    first: 'radio',
    submits: 'none',
  },
  {
    what: 'changing a role',
    takesCode: true,
    prepare: async (fixture) => {
      const { email, inspect, listed } = await newPerson(fixture);
      const isDone = async () => (await inspect()).user.role === 'moderator';
      return { path: listed, title: `Role of ${email}`, isDone };
    },
    ofRow: true,
    opener: { key: 'c' },
    first: 'radio',
    fill: (dialog) => dialog.getByRole('radio', { name: /^Moderator/ }).check(),
  },
  {
    what: 'ending a session',
    prepare: async (fixture) => {
      const { email, inspect, page } = await newPerson(fixture);
      await tokenOf(fixture.service, email);
      const isDone = async () => (await inspect()).sessions.length === 1;
      return { path: page, title: 'End the session (Unknown device)?', isDone };
    },
    opener: { button: /^End the session/ },
    first: 'submit',
  },
  {
    what: 'ending all sessions',
    prepare: async (fixture) => {
      const { email, inspect, page } = await newPerson(fixture);
      await tokenOf(fixture.service, email);
      const isDone = async () => (await inspect()).sessions.length === 0;
      return { path: page, title: 'End all 2 sessions?', isDone };
    },
    opener: { button: 'End all' },
    first: 'submit',
  },
  {
    what: 'changing a webhook',
    takesCode: true,
    prepare: async (fixture) => {
      const { list } = await onlyWebhook(fixture);
      const isDone = async () => (await list()).some(({ kinds }) => kinds.length === 2);
      return { path: '/webhooks', title: 'Change the webhook', isDone };
    },
    ofRow: true,
    opener: { button: 'Change…' },
    first: 'input',
    fill: (dialog) => dialog.getByLabel('user.created').check(),
  },
  {
    what: 'replacing a secret',
    takesCode: true,
    prepare: async (fixture) => {
      const { list } = await onlyWebhook(fixture);
      const isDone = async () =>
        (await list()).some(({ previousSecretUntil }) => previousSecretUntil !== null);
      return { path: '/webhooks', title: 'Replace the secret?', isDone };
    },
    ofRow: true,
    opener: { button: 'Replace secret…' },
    first: 'submit',
  },
];
