import { useBrowser } from '@namecard/testing';
import { expect, it } from 'vitest';
import { Phone } from '../../testing/phone.ts';
import { useService } from '../../testing/start-service.ts';

const service = useService();
// Chromium treats these addresses as those of another machine. It sends no
// Sec-Fetch-Site there.
const others = ['192.0.2.2', 'cards.local'];
const browser = useBrowser([
  `--host-resolver-rules=${others.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`,
]);

const at = (host: string) =>
  Phone.open(
    browser(),
    { ...service(), origin: service().origin.replace('127.0.0.1', host) },
    'en',
  );

it.each(others)(
  'a phone of the network signs in at %s over plain HTTP, and saves',
  async (host) => {
    const phone = await at(host);
    const { cards, card, form } = phone.texts;
    await phone.go('/sign-in');
    await phone.signIn(`ann@${host === 'cards.local' ? 'name' : 'address'}.example`);
    await phone.type(cards.username, `ann-${host.replaceAll('.', '-')}`);
    await phone.press(cards.createTitle);
    await phone.type(card.about, 'From my phone');
    await phone.press(form.save);
    await phone.says(form.done.saved);
    expect(phone.page.url()).toContain(`//${host}:`);
    await phone.close();
  },
);
