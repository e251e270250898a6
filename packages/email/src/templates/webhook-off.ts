import { markup } from '../markup.ts';
import type { Message } from '../mailer.ts';
import type { Product } from '../product.ts';

type WebhookOff = {
  product: Pick<Product, 'name'>;
  /** Of the webhook's address; the rest of it may hold a secret. */
  host: string;
  /** Whether it said so itself, by the status 410. */
  isGone: boolean;
};

/** Tells admins that a program is told of changes no longer. */
export function webhookOffMail({
  product: { name },
  host,
  isGone,
}: WebhookOff): Omit<Message, 'to'> {
  const why = isGone ? 'says that it is gone (410)' : 'has accepted nothing for a day';
  const what = `${host} ${why}, so ${name} no longer tells it of changes.`;
  const next =
    'Put the receiver right, then switch the webhook on again on the admin app’s page Webhooks: it goes on where it stood. What was set aside can be sent again there too.';
  return {
    subject: `${name}: a webhook was switched off`,
    text: `${what}\n\n${next}\n`,
    html: markup`<!doctype html><html lang="en"><body><p>${what}</p><p>${next}</p></body></html>`.toString(),
  };
}
