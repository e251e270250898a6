import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { failureOf } from './testing/failure.ts';
import { memoryStorage } from './token-storage.ts';

const key = 'token';

describe('a late error', () => {
  it('of an older token leaves the newer one alone', async () => {
    const session = openSession({ storage: memoryStorage(), storageKey: key });
    await session.begin('new', false);
    expect(await session.endIfStill('old')).toBe(false);
    expect(await session.token()).toBe('new');
  });

  it('ends no session that begins while a slow storage is looked at', async () => {
    const items = memoryStorage();
    const slow = {
      ...items,
      getItem: async () => {
        const token = items.getItem(key);
        await setImmediate();
        return token;
      },
    };
    const session = openSession({ storage: slow, storageKey: key });
    await session.begin('old', false);
    await Promise.all([session.endIfStill('old'), session.begin('new', false)]);
    expect(await session.token()).toBe('new');
  });
});

describe('a storage that fails', () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };

  it('is reported, and does not keep later work from being done', async () => {
    const session = openSession({ storage: full, storageKey: key });
    expect((await failureOf(session.begin('token', false))).reason).toBe('STORAGE_FAILED');
    await session.end();
    expect(await session.token()).toBeNull();
  });
});
