import { OutboxMail, readInstant } from '@namecard/db';
import type { Telemetry } from '../telemetry.ts';
import { inTransaction } from '../transaction.ts';
import type { MailDeps } from './delivery.ts';
import { PostmarkEvent } from './schemas.ts';

/** Ignores other events and mails: after an error Postmark repeats them. */
export async function recordWebhook(
  { orm, telemetry }: Pick<MailDeps, 'orm'> & { telemetry: Telemetry },
  body: unknown,
): Promise<void> {
  const parsed = PostmarkEvent.safeParse(body);
  if (!parsed.success) {
    return;
  }
  const { messageId, event, outcome, isBounce } = parsed.data;
  const isOurs = await inTransaction({ em: orm.em }, async ({ em }) => {
    const now = await readInstant(em);
    const mails = await em.find(OutboxMail, { messageId });
    mails.forEach((mail) => mail.report(event, now, outcome));
    await em.flush();
    return mails.length > 0;
  });
  if (isBounce && isOurs) {
    telemetry.count('bounces');
  }
}
