import type { Locator } from 'playwright-core';
import { type Fixture, moderatorOf } from './fixture.ts';
import { callService, tokenOf } from './call-service.ts';
import {
  asAdmin,
  nameAnew,
  newKey,
  newPerson,
  newProfile,
  onlyOnDesk,
  onlyWebhook,
} from './subjects.ts';

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
  first: 'radio' | 'choice' | 'input' | 'textarea' | 'submit';
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

const ofProfiles: readonly DialogOf[] = [
  {
    what: 'restoring with a note',
    prepare: async (fixture) => {
      const { username, isHidden, listed } = await newProfile(fixture);
      await asAdmin(fixture).moderation.profiles.hide.mutate({
        username,
        reason: 'spam',
      });
      const isDone = async () => !(await isHidden());
      return { path: listed, title: `Restore ${username}`, isDone };
    },
    ofRow: true,
    opener: { key: 'Shift+R' },
    first: 'textarea',
    submits: 'none',
  },
  {
    what: 'suspending the owner of a profile',
    prepare: async (fixture) => {
      const { owner, listed } = await newProfile(fixture);
      const isDone = async () => (await owner.inspect()).user.suspension !== null;
      return { path: listed, title: `Suspend ${owner.email}`, isDone };
    },
    ofRow: true,
    opener: { key: 's' },
    first: 'radio',
  },
];

const ofTheDesk: readonly DialogOf[] = [
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
    what: 'turning an appeal down',
    prepare: async (fixture) => {
      const { username, owner } = await newProfile(fixture);
      const token = await moderatorOf(fixture, `${nameAnew('moderator')}@example.com`);
      const { profiles } = callService(fixture.service, token).moderation;
      await profiles.hide.mutate({ username, reason: 'spam' });
      const { service } = fixture;
      const person = callService(service, await tokenOf(service, owner.email));
      await person.profiles.appeal.mutate({ username, text: 'It is my own shop.' });
      const { desk } = asAdmin(fixture).moderation;
      const isDone = async () => (await desk.counts.query()).data.lanes.appealed === 0;
      return {
        path: '/?lane=appealed',
        title: `Turn down the appeal of ${username}`,
        isDone,
      };
    },
    ofRow: true,
    opener: { key: 't' },
    first: 'textarea',
    fill: (dialog) => dialog.getByRole('textbox').first().fill('They are not yours.'),
    submits: 'none',
  },
];

const ofUsers: readonly DialogOf[] = [
  {
    what: 'suspending',
    prepare: async (fixture) => {
      const { email, inspect, listed } = await newPerson(fixture);
      const isDone = async () => (await inspect()).user.suspension !== null;
      return { path: listed, title: `Suspend ${email}`, isDone };
    },
    ofRow: true,
    opener: { key: 's' },
    first: 'radio',
  },
  {
    what: 'ending a suspension',
    prepare: async (fixture) => {
      const { email, id, inspect, listed } = await newPerson(fixture);
      await asAdmin(fixture).moderation.users.suspend.mutate({ id, reason: 'spam' });
      const isDone = async () => (await inspect()).user.suspension === null;
      return { path: listed, title: `End the suspension of ${email}`, isDone };
    },
    ofRow: true,
    opener: { key: 'r' },
    first: 'textarea',
    submits: 'Control+Enter',
  },
  {
    what: 'hiding all profiles',
    prepare: async (fixture) => {
      const { owner, isHidden } = await newProfile(fixture);
      const title = `Hide 1 profile of ${owner.email}`;
      return { path: owner.listed, title, isDone: isHidden };
    },
    ofRow: true,
    opener: { key: 'h' },
    first: 'radio',
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
    what: 'erasing',
    takesCode: true,
    prepare: async (fixture) => {
      const { email, page } = await newPerson(fixture);
      const { search } = asAdmin(fixture).moderation.users;
      const isDone = async () =>
        (await search.query({ text: email })).data.users.length === 0;
      return { path: page, title: `Erase ${email}`, isDone };
    },
    opener: { button: 'Erase…' },
    first: 'choice',
    fill: async (dialog) => {
      const [, email = ''] = (await dialog.getByRole('heading').innerText()).split(' ');
      await dialog.getByLabel('Their address').fill(email);
      await dialog.getByRole('radio', { name: /^They asked for it/ }).check();
    },
    submits: 'Control+Enter',
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
];

const ofMailAndKeys: readonly DialogOf[] = [
  {
    what: 'clearing a suppression',
    prepare: async (fixture) => {
      const { email, inspect } = await newPerson(fixture);
      await fixture
        .database()
        .updateTable('outbox')
        .set({ state: 'refused', outcome: 'recipient_inactive', sentAt: null })
        .where('recipient', '=', email)
        .execute();
      const isDone = async () => !(await inspect()).isSuppressed;
      const path = `/mail?address=${email}`;
      return { path, title: 'Mail this address again?', isDone };
    },
    opener: { button: 'Clear suppression…' },
    first: 'submit',
  },
  {
    what: 'a new key',
    takesCode: true,
    prepare: async (fixture) => {
      const { keys } = asAdmin(fixture).moderation;
      const { data } = await keys.list.query();
      const isDone = async () =>
        (await keys.list.query()).data.keys.length > data.keys.length;
      return { path: '/keys', title: 'New service key', isDone };
    },
    opener: { button: 'New key' },
    first: 'input',
    fill: async (dialog) => {
      await dialog.getByLabel('Name').fill(nameAnew('robot'));
      await dialog.getByLabel(/^Read profiles/).check();
    },
  },
  {
    what: 'ending a key',
    prepare: async (fixture) => {
      const { name, stateOf } = await newKey(fixture);
      const isDone = async () => (await stateOf()) === 'ended';
      return { path: '/keys', title: `End the key ${name}?`, isDone };
    },
    ofRow: true,
    opener: { key: 'e' },
    first: 'submit',
  },
];

const ofWebhooks: readonly DialogOf[] = [
  {
    what: 'a new webhook',
    takesCode: true,
    prepare: async (fixture) => {
      const { list } = await onlyWebhook(fixture);
      const isDone = async () => (await list()).length === 2;
      return { path: '/webhooks', title: 'New webhook', isDone };
    },
    opener: { button: 'New webhook' },
    first: 'input',
    fill: async (dialog) => {
      await dialog.getByLabel('Address').fill('http://127.0.0.1:9/new');
      await dialog.getByLabel('user.created').uncheck();
    },
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
  {
    what: 'ending a webhook',
    prepare: async (fixture) => {
      const { list } = await onlyWebhook(fixture);
      const isDone = async () => (await list()).length === 0;
      return { path: '/webhooks', title: 'End the webhook?', isDone };
    },
    ofRow: true,
    opener: { button: 'End…' },
    first: 'submit',
  },
];

export const everyDialog: readonly DialogOf[] = [
  ...ofTheDesk,
  ...ofProfiles,
  ...ofUsers,
  ...ofMailAndKeys,
  ...ofWebhooks,
];
