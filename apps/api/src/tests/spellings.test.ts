import { randomBytes, randomUUID } from 'node:crypto';
import { newTestCode } from '@namecard/router';
import { fetchJson, signIn, spellingsOf } from '@namecard/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';
import { trpcClient } from '../testing/trpc-client.ts';
import { formIn, hiddenOf, leadsTo, Visitor } from '../testing/visitor.ts';

const address = 'ann@example.com';
const code = newTestCode(address, randomBytes);

const service = useService({
  settings: {
    ADMIN_EMAILS: 'boss@example.com',
    PUBLIC_PROFILES: 'true',
    LIMIT_SEND_PER_IP: '0',
    LIMIT_VERIFY_PER_IP: '0',
    // Many newcomers ask from one address.
    MAX_MAILS_PER_HOUR: '0',
    // A code that works more than once.
    TEST_LOGINS: `${address}=${code} until ${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`,
  },
});

/** Some of each kind through every door. All of them are tested in seen-text.test.ts. */
const someOf = (word: string): string[] =>
  spellingsOf(word).filter((_, index) =>
    index < 10 ? index % 2 === 1 : index % 9 === 1,
  );

const addresses = someOf(address);
const keycaps = code.replaceAll(/\d/g, '$&\ufe0f\u20e3');
const codes = [keycaps, Array.from(code).join('.'), ...someOf(code)];
const names = someOf('ann');

let token: string;
let boss: string;

async function tokenOfAnn(): Promise<string> {
  const { auth } = trpcClient(service().origin);
  const { data } = await auth.verifyCode.mutate({ email: address, otp: code });
  return data.token;
}

beforeAll(async () => {
  token = await tokenOfAnn();
  boss = await signIn(service(), 'boss@example.com');
  const mine = trpcClient(service().origin, token);
  await mine.profiles.create.mutate({ username: 'ann', referral: '' });
  const about = 'I play in the Zu\u0308rich cas\u00adino';
  await mine.profiles.updateSocials.mutate({ username: 'ann', about });
  await mine.users.updateMe.mutate({ username: 'Ann', worldId: 'Zürich' });
});

// Newer sessions end the oldest.
beforeEach(async () => {
  token = await tokenOfAnn();
});

const rest = (path: string, question: Parameters<typeof fetchJson>[1] = {}) =>
  fetchJson(`${service().origin}/api/v1${path}`, question);

describe('each spelling is one address and one code', () => {
  it('on the pages, which show the address that mail goes to', async () => {
    for (const [index, email] of addresses.entries()) {
      const visitor = new Visitor(service());
      expect(leadsTo(await visitor.post('/sign-in', { email }))).toBe(
        '303 /sign-in/code',
      );
      const shown = hiddenOf(await visitor.page('/sign-in/code'), 'address');
      expect([email, shown]).toEqual([email, address]);
      const typed = { address: shown, code: codes[index] ?? '' };
      expect(leadsTo(await visitor.post('/sign-in/code', typed))).toBe('303 /me');
    }
  });

  it('to move to and to invite', async () => {
    const { users } = trpcClient(service().origin, token);
    const { invitations } = trpcClient(service().origin, boss).moderation;
    for (const email of addresses) {
      await expect(users.startMove.mutate({ email })).rejects.toMatchObject({
        data: { reason: 'ADDRESS_UNCHANGED' },
      });
      const lines = [{ email }, { email: address }];
      const list = { action: randomUUID(), lines, dryRun: true };
      const { data } = await invitations.invite.mutate(list);
      expect([email, data.lines]).toMatchObject([
        email,
        [
          { email: address, state: 'member' },
          { email: address, state: 'repeated' },
        ],
      ]);
    }
  });
});

describe('each spelling is one username', () => {
  it('in the paths of REST and of pages', async () => {
    const member = await new Visitor(service()).signIn('ben@example.com');
    const ann = new Visitor(service());
    await ann.post('/sign-in', { email: address });
    await ann.post('/sign-in/code', { address, code });
    for (const name of names.map(encodeURIComponent)) {
      const read = await rest(`/profiles/${name}`, { token });
      expect(read.body).toMatchObject({ data: { profile: { username: 'ann' } } });
      for (const path of [`/members/${name}`, `/report/${name}`])
        expect([path, (await member.get(path)).status]).toEqual([path, 200]);
      expect((await ann.get(`/me/cards/${name}`)).status).toBe(200);
    }
  });

  it('for a look-up, with or without @', async () => {
    const visitor = new Visitor(service());
    for (const name of [...names, ...someOf('@ann')]) {
      const query = new URLSearchParams({ name });
      expect(leadsTo(await visitor.get(`/look-up?${query.toString()}`))).toBe(
        '303 /@ann',
      );
    }
  });

  it('to take it; one that shows nothing takes none', async () => {
    const visitor = await new Visitor(service()).signIn('cem@example.com');
    const save = async (username: string) => {
      const form = formIn(await visitor.page('/me/account'), '/me/account');
      await visitor.post('/me/account', { ...form, username });
      return /name="username" value="([^"]*)"/.exec(
        await visitor.page('/me/account'),
      )?.[1];
    };
    expect(await save('\u202aｃｅｍ\u202c\v')).toBe('cem');
    expect(await save('\u200b\u3164')).toBe('');
  });
});

describe('each spelling is one word to search for', () => {
  const words = [...someOf('zurich'), ...someOf('CASINO')];

  it('on the pages of members', async () => {
    const member = await new Visitor(service()).signIn('ben@example.com');
    for (const text of words) {
      const page = await member.page(
        `/members?${new URLSearchParams({ q: text }).toString()}`,
      );
      expect([text, page.includes('/members/ann')]).toEqual([text, true]);
    }
  });

  it('by moderators, in cards, people, mail and the history', async () => {
    const { moderation, audit } = trpcClient(service().origin, boss);
    await moderation.profiles.hide.mutate({ username: 'ann', reason: 'spam' });
    await moderation.profiles.restore.mutate({ username: 'ann' });
    for (const text of words) {
      const { data } = await moderation.profiles.search.query({ text });
      expect([text, data.profiles.length]).toEqual([text, 1]);
    }
    for (const text of [...someOf('zurich'), 'Zu\u0308rich', ...addresses]) {
      const { data } = await moderation.users.search.query({ text });
      expect([text, data.users.map(({ email }) => email)]).toEqual([text, [address]]);
    }
    for (const username of names) {
      const { data } = await audit.list.query({ username, actor: 'ｂｏｓｓ＠' });
      expect([username, data.events.length]).toEqual([username, 2]);
    }
    for (const one of addresses) {
      const { data } = await moderation.mail.inspect.query({ address: one });
      expect([one, data.user?.email]).toEqual([one, address]);
    }
  });

  it('and a text that shows nothing is an empty search', async () => {
    const { moderation } = trpcClient(service().origin, boss);
    for (const text of ['', ' ', '\v', '\u200b', '\u3164\u2800']) {
      const { data } = await moderation.profiles.search.query({ text });
      expect(data.profiles).toHaveLength(1);
      const users = await moderation.users.search.query({ text, limit: 100 });
      expect(users.data.users.length).toBeGreaterThan(2);
      const counted = await moderation.profiles.countMatching.query({ text });
      expect(counted.data.all).toEqual({ count: 1, isMore: false });
    }
  });
});
