import { fetchJson, signIn, type Addresses, type Question } from '@namecard/testing';
import { z } from 'zod';

/** A request, as whoever has the token makes it. */
export type Request = {
  path: string;
  question?: Omit<Question, 'token'>;
  token?: string;
};

/** What one side's requests of moderators and programs are made of. */
export type Moderated = {
  /** The token of an admin. */
  admin: string;
  /** The token of a service key. */
  key: string;
  /** Of another key, which is about to be ended. */
  keyId: string;
  /** Of a webhook that is paused. */
  webhookId: string;
  /** The profile's name and its owner's id. */
  username: string;
  ownerId: string;
  /** One of the owner's sessions. */
  sessionId: string;
  profileId: string;
  /** What hid the profile, and can be undone. */
  action: string;
  /** What a list says that was read before. */
  asOf: string;
};

export const adminEmail = 'admin@example.com';

const Key = z.object({
  data: z.object({ key: z.object({ id: z.string() }), token: z.string() }),
});

const Webhook = z.object({ data: z.object({ webhook: z.object({ id: z.string() }) }) });

/** Private, so that nothing is sent there. */
const target = { url: 'https://10.0.0.1/in', kinds: ['user.erased'] };

const Me = z.object({ data: z.object({ user: z.object({ id: z.string() }) }) });

const Sessions = z.object({
  data: z.object({ sessions: z.array(z.object({ id: z.string() })).min(1) }),
});

const Inspected = z.object({
  data: z.object({ profile: z.object({ id: z.string() }) }),
});

const Found = z.object({ data: z.object({ asOf: z.string() }) });

const Acted = z.object({ data: z.object({ action: z.string() }) });

/** Makes, by the facade, what one side's admin acts on. */
export async function prepareModerated(
  facade: Addresses,
  admin: string,
  side: string,
): Promise<Moderated> {
  const ask = async (path: string, question: Omit<Question, 'token'>, token = admin) =>
    (await fetchJson(`${facade.origin}/api/v1${path}`, { ...question, token })).body;
  const username = `shown-${side}`;
  const owner = await signIn(facade, `shown-${side}@example.com`);
  await ask('/profiles', { json: { username, referral: '' } }, owner);
  const { user } = Me.parse(await ask('/users/me', {}, owner)).data;
  const { sessions } = Sessions.parse(await ask('/auth/sessions', {}, owner)).data;
  const scopes = ['users:read', 'changes:read'];
  const createKey = async (name: string) =>
    Key.parse(await ask('/moderation/keys/create', { json: { name, scopes } })).data;
  const made = await ask('/moderation/webhooks/create', { json: target });
  const { id: webhookId } = Webhook.parse(made).data.webhook;
  await ask('/moderation/webhooks/switch', { json: { id: webhookId, isOn: false } });
  const inspected = await ask(`/moderation/profiles/inspect?username=${username}`, {});
  const { profile } = Inspected.parse(inspected).data;
  const { asOf } = Found.parse(await ask('/moderation/profiles/search', {})).data;
  const hiding = { ownerId: user.id, reason: 'spam' };
  const hidden = await ask('/moderation/profiles/hideAllOf', { json: hiding });
  return {
    admin,
    key: (await createKey(`program-${side}`)).token,
    keyId: (await createKey(`former-${side}`)).key.id,
    webhookId,
    username,
    ownerId: user.id,
    sessionId: sessions[0]?.id ?? '',
    profileId: profile.id,
    action: Acted.parse(hidden).data.action,
    asOf,
  };
}

type Ask = (moderated: Moderated) => Request;

const get =
  (path: string): Ask =>
  ({ admin: token }) => ({ path: `/moderation/${path}`, token });

const post =
  (path: string, body: (moderated: Moderated) => object): Ask =>
  (moderated) => ({
    path: `/moderation/${path}`,
    token: moderated.admin,
    question: { json: body(moderated) },
  });

const id = ({ ownerId }: Moderated) => ({ id: ownerId });

const webhook = ({ webhookId }: Moderated) => ({ id: webhookId });

const seen = ({ profileId }: Moderated) => [{ id: profileId, revision: 0 }];

/** Valid requests of moderators and programs: what reads first, since both sides then read the same. */
export const moderationRequests: [operationId: string, ask: Ask][] = [
  ['getUser', ({ key, ownerId }) => ({ path: `/users/${ownerId}`, token: key })],
  ['listChanges', ({ key }) => ({ path: '/changes?limit=20', token: key })],
  ['moderationOverview', get('overview')],
  ['moderationProfilesSearch', get('profiles/search?limit=3&sort=changed&state=active')],
  ['moderationProfilesCountMatching', get('profiles/countMatching?text=ann')],
  [
    'moderationProfilesUpdates',
    (moderated) =>
      get(`profiles/updates?asOf=${encodeURIComponent(moderated.asOf)}&text=ann`)(
        moderated,
      ),
  ],
  ['moderationUsersSearch', get('users/search?text=example&limit=4')],
  ['moderationMailDeliveries', get('mail/deliveries?limit=3')],
  ['moderationMailInspect', get('mail/inspect?address=ann@example.com')],
  ['moderationKeysList', get('keys/list')],
  ['moderationWebhooksList', get('webhooks/list')],
  [
    'moderationWebhooksDeliveries',
    ({ webhookId, ...others }) =>
      get(`webhooks/deliveries?id=${webhookId}&state=failed&limit=2`)({
        webhookId,
        ...others,
      }),
  ],
  ['moderationAuditList', get('audit/list?limit=3&reason=spam')],
  ['moderationAuditListActions', get('audit/listActions?limit=3')],
  ['moderationAuditExportCsv', get('audit/exportCsv')],
  [
    'moderationProfilesInspect',
    (moderated) => get(`profiles/inspect?username=${moderated.username}`)(moderated),
  ],
  [
    'moderationUsersInspect',
    (moderated) => get(`users/inspect?id=${moderated.ownerId}`)(moderated),
  ],
  ['moderationUndo', post('undo', ({ action }) => ({ action }))],
  [
    'moderationProfilesHide',
    post('profiles/hide', ({ username }) => ({ username, note: 'No.' })),
  ],
  [
    'moderationProfilesRestore',
    post('profiles/restore', ({ username }) => ({ username })),
  ],
  [
    'moderationProfilesHideMany',
    post('profiles/hideMany', (moderated) => ({
      profiles: seen(moderated),
      reason: 'spam',
    })),
  ],
  [
    'moderationProfilesRestoreMany',
    post('profiles/restoreMany', (moderated) => ({ profiles: seen(moderated) })),
  ],
  [
    'moderationProfilesHideAllOf',
    post('profiles/hideAllOf', ({ ownerId }) => ({ ownerId, reason: 'other' })),
  ],
  [
    'moderationUsersEndSession',
    post('users/endSession', (moderated) => ({
      ...id(moderated),
      session: moderated.sessionId,
    })),
  ],
  ['moderationUsersEndSessions', post('users/endSessions', id)],
  [
    'moderationUsersSuspend',
    post('users/suspend', (moderated) => ({ ...id(moderated), reason: 'spam', days: 3 })),
  ],
  ['moderationUsersUnsuspend', post('users/unsuspend', id)],
  [
    'moderationUsersChangeRole',
    post('users/changeRole', (moderated) => ({
      ...id(moderated),
      from: 'user',
      to: 'moderator',
    })),
  ],
  ['moderationUsersExport', post('users/export', id)],
  [
    'moderationUsersErase',
    post('users/erase', (moderated) => ({ ...id(moderated), reason: 'other' })),
  ],
  [
    'moderationMailClearSuppression',
    post('mail/clearSuppression', () => ({ address: 'nobody@example.com' })),
  ],
  [
    'moderationKeysCreate',
    post('keys/create', () => ({ name: 'new', scopes: ['moderation', 'users:read'] })),
  ],
  ['moderationKeysEnd', post('keys/end', ({ keyId }) => ({ id: keyId }))],
  ['moderationWebhooksCreate', post('webhooks/create', () => target)],
  [
    'moderationWebhooksUpdate',
    post('webhooks/update', (own) => ({ ...webhook(own), ...target })),
  ],
  ['moderationWebhooksReplaceSecret', post('webhooks/replaceSecret', webhook)],
  [
    'moderationWebhooksSwitch',
    post('webhooks/switch', (own) => ({ ...webhook(own), isOn: false })),
  ],
  ['moderationWebhooksTest', post('webhooks/test', webhook)],
  ['moderationWebhooksResend', post('webhooks/resend', webhook)],
  ['moderationWebhooksRemove', post('webhooks/remove', webhook)],
];
