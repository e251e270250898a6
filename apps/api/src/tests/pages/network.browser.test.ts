import { useBrowser } from '@namecard/testing';
import { expect, it } from 'vitest';
import { Phone } from '../../testing/phone.ts';
import { startOn, useService } from '../../testing/start-service.ts';

const service = useService();
// Chromium treats these addresses as those of another machine. It sends no
// Sec-Fetch-Site there.
const others = ['192.0.2.2', 'cards.local', 'evil.example'];
const browser = useBrowser([
  `--host-resolver-rules=${others.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`,
]);

const at = (host: string, origin = service().origin) =>
  Phone.open(
    browser(),
    { origin: origin.replace('127.0.0.1', host), mailbox: service().mailbox },
    'en',
  );

it.each(['192.0.2.2', 'cards.local'])(
  'a phone of the network signs in at %s over plain HTTP, and saves',
  async (host) => {
    const phone = await at(host);
    const { cards, card, form } = phone.texts;
    await phone.go('/sign-in');
    await phone.signIn(`ann@${host === 'cards.local' ? 'name' : 'address'}.example`);
    await phone.type(cards.username, `ann-${host.replaceAll('.', '-')}`);
    await phone.press(cards.create);
    await phone.type(card.about, 'From my phone');
    await phone.press(form.save);
    await phone.says(form.saved);
    expect(phone.page.url()).toContain(`//${host}:`);
    await phone.close();
  },
);

it('a page under a name that a stranger points here can’t be used', async () => {
  const phone = await at('evil.example');
  const { signIn, problems } = phone.texts;
  await phone.go('/sign-in');
  await phone.type(signIn.email, 'ann@example.com');
  await phone.press(signIn.send);
  await phone.says(problems.unknownAddress);
  await phone.look();
  expect(phone.findings).toEqual([]);
  await phone.close();
});

it('the page says where to go if the service is to be used over HTTPS', async () => {
  const instance = await startOn(service().databaseUrl, {
    settings: { PUBLIC_URL: 'https://cards.example.com' },
  });
  const phone = await at('192.0.2.2', instance.address);
  const { signIn, problems } = phone.texts;
  await phone.go('/sign-in');
  await phone.type(signIn.email, 'ann@example.com');
  await phone.press(signIn.send);
  await phone.says(problems.otherAddress);
  await phone.look();
  const link = phone.page.getByRole('link', {
    name: 'https://cards.example.com/sign-in',
  });
  expect(await link.getAttribute('href')).toBe('https://cards.example.com/sign-in');
  expect(phone.findings).toEqual([]);
  await phone.close();
  await instance.close();
});
