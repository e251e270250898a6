import { sql } from 'kysely';
import { statements } from '@namecard/db';
import { mailedCode, mailedTo, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { formIn, hiddenOf, leadsTo, Visitor } from '../../testing/visitor.ts';

// Without ADMIN_EMAILS there can be a last admin, by role.
const service = useService({
  settings: {
    PUBLIC_PROFILES: 'true',
    ADMIN_EMAILS: ',',
    IDENTITIES: 'worldId, walletaddress, farcasterId',
  },
});

const member = (email: string) => new Visitor(service()).signIn(email);

const signInLongAgo = () =>
  statements(service().service.parts.orm.em.fork())
    .updateTable('sessions')
    .set({ createdAt: sql`created_at - interval '2 hours'` })
    .execute();

describe('linked identities', () => {
  it('are linked, changed and unlinked', async () => {
    const ann = await member('ann@example.com');
    const linked = { walletAddress: '0xAbC', worldId: 'w & w' };
    const saved = await ann.post('/me/account', linked);
    expect(leadsTo(saved)).toBe('303 /me/account?saved');
    const page = await ann.page('/me/account?saved');
    expect(page).toContain('value="0xAbC"');
    expect(page).toContain('value="w &amp; w"');
    expect(page).toContain('<title>Saved: My account · ');
    expect(page).toContain('<p>Saved.</p>');
    expect(page).not.toContain('coinbaseWallet');
    await ann.post('/me/account', { walletAddress: '' });
    expect(await ann.page('/me/account')).not.toContain('0xAbC');
  });

  it('that are invalid are shown with their rules', async () => {
    const ann = await member('ann2@example.com');
    const sent = { farcasterId: 'x'.repeat(129), worldId: 'kept' };
    const answer = await ann.post('/me/account', sent);
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('id="farcasterId-wrong">At most 128 characters');
    expect(page).toContain('value="kept"');
  });
});

describe('a member’s data', () => {
  it('comes as a file', async () => {
    const ann = await member('data@example.com');
    const answer = await ann.get('/me/account/export');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="my-data.json"',
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(JSON.parse(await answer.text())).toMatchObject({
      records: { users: [{ email: 'data@example.com' }] },
    });
  });

  it('needs a sign-in of the last hour, which leads back to the account', async () => {
    const email = 'stale@example.com';
    const ann = await member(email);
    await signInLongAgo();
    const answer = await ann.get('/me/account/export');
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(formIn(page, '/sign-in')).toMatchObject({ email });
    const onward = hiddenOf(page, 'onward');
    await ann.post('/sign-in', { email, onward });
    const code = { address: email, code: await mailedCode(service(), email), onward };
    expect(leadsTo(await ann.post('/sign-in/code', code))).toBe('303 /me/account');
    expect((await ann.get('/me/account/export')).status).toBe(200);
  });

  it('is only for its owner', async () => {
    expect(leadsTo(await new Visitor(service()).get('/me/account/export'))).toBe(
      '303 /sign-in',
    );
  });
});

describe('erasing an account', () => {
  /** The same browser at the second press of a button: it has no answer to the first. */
  const pressing = ({ cookies }: Visitor) => {
    const browser = new Visitor(service());
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  };

  it('asks first, then leaves nothing, and says so', async () => {
    const ann = await member('gone@example.com');
    await ann.post('/me', { username: 'gone', referral: '' });
    expect(await ann.page('/me/account/erase')).toContain('Nobody can bring back');
    expect(leadsTo(await ann.post('/me/account/erase', {}))).toBe(
      '303 /me/account/erase/confirm',
    );
    expect(await ann.page('/me')).not.toContain('You have no card yet.');
    const wrong = await ann.post('/me/account/erase/confirm', {
      code: '0123-4567-89ABC',
    });
    expect(wrong.status).toBe(401);
    const code = await mailedCode(service(), 'gone@example.com');
    const twice = await Promise.all(
      [ann, pressing(ann)].map((one) => one.post('/me/account/erase/confirm', { code })),
    );
    expect(twice.map(leadsTo)).toEqual(['303 /erased', '303 /erased']);
    expect(await ann.page('/erased')).toContain('Your account is erased');
    expect([...ann.cookies.keys()]).toEqual([]);
    expect((await ann.get('/@gone')).status).toBe(404);
    const again = await member('gone@example.com');
    expect(await again.page('/me')).toContain('You have no card yet.');
  });

  it('is refused to the last admin, with an explanation', async () => {
    const admin = await member('admin@example.com');
    await statements(service().service.parts.orm.em.fork())
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', 'admin@example.com')
      .execute();
    const answer = await admin.post('/me/account/erase', {});
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Nobody else is an admin.');
  });
});

describe('the directory', () => {
  it('is only for members', async () => {
    const stranger = new Visitor(service());
    expect(leadsTo(await stranger.get('/members'))).toBe('303 /sign-in');
    expect(leadsTo(await stranger.get('/members?q=chess'))).toBe('303 /sign-in');
    expect(leadsTo(await stranger.get('/members/ann'))).toBe('303 /sign-in');
  });

  it('lists the newest first, and finds cards by words, a page at a time', async () => {
    const ann = await member('many@example.com');
    const api = trpcClient(service().origin, await signIn(service(), 'many@example.com'));
    for (let n = 1; n <= 21; n += 1) {
      const username = `many-${n}`;
      await api.profiles.create.mutate({ username, referral: '' });
      const about = `plays chess & go, number ${n}\nsee #Open_3 and page#part, #7`;
      await api.profiles.updateSocials.mutate({ username, about });
    }
    const first = await ann.page('/members');
    expect(first).toContain('/members/many-21"');
    expect(first).not.toContain('/members/many-1"');
    expect(first).toContain('href="/members?page=2"');
    expect(await ann.page('/members?page=2')).toContain('/members/many-1"');

    const found = await ann.page('/members?q=CHESS+%26');
    expect(found).toContain('value="CHESS &amp;"');
    const [, next = ''] = /href="(\/members\?q=[^"]*after=[^"]*)"/.exec(found) ?? [];
    const more = await ann.page(next.replaceAll('&amp;', '&'));
    expect(more).toContain('/members/many-1"');
    expect(more).not.toContain('/members/many-21"');
    expect(await ann.page('/members?q=nobody+has+this')).toContain(
      'No card has all of these words: nobody has this.',
    );
    const long = await ann.get(`/members?q=${'x'.repeat(101)}`);
    expect(long.status).toBe(400);
    expect(await long.text()).toContain('id="q-wrong"');
    const card = await ann.page('/members/many-7');
    expect(card).toContain('plays chess &amp; go, number 7');
    expect(card).toContain(
      'see <a href="/members?q=%23Open_3">#Open_3</a> and page#part, #7</p>',
    );
    expect(await ann.page('/members?q=%23open_3')).toContain('/members/many-21"');
  });

  it('has at most 50 pages, and none for an invalid number', async () => {
    const ann = await member('deep@example.com');
    expect(await ann.page('/members?page=40')).toContain('There are no older cards.');
    for (const page of ['0', '-1', '51', '99999', 'x', '1e9']) {
      expect((await ann.get(`/members?page=${page}`)).status).toBe(200);
    }
    const wrong = await ann.get('/members?q=a&after=nonsense');
    expect(leadsTo(wrong)).toBe('303 /members?q=a');
  });
});

describe('sharing a card', () => {
  it('offers its address, a code for cameras, and a contact', async () => {
    const ann = await member('share@example.com');
    await ann.post('/me', { username: 'share', referral: '' });
    await ann.post('/me/cards/share', { about: 'one, two; three\r\nfour' });
    const page = await ann.page('/me/cards/share');
    expect(page).toMatch(/readonly value="http:[^"]*\/@share"/);
    expect(page).toMatch(/<div class="qr" role="img" aria-label="QR code of http/);
    const contact = await ann.get('/me/cards/share/contact.vcf');
    expect(contact.headers.get('content-type')).toBe('text/vcard; charset=utf-8');
    expect(contact.headers.get('content-disposition')).toBe(
      'attachment; filename="share.vcf"',
    );
    expect(await contact.text()).toContain(String.raw`NOTE:one\, two\; three\nfour`);
  });

  it('is only for the owner', async () => {
    const other = await member('other@example.com');
    expect((await other.get('/me/cards/share/contact.vcf')).status).toBe(404);
    expect(leadsTo(await new Visitor(service()).get('/me/cards/share/contact.vcf'))).toBe(
      '303 /sign-in',
    );
  });
});

describe('the address of an account', () => {
  const longCode = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}/;
  const codeAbout = async (email: string, words: string) => {
    const read = async () => (await mailedTo(service(), email)).text;
    await expect.poll(read).toContain(words);
    return longCode.exec(await read())?.[0] ?? '';
  };

  it('changes with both codes, and the old address’s code takes it back', async () => {
    const [old, next] = ['moves@example.com', 'moved@example.com'];
    const ann = await member(old);
    const asked = await ann.post('/me/account/address', { email: next });
    expect(leadsTo(asked)).toBe('303 /me/account/address/confirm');
    const code = await codeAbout(old, 'to another email address');
    const newCode = await codeAbout(next, 'gives your account this address');
    // Its reader may have no account.
    expect((await mailedTo(service(), next)).text).not.toContain('Sign in');
    expect((await mailedTo(service(), old)).text).toContain('end all other sessions');
    const wrong = await ann.post('/me/account/address/confirm', { code, newCode: code });
    const refused = await wrong.text();
    expect(refused).toContain('The code is wrong, used or expired.');
    // It is not told which of the two is wrong.
    expect(refused).not.toContain('id="code-wrong"');
    for (let press = 0; press < 2; press += 1) {
      const confirmed = await ann.post('/me/account/address/confirm', { code, newCode });
      expect(leadsTo(confirmed)).toBe('303 /me/account?saved');
    }
    expect(await ann.page('/me/account')).toContain(`Signed in as ${next}`);
    const undo = { email: old, code: await codeAbout(old, 'this code ends it') };
    const held = new Visitor(service(), { 'accept-language': 'de' });
    await held.post('/sign-in', { email: old });
    const entered = {
      address: old,
      code: await codeAbout(old, 'Angefordert am'),
    };
    expect(await (await held.post('/sign-in/code', entered)).text()).toMatch(
      /Bis zum \d+\. \p{L}+ kann niemand ein neues Konto[^]*href="\/sign-in\/old-address"/u,
    );
    for (let press = 0; press < 2; press += 1) {
      const kept = await new Visitor(service()).post('/sign-in/old-address', undo);
      expect(await kept.text()).toContain('Your account keeps its old address');
    }
    expect(leadsTo(await ann.get('/me/account'))).toMatch(/sign-in/);
  });

  it('can’t be confirmed or kept by a code that is wrong', async () => {
    const nobody = new Visitor(service());
    const sent = { email: 'moves@example.com', code: '0123-4567-89ABC' };
    for (const path of ['/sign-in/new-address', '/sign-in/old-address']) {
      const answer = await nobody.post(path, sent);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain('value="moves@example.com"');
    }
  });
});
