import type { Mailer } from '@namecard/email';
import type { Telemetry } from '../telemetry.ts';

/** For mails that are not in the outbox: tells if the provider refuses us. */
export const countedMailer = (
  mailer: Mailer,
  telemetry: Pick<Telemetry, 'delivered' | 'mailTroubled'>,
): Mailer => ({
  ...mailer,
  async deliver(message) {
    const delivery = await mailer.deliver(message);
    telemetry.delivered(delivery);
    if (delivery.outcome === 'misconfigured') {
      telemetry.mailTroubled(delivery.reason, mailer.words?.());
    }
    return delivery;
  },
});
