import { statements } from '@namecard/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { wrongFields } from '../../testing/outcome.ts';
import { signIn, suspend, leave } from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';

const service = useService();
let api: Caller;

type Search = Parameters<Caller['moderation']['users']['search']>[0];

/** The local parts of the found addresses. */
async function found(search: Search): Promise<string[]> {
  const { data } = await api.moderation.users.search(search);
  return data.users.map(({ email }) => email.replace('@example.com', ''));
}

const wallet = '0xAbC0000000000000000000000000000000000001';

/** All users, oldest first, a minute apart. */
const people = {
  ada: { username: 'Ada.L', walletAddress: wallet },
  bob: { walletAddress: wallet, farcasterId: '100%_sure' },
  cleo: { walletAddress: wallet.toLowerCase(), worldId: 'world\\42' },
  dora: { username: 'qx-dora', coinbaseWallet: 'C1', worldId: 'Łukasz' },
  emil: { coinbaseWallet: 'C1', farcasterId: 'C1' },
};

beforeAll(async () => {
  await service().clock.set('2027-01-01T00:00:00Z');
  for (const [name, changes] of Object.entries(people)) {
    const person = await signIn(service(), `${name}@example.com`);
    await person.api.users.updateMe(changes);
    if (name === 'emil') await suspend(service(), person);
    await service().clock.advance('1 minute');
  }
  const root = await signIn(service(), 'root@example.com');
  await statements(service().orm.em.fork())
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', root.id)
    .execute();
  ({ api } = root);
});

describe('searching users', () => {
  it('finds everybody, the newest first, or the oldest', async () => {
    const all = ['root', 'emil', 'dora', 'cleo', 'bob', 'ada'];
    expect(await found({})).toEqual(all);
    expect(await found({ sort: 'oldest' })).toEqual(all.toReversed());
  });

  it('finds a part of the address, the username or an identity, in any case', async () => {
    expect(await found({ text: 'DA.L' })).toEqual(['ada']);
    expect(await found({ text: 'leo@ex' })).toEqual(['cleo']);
    expect(await found({ text: 'ABC00000' })).toEqual(['cleo', 'bob', 'ada']);
    expect(await found({ text: 'orld' })).toEqual(['cleo']);
  });

  it('ignores white space around the text', async () => {
    expect(await found({ text: ' leo@ex ' })).toEqual(['cleo']);
    expect(await found({ text: '   ' })).toHaveLength(6);
  });

  it('takes the characters of a pattern literally', async () => {
    expect(await found({ text: '100%_sure' })).toEqual(['bob']);
    expect(await found({ text: '%' })).toEqual(['bob']);
    expect(await found({ text: '1_0' })).toEqual([]);
    expect(await found({ text: 'world\\42' })).toEqual(['cleo']);
    expect(await found({ text: 'd\\4' })).toEqual(['cleo']);
  });

  it('finds one or two letters only at the beginning', async () => {
    expect(await found({ text: 'q' })).toEqual(['dora']);
    expect(await found({ text: 'QX' })).toEqual(['dora']);
    expect(await found({ text: 'c1' })).toEqual(['emil', 'dora']);
    expect(await found({ text: 'or' })).toEqual([]);
  });

  it('finds letters that look plain, by a part or a beginning', async () => {
    for (const text of ['łukasz', 'Lukasz', 'LU', 'łu', 'qx—dora']) {
      expect([text, await found({ text })]).toEqual([text, ['dora']]);
    }
  });

  it('finds nobody across two of their texts', async () => {
    expect(await found({ text: 'comAda' })).toEqual([]);
  });

  it('finds by state, by role, and by identities that others have linked in the same spelling', async () => {
    expect(await found({ state: 'suspended' })).toEqual(['emil']);
    expect(await found({ state: 'active', sort: 'oldest' })).toEqual([
      'ada',
      'bob',
      'cleo',
      'dora',
      'root',
    ]);
    expect(await found({ role: 'admin' })).toEqual(['root']);
    expect(await found({ role: 'moderator' })).toEqual([]);
    expect(await found({ duplicateIdentities: true })).toEqual([
      'emil',
      'dora',
      'bob',
      'ada',
    ]);
    expect(await found({ duplicateIdentities: false })).toEqual(['root', 'cleo']);
    expect(
      await found({ duplicateIdentities: true, text: 'abc', state: 'active' }),
    ).toEqual(['bob', 'ada']);
  });

  it('shows which identities others have linked too', async () => {
    const { data } = await api.moderation.users.search({ sort: 'oldest' });
    expect(data.users.map(({ duplicateIdentities }) => duplicateIdentities)).toEqual([
      ['walletAddress'],
      ['walletAddress'],
      [],
      ['coinbaseWallet'],
      ['coinbaseWallet'],
      [],
    ]);
  });

  it('finds a configured admin as an admin, with any stored role', async () => {
    const instance = service().with({
      settings: { adminEmails: new Set(['bob@example.com']) },
    });
    const bob = await signIn(instance, 'bob@example.com');
    const emails = async (role: 'user' | 'admin') => {
      const page = await bob.api.moderation.users.search({ role });
      return page.data.users.map(({ email, isConfiguredAdmin }) => [
        email,
        isConfiguredAdmin,
      ]);
    };
    expect(await emails('admin')).toEqual([
      ['root@example.com', false],
      ['bob@example.com', true],
    ]);
    expect(await emails('user')).not.toContainEqual(['bob@example.com', true]);
  });
});

describe('the pages of a search', () => {
  const walk = async (search: NonNullable<Search>): Promise<string[]> => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await api.moderation.users.search({
        ...search,
        ...(cursor && { cursor }),
      });
      names.push(...data.users.map(({ email }) => email.replace('@example.com', '')));
      cursor = data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return names;
  };

  it.each([
    {},
    { sort: 'oldest' },
    { text: 'example' },
    { duplicateIdentities: true },
  ] as const)('have everybody once, in order: %j', async (search) => {
    expect(await walk({ ...search, limit: 2 })).toEqual(await found(search));
    expect(await walk({ ...search, limit: 1 })).toEqual(await found(search));
  });

  it('continue where they ended, even if users come and go', async () => {
    const { data } = await api.moderation.users.search({ limit: 3 });
    const newcomer = await signIn(service(), 'zoe@example.com');
    const next = await api.moderation.users.search({
      limit: 3,
      cursor: data.nextCursor ?? '',
    });
    expect(next.data.users.map(({ email }) => email)).toEqual([
      'cleo@example.com',
      'bob@example.com',
      'ada@example.com',
    ]);
    expect(next.data.nextCursor).toBeNull();
    await leave(service(), newcomer);
  });

  it('refuse the cursor of another order', async () => {
    const { data } = await api.moderation.users.search({ limit: 2 });
    const call = api.moderation.users.search({
      limit: 2,
      sort: 'oldest',
      cursor: data.nextCursor ?? '',
    });
    expect(await wrongFields(call)).toEqual(['cursor']);
  });
});
