import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { mailOf } from './frame.ts';

/** A mail without content: its arrival is the message. */
export function testMail(product: Product): Omit<Message, 'to'> {
  const { name } = product;
  const said = `Mail of ${name} arrives here. Whoever runs ${name} sent this to try it; there is nothing to do.`;
  return mailOf({ product, title: 'A test mail' }, [said]);
}
