import { beforeEach, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { withhold } from '../../mail/delivery.ts';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../../testing/mail.ts';
import { newAddress, signIn } from '../../testing/people.ts';
import { eventsOf, mailsTo, rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { retryMails } from './retry-mails.ts';

const service = useService();
const postmark = usePostmark();

const deliver = async () => deliverNext(mailDeps(service(), postmark()));
const retry = async (id?: string) => {
  const { data } = await retryMails(service().deps, operator, { id });
  return data.retried;
};

/** Creates a mail that the provider refused. Returns its id. */
async function refused(email: string): Promise<string> {
  postmark().behave('inactive422');
  await service().as().auth.sendCode({ email });
  await deliver();
  postmark().behave('ok');
  return (await mailsTo(service(), email)).at(-1)?.id ?? '';
}

beforeEach(() => emptyOutbox(service()));

it('a refused mail is sent again, and the history names the admin', async () => {
  const { id: userId, email } = await signIn(service());
  await emptyOutbox(service());
  const id = await refused(email);
  await refused(newAddress());
  expect(await retry(id)).toBe(1);
  // With the refusal it would count as held by the provider.
  expect(await mailsTo(service(), email)).toMatchObject([
    { state: 'queued', outcome: null },
  ]);
  expect(await deliver()).toMatchObject({ outcome: 'sent' });
  expect(await deliver()).toBeUndefined();
  expect(await mailsTo(service(), email)).toMatchObject([
    { state: 'sent', outcome: null },
  ]);
  expect(await eventsOf(service(), userId)).toMatchObject([
    { type: 'mail.retried', actorId: null },
  ]);
});

it('all refused mails are sent again, and the history names nobody without an account', async () => {
  const addresses = [newAddress(), newAddress()];
  for (const email of addresses) await refused(email);
  expect(await retry()).toBe(2);
  for (const _ of addresses) expect(await deliver()).toMatchObject({ outcome: 'sent' });
  expect(await retry()).toBe(0);
  const history = (await rowsOf(service(), 'audit_events')).join();
  for (const email of addresses) expect(history).not.toContain(email);
});

it('a mail with expired codes, or withheld by the settings, stays refused', async () => {
  const old = await refused(newAddress());
  await service().clock.advance('58 minutes');
  expect(await retry(old)).toBe(0);
  const stranger = newAddress();
  const closed = service().with({ settings: { signUps: [] } });
  await closed.as().auth.sendCode({ email: stranger });
  await withhold({ orm: closed.orm, ...closed.deps });
  expect(await retry()).toBe(0);
  expect(await mailsTo(service(), stranger)).toMatchObject([{ state: 'refused' }]);
});
