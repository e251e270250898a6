import { OutboxMail, readInstant } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { recordAction } from '../../audit/record-action.ts';
import { masked } from '../../addresses.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { lockRefused } from './retry-mails.sql.ts';
import { RetryMails } from './schemas.ts';

/**
 * Retries mail that the provider refused, one or all of the last hour. Returns
 * how many; none if the codes have expired. It can't be undone.
 */
export async function retryMails(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof RetryMails>,
): Promise<{ data: { retried: number } }> {
  const retried = await inTransaction(deps, async (inner) => {
    const refused = await lockRefused(inner.em, id);
    const now = await readInstant(inner.em);
    const mails = await inner.em.find(OutboxMail, { id: refused.map((mail) => mail.id) });
    mails.forEach((mail) => mail.requeue(now));
    const type = 'mail.retried';
    const events = refused.map(({ userId, recipient }) => {
      const after = userId === null ? { address: masked(recipient) } : {};
      return { type, userId, before: {}, after } as const;
    });
    if (events.length > 0) {
      await recordAction(inner, actor, { type }, events);
    }
    return events.length;
  });
  return { data: { retried } };
}
