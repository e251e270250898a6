import { webhookOffMail } from '@namecard/email';
import { adminsToMail } from '../../mail/admins.ts';
import { claimMailDue, recordMailed } from './mail-admins.sql.ts';
import type { WebhookDeps } from './send-delivery.ts';

/** Sends directly: the outbox is only for codes. Retries after five minutes. */
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
    const admins = await adminsToMail(orm.em, settings);
    const deliveries = await Promise.all(
      admins.map((to) => mailer.deliver({ ...mail, to })),
    );
    const isSent = deliveries.some(({ outcome }) => outcome === 'sent');
    if (isSent || deliveries.every(({ outcome }) => outcome === 'refused')) {
      await recordMailed(orm.em, id);
    }
  }
}
