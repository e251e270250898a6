import { statements } from '@namecard/db';
import { postmarkMailer } from '@namecard/email';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordWebhook } from '../../mail/record-webhook.ts';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../../testing/mail.ts';
import { errorOf, outcome } from '../../testing/outcome.ts';
import { admin, newAddress, signIn } from '../../testing/people.ts';
import { dump, mailsTo } from '../../testing/rows.ts';
import { type TestService, useService } from '../../testing/use-service.ts';
import { isSuppressed } from './addresses.sql.ts';

const bare = useService();
const postmark = usePostmark();

/** A service that sends mail and clears addresses with Postmark. */
function service(): TestService {
  const from = 'Namecard <hello@example.com>';
  const mailer = postmarkMailer({ token: 'token', apiUrl: postmark().url, from });
  return bare().with({
    clearSuppression: async (address) => mailer.clearSuppression(address),
  });
}

beforeEach(async () => {
  await emptyOutbox(bare());
});

/** Mails the address while Postmark behaves as given. Returns the id if sent. */
async function mailed(address: string, behaviour: 'ok' | 'inactive422'): Promise<string> {
  postmark().behave(behaviour);
  await service().as().auth.sendCode({ email: address });
  const delivery = await deliverNext(mailDeps(bare(), postmark()));
  postmark().behave('ok');
  await bare().clock.advance('6 minutes');
  return delivery?.outcome === 'sent' ? delivery.messageId : '';
}

const suppressed = async (address: string) => isSuppressed(bare().orm.em.fork(), address);

const report = async (event: object) =>
  recordWebhook({ orm: bare().orm, telemetry: bare().deps.telemetry }, event);

const subscription = (messageId: string, isSuppressing: boolean) => ({
  RecordType: 'SubscriptionChange',
  MessageID: messageId,
  SuppressSending: isSuppressing,
});

const clearings = async () =>
  statements(bare().orm.em.fork())
    .selectFrom('audit_events')
    .innerJoin('moderation_actions', 'moderation_actions.id', 'audit_events.actionId')
    .select(['actorId', 'userId', 'username', 'before', 'after'])
    .where('audit_events.type', '=', 'address.cleared')
    .orderBy('audit_events.position', 'desc')
    .execute();

describe('an address', () => {
  it('is not suppressed without a report', async () => {
    expect(await suppressed(newAddress())).toBe(false);
  });

  it('is suppressed from a refusal until a mail is taken', async () => {
    const address = newAddress();
    await mailed(address, 'inactive422');
    expect(await suppressed(address)).toBe(true);
    await mailed(address, 'ok');
    expect(await suppressed(address)).toBe(false);
  });

  it('is suppressed from a report or a complaint until it is reactivated', async () => {
    const address = newAddress();
    const id = await mailed(address, 'ok');
    await report(subscription(id, true));
    expect(await suppressed(address)).toBe(true);
    await bare().clock.advance('1 minute');
    await report(subscription(id, false));
    expect(await suppressed(address)).toBe(false);
    await report({ RecordType: 'SpamComplaint', MessageID: id });
    expect(await suppressed(address)).toBe(true);
  });
});

describe('clearing a suppressed address', () => {
  it('asks Postmark, shows in the deliveries, and is recorded with its owner', async () => {
    const { api, id: actorId } = await admin(service());
    const bob = await signIn(service(), 'Bob@Example.com');
    await mailed(bob.email, 'inactive422');
    expect((await api.moderation.users.inspect({ id: bob.id })).data.isSuppressed).toBe(
      true,
    );
    expect(
      await outcome(api.moderation.mail.clearSuppression({ address: bob.email })),
    ).toBe('done');
    expect(postmark().cleared().at(-1)).toBe('bob@example.com');
    expect((await api.moderation.users.inspect({ id: bob.id })).data.isSuppressed).toBe(
      false,
    );
    expect((await mailsTo(bare(), bob.email)).at(-1)).toMatchObject({
      event: 'reactivated',
    });
    const [event] = await clearings();
    expect(event).toMatchObject({ actorId, userId: bob.id, before: {}, after: {} });
  });

  it('without an owner records only the masked address', async () => {
    const { api } = await admin(service());
    await api.moderation.mail.clearSuppression({ address: 'carol.secret@example.org' });
    const [event] = await clearings();
    expect(event).toMatchObject({ userId: null, after: { address: 'c…@example.org' } });
    expect(await dump(bare())).not.toContain('carol.secret');
  });

  it.each([
    ['kept', 'Only the owner of the address can ask'],
    ['500', 'Try again in a moment'],
    ['reset', 'Try again in a moment'],
    ['html200', 'Try again in a moment'],
    ['unauthorized', 'does not accept this service’s API token'],
    ['inactive422', 'refused the request'],
  ] as const)(
    'reports Postmark’s refusal, and changes nothing: %s',
    async (behaviour, message) => {
      const { api } = await admin(service());
      const address = newAddress();
      await mailed(address, 'inactive422');
      const before = await clearings();
      postmark().behave(behaviour);
      const error = await errorOf(api.moderation.mail.clearSuppression({ address }));
      expect(error).toMatchObject({
        reason: 'MAIL_PROVIDER_REFUSED',
        code: 'SERVICE_UNAVAILABLE',
      });
      expect(error.message).toContain(message);
      expect(error.message).not.toContain(address);
      expect(await suppressed(address)).toBe(true);
      expect(await clearings()).toEqual(before);
    },
  );

  it.each(['ann@example.com,eve@example.com', 'ann', 'a b@example.com'])(
    'needs one address: %j',
    async (address) => {
      const { api } = await admin(service());
      const { length } = postmark().requests;
      expect(await outcome(api.moderation.mail.clearSuppression({ address }))).toBe(
        'BAD_REQUEST INPUT_INVALID',
      );
      expect(postmark().requests).toHaveLength(length);
    },
  );
});
