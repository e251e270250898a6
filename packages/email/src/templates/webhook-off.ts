import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { mailOf } from './frame.ts';

type WebhookOff = {
  product: Product;
  /** Only the host, as the rest of the address may hold a secret. */
  host: string;
  /** Whether it answered 410. */
  isGone: boolean;
};

export function webhookOffMail({
  product,
  host,
  isGone,
}: WebhookOff): Omit<Message, 'to'> {
  const { name } = product;
  const why = isGone ? 'says that it is gone (410)' : 'has accepted nothing for a day';
  const what = `${host} ${why}, so it gets no more changes from ${name}.`;
  const next =
    'Repair the receiver. Then switch the webhook on again on the admin app’s page Webhooks. It continues where it stopped. Deliveries that were set aside can be sent again on the same page.';
  return mailOf({ product, title: 'A webhook was switched off' }, [what, next]);
}
