import { markup } from '../markup.ts';
import type { Message } from '../mailer.ts';
import type { Product } from '../product.ts';

/** A mail that holds nothing: that it arrives is what it says. */
export function testMail({ name }: Pick<Product, 'name'>): Omit<Message, 'to'> {
  const said = `Mail of ${name} arrives here. Whoever runs ${name} sent this to try it; there is nothing to do.`;
  return {
    subject: `A test mail of ${name}`,
    text: `${said}\n`,
    html: markup`<!doctype html><html lang="en"><body><p>${said}</p></body></html>`.toString(),
  };
}
