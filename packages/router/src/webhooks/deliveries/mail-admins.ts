import { webhookOffMail } from '@namecard/email';
import { suppressedAmong } from '../../mail/recipients.sql.ts';
import { claimMailDue, readAdmins, recordMailed } from './mail-admins.sql.ts';
import type { WebhookDeps } from './send-delivery.ts';

/**
 * Mails every admin which endpoints were switched off. The outbox holds codes of sign-ins alone, so this leaves by itself: again
 * after five minutes where nobody could be told.
 */
export async function mailAdmins({
  orm,
  mailer,
  settings,
}: Pick<WebhookDeps, 'orm' | 'mailer' | 'settings'>): Promise<void> {
  for (const { id, url, isGone } of await claimMailDue(orm.em)) {
    const mail = webhookOffMail({
      product: settings.product,
      host: new URL(url).host,
      isGone,
    });
    const admins = new Map(
      [...settings.adminEmails, ...(await readAdmins(orm.em))].map((to) => [
        to.toLowerCase(),
        to,
      ]),
    );
    const refused = { outcome: 'refused' } as const;
    const suppressed = await suppressedAmong(orm.em, [...admins.keys()]);
    const deliveries = await Promise.all(
      [...admins].map(([key, to]) =>
        suppressed.has(key) ? Promise.resolve(refused) : mailer.deliver({ ...mail, to }),
      ),
    );
    const outcomes = new Set(deliveries.map(({ outcome }) => outcome));
    const isRefusedByAll = outcomes.size === 1 && outcomes.has('refused');
    if (outcomes.has('sent') || isRefusedByAll) {
      await recordMailed(orm.em, id);
    }
  }
}
