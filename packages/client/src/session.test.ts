import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSession } from './session.ts';
import { failureOf } from './testing/failure.ts';
import { memoryStorage, type TokenStorage } from './token-storage.ts';

const key = 'namecard.token';

describe('a late error', () => {
  it('of an older token leaves the newer one alone', async () => {
    const session = openSession({ storage: memoryStorage });
    await session.begin('new', false);
    expect(await session.endIfStill('old')).toBe(false);
    expect(await session.token()).toBe('new');
  });

  it('ends no session that begins while a slow storage is read', async () => {
    const items = memoryStorage();
    const slow = {
      ...items,
      getItem: async () => {
        const token = items.getItem(key);
        await setImmediate();
        return token;
      },
    };
    const session = openSession({ storage: () => slow });
    await session.begin('old', false);
    await Promise.all([session.endIfStill('old'), session.begin('new', false)]);
    expect(await session.token()).toBe('new');
  });
});

describe('the state of a session', () => {
  const open = (storage: TokenStorage) => openSession({ storage: () => storage });

  it('is known at once if the storage answers at once', async () => {
    const storage = memoryStorage();
    storage.setItem(key, 'kept');
    expect(open(storage).get()).toEqual({ status: 'signed in', person: 0 });
    const later = open({ ...storage, getItem: async () => 'kept' });
    expect(later.get().status).toBe('opening');
    await later.token();
    expect(later.get()).toEqual({ status: 'signed in', person: 0 });
  });

  it('has another person after each sign-out, and after an end only if somebody else signs in', async () => {
    const session = open(memoryStorage());
    await session.token();
    const states = [session.get()];
    session.subscribe((before) => {
      expect(before).toEqual(states.at(-1));
      states.push(session.get());
    });
    await session.begin('ann', false);
    await session.endIfStill('ann');
    await session.begin('ann again', true);
    await session.endIfStill('ann again');
    await session.begin('bob', false);
    await session.end();
    expect(states.map(({ status, person }) => `${status} ${person}`)).toEqual([
      'signed out 0',
      'signed in 1',
      'ended 1',
      'signed in 1',
      'ended 1',
      'signed in 2',
      'signed out 3',
    ]);
  });

  it('follows another tab that has the same storage', async () => {
    const storage = memoryStorage();
    const [here, there] = [open(storage), open(storage)];
    expect(here.get().status).toBe('opening');
    await here.token();
    await there.begin('there', false);
    expect(await here.token()).toBe('there');
    expect(here.get()).toEqual({ status: 'signed in', person: 1 });
    await there.end();
    expect(await here.token()).toBeNull();
    expect(here.get()).toEqual({ status: 'signed out', person: 2 });
  });

  it('is not sent to listeners that have left', async () => {
    const session = open(memoryStorage());
    await session.token();
    session.subscribe(() => expect.unreachable('left'))();
    await session.begin('token', false);
  });
});

describe('a storage that fails', () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };

  it('is reported, and does not block later work', async () => {
    const session = openSession({ storage: () => full });
    expect((await failureOf(session.begin('token', false))).reason).toBe(
      'STORAGE_FAILED',
    );
    await session.end();
    expect(await session.token()).toBeNull();
  });
});

describe('a storage that can’t be reached', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['there is none', undefined],
    ['the server has one', memoryStorage()],
  ])('keeps no token on a server, which all visitors would share: %s', async (_, own) => {
    if (own) vi.stubGlobal('sessionStorage', own);
    const session = openSession({ storage: () => sessionStorage });
    const error = await failureOf(session.begin('token', false));
    expect(error.reason).toBe('STORAGE_FAILED');
    expect(error.cause?.message).toContain('Make a client for each of them');
    expect(await session.token()).toBeNull();
  });

  it('is asked for once, with the token, which lives as long as the page', async () => {
    vi.stubGlobal('window', globalThis);
    let asked = 0;
    const session = openSession({
      storage: () => {
        asked += 1;
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    expect(session.getServerSnapshot()).toEqual({ status: 'opening', person: 0 });
    expect(asked).toBe(0);
    expect(await session.token()).toBeNull();
    await session.begin('token', false);
    expect(await session.token()).toBe('token');
    expect(session.get().status).toBe('signed in');
    expect(asked).toBe(1);
  });
});
