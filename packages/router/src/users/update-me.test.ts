import { beforeEach, describe, expect, it } from 'vitest';
import { outcome, wrongFields } from '../testing/outcome.ts';
import { somebody, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const identities = ['walletAddress', 'farcasterId', 'coinbaseWallet', 'worldId'] as const;
let ann: Person;

beforeEach(async () => {
  ann = await somebody(service());
});

describe('reading yourself', () => {
  it('gives the documented user, the role and when the session ends', async () => {
    const begun = await service().clock.now();
    const { data } = await ann.api.users.me();
    const instant = new Date(begun).toISOString();
    expect(data).toEqual({
      user: {
        id: ann.id,
        email: ann.email,
        username: null,
        createdAt: instant,
        updatedAt: instant,
        walletAddress: null,
        farcasterId: null,
        coinbaseWallet: null,
        worldId: null,
      },
      role: 'user',
      language: null,
      session: { expiresAt: new Date(Date.parse(begun) + 30 * 86_400_000).toISOString() },
    });
  });
});

describe('updating yourself', () => {
  it.each(identities)('sets only %s, and the time of the change', async (field) => {
    const before = await ann.api.users.me();
    await service().clock.advance('1 second');
    const { data } = await ann.api.users.updateMe({ [field]: ' 0xAbC ' });
    expect(data.user).toEqual({
      ...before.data.user,
      [field]: '0xAbC',
      updatedAt: new Date(await service().clock.now()).toISOString(),
    });
    expect((await ann.api.users.me()).data.user).toEqual(data.user);
  });

  it.each(identities)('unlinks %s by null, and by an empty string', async (field) => {
    for (const nothing of [null, '', ' ']) {
      await ann.api.users.updateMe({ [field]: 'linked' });
      const { data } = await ann.api.users.updateMe({ [field]: nothing });
      expect(data.user[field]).toBeNull();
    }
  });

  it('sets several at once and keeps what is left out', async () => {
    await ann.api.users.updateMe({ worldId: 'world', farcasterId: 'far' });
    const { data } = await ann.api.users.updateMe({
      walletAddress: 'wallet',
      worldId: null,
    });
    expect(data.user).toMatchObject({
      walletAddress: 'wallet',
      worldId: null,
      farcasterId: 'far',
    });
  });

  it('accepts the same identity for two people: it is not verified', async () => {
    const bob = await somebody(service());
    await ann.api.users.updateMe({ worldId: 'the same' });
    const { data } = await bob.api.users.updateMe({ worldId: 'the same' });
    expect(data.user.worldId).toBe('the same');
  });

  it('touches nobody else’s record', async () => {
    const bob = await somebody(service());
    const before = await bob.api.users.me();
    await service().clock.advance('1 second');
    await ann.api.users.updateMe({ username: 'ann.alone', worldId: 'w' });
    expect(await bob.api.users.me()).toEqual(before);
  });

  it('changes nothing, updatedAt included, when nothing is sent', async () => {
    const before = await ann.api.users.me();
    await service().clock.advance('1 second');
    expect((await ann.api.users.updateMe({})).data.user).toEqual(before.data.user);
    expect((await ann.api.users.me()).data.user).toEqual(before.data.user);
  });

  it('ignores unknown keys, also dangerous ones', async () => {
    const before = await rowsOf(service(), 'users');
    await service().clock.advance('1 second');
    await rawCall(service(), ann.token, 'users.updateMe', {
      id: '00000000-0000-7000-8000-000000000000',
      email: 'eve@example.com',
      role: 'admin',
      createdAt: '2000-01-01T00:00:00Z',
      profileCount: -5,
      suspendedAt: null,
    });
    expect(await rowsOf(service(), 'users')).toEqual(before);
  });
});

describe('a linked identity', () => {
  it('is refused with an invisible character', async () => {
    const call = ann.api.users.updateMe({ worldId: '0x\u{202e}1' });
    expect(await wrongFields(call)).toEqual(['worldId']);
  });

  it('is refused together with the rest: one bad value means that nothing is written', async () => {
    const before = await ann.api.users.me();
    const call = ann.api.users.updateMe({ farcasterId: 'good', worldId: 'b\0d' });
    expect(await outcome(call)).toBe('BAD_REQUEST INPUT_INVALID');
    expect(await ann.api.users.me()).toEqual(before);
  });
});
