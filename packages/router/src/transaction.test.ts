import { Profile, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from './context.ts';
import { somebody, type Person } from './testing/people.ts';
import { useService } from './testing/use-service.ts';
import { inSnapshot, inTransaction } from './transaction.ts';

const service = useService();
const names = ['ann', 'ben', 'cleo', 'dora', 'emil', 'fay'];
let owner: Person;
let username: string;

const isHidden = async () =>
  (await owner.api.profiles.read({ username })).data.profile.hidden;
const load = async ({ em }: Pick<Deps, 'em'>) =>
  em.findOneOrFail(Profile, { usernameKey: username });

beforeEach(async () => {
  owner ??= await somebody(service());
  username = names.shift() ?? '';
  await owner.api.profiles.create({ username, referral: '' });
});

describe('work in a transaction', () => {
  it('loads an entity, changes it and flushes', async () => {
    await inTransaction(service().deps, async (inner) => {
      (await load(inner)).hidden = true;
      await inner.em.flush();
    });
    expect(await isHidden()).toBe(true);
  });

  it('fails and is rolled back if it leaves a change unflushed', async () => {
    const work = inTransaction(service().deps, async (inner) => {
      (await load(inner)).hidden = true;
    });
    await expect(work).rejects.toThrow(
      'Call em.flush() at the end of inTransaction: Profile',
    );
    expect(await isHidden()).toBe(false);
  });

  it('is a part of the transaction around it, and fails alone', async () => {
    await inTransaction(service().deps, async (outer) => {
      const part = inTransaction(outer, async (inner) => {
        (await load(inner)).hidden = true;
        await inner.em.flush();
        throw new Error('of the inner work');
      });
      await expect(part).rejects.toThrow('of the inner work');
      expect((await load(outer)).hidden).toBe(false);
    });
  });
});

describe('an entity outside of a transaction', () => {
  it('is not loaded, and the error says what to do', async () => {
    await expect(load(service().deps)).rejects.toThrow('inTransaction(deps, work)');
    await expect(service().deps.em.flush()).rejects.toThrow('inTransaction(deps, work)');
  });
});

describe('a snapshot', () => {
  it('can’t be written to', async () => {
    const work = inSnapshot(service().deps, async (inner) => {
      (await load(inner)).hidden = true;
      await inner.em.flush();
    });
    await expect(work).rejects.toThrow('read-only');
  });

  it('is repeated if a pooler mixed up prepared statements', async () => {
    const em = service().orm.em.fork();
    const reads: number[] = [];
    await inSnapshot({ em }, async (inner) => {
      reads.push(reads.length);
      if (reads.length === 1) {
        await sql`execute unknown`.execute(statements(inner.em));
      }
    });
    expect(reads).toEqual([0, 1]);
  });
});
