import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { sweep } from '../../jobs/sweep.ts';
import { askForCodes, wrongCodes } from '../../testing/codes.ts';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../../testing/mail.ts';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import { admin, newAddress, signIn, leave } from '../../testing/people.ts';
import { dump, eventsOf, guessesOf, mailsTo } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { isSuppressed } from './addresses.sql.ts';
import { clearSuppression, suppressAddress } from './suppress-and-clear.ts';

const service = useService();
const postmark = usePostmark();

const suppress = async (address: string) =>
  suppressAddress(service().deps, operator, { address });
const clear = async (address: string) =>
  clearSuppression(service().deps, operator, { address });
const send = async (email: string) => service().as().auth.sendCode({ email });
const deliver = async () => deliverNext(mailDeps(service(), postmark()));
const suppressed = async (address: string) =>
  isSuppressed(service().orm.em.fork(), address);

const events = async () => {
  const { api } = await admin(service());
  return (await api.audit.list({ type: 'address.suppressed' })).data.events;
};

beforeEach(() => emptyOutbox(service()));

describe('an address that an operator suppressed', () => {
  it('gets no waiting and no later mail, and askers do not learn of it', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await send(email);
    await suppress(email.toUpperCase());
    await service().clock.advance('6 minutes');
    expect(await send(email)).toEqual(await send(other));
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    expect(await deliver()).toBeUndefined();
    expect(postmark().mails().at(-1)).toMatchObject({ to: other });
    const refused = { state: 'refused', outcome: 'suppressed', held: false };
    expect(await mailsTo(service(), email)).toMatchObject([refused, refused]);
    expect(await suppressed(email)).toBe(true);
  });

  it('is in the history once, with its owner and the actor, and can’t be undone', async () => {
    const { id: userId, email } = await signIn(service());
    await suppress(email);
    await suppress(email);
    expect(await eventsOf(service(), userId)).toMatchObject([
      { type: 'address.suppressed', actorId: null, before: {}, after: {} },
    ]);
    const [event] = await events();
    expect(event).toMatchObject({ actorKind: 'operator', canUndo: false });
    const { api } = await admin(service());
    const { results } = (await api.moderation.undo({ action: event?.action ?? '' })).data;
    expect(results).toMatchObject([
      { outcome: 'rejected', error: { reason: 'NOT_UNDOABLE' } },
    ]);
    expect(await suppressed(email)).toBe(true);
  });

  it('is not in the history if nobody owns it', async () => {
    await suppress('dora.secret@example.org');
    const [event] = await events();
    expect(event).toMatchObject({
      subject: { id: null },
      after: { address: 'd…@example.org' },
    });
    expect(JSON.stringify(await events())).not.toContain('dora.secret');
  });

  it('gets mail again after it is cleared', async () => {
    const { email } = await signIn(service());
    await emptyOutbox(service());
    await suppress(email);
    await service().clock.advance('6 minutes');
    await send(email);
    await clear(email);
    expect(await suppressed(email)).toBe(false);
    await service().clock.advance('6 minutes');
    await send(email);
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
  });

  it('can also be cleared with SMTP, which has nothing else to clear', async () => {
    const email = newAddress();
    const bySmtp = service().with({
      clearSuppression: async () => ({
        outcome: 'refused',
        reason: 'suppressions_unknown',
      }),
    });
    const clearBySmtp = async () =>
      clearSuppression(bySmtp.deps, operator, { address: email });
    await suppress(email);
    expect(await outcome(clearBySmtp())).toBe('done');
    expect(await suppressed(email)).toBe(false);
    await expect(clearBySmtp()).rejects.toMatchObject({
      reason: 'MAIL_PROVIDER_REFUSED',
    });
  });

  it('stays so until somebody clears it, and no longer than its account', async () => {
    const address = newAddress();
    const [bob, carol] = [await signIn(service()), await signIn(service())];
    for (const email of [address, bob.email, carol.email]) await suppress(email);
    const { short } = await askForCodes(service(), carol.email);
    for (const otp of wrongCodes(1, short)) {
      await outcome(service().as().auth.verifyCode({ email: carol.email, otp }));
    }
    await leave(service(), bob);
    await leave(service(), carol);
    expect(await guessesOf(service(), carol.email)).toBe(1);
    expect([await suppressed(bob.email), await suppressed(carol.email)]).toEqual([
      false,
      false,
    ]);
    await service().clock.advance('40 days');
    const { orm, deps } = service();
    await sweep({ orm, settings: deps.settings });
    expect(await suppressed(address)).toBe(true);
    for (const { email } of [bob, carol])
      expect(await dump(service())).not.toContain(email);
  });
});

describe('suppressing an address while it is asked for', () => {
  it('leaves no waiting mail, in any order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = newAddress();
      const results = await raceTogether(30, async (index) =>
        index === 15 ? suppress(email) : outcome(send(email)),
      );
      expect(endingsOf(results)).toEqual({ done: 30 });
      const states = (await mailsTo(service(), email)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['refused']));
    }
  });
});
