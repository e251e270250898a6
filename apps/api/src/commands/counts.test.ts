import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorsActs } from '../testing/operators-acts.ts';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const counts = (command: 'check' | 'repair', url = database().url) =>
  runCommand(['counts', command], { DATABASE_URL: url, SECRET_KEY: testSecretKey });

const owner = '01234567-89ab-7def-8123-456789abcdef';

const run = async (text: string) => database().orm.em.getConnection().execute(text);

beforeAll(async () => {
  await run(`
    insert into users (id, email, email_key) values ('${owner}', 'a@example.com', 'a@example.com');
    insert into profiles (id, owner_id, username, username_key, referral, hidden)
      select gen_random_uuid(), '${owner}', 'n' || n, 'n' || n, '', n = 1 from generate_series(1, 3) n;
    update profile_segments set total = total + 5;
    update users set profile_count = 7;
  `);
});

describe('namecard counts', () => {
  it('check prints each count that is wrong, changes none and fails', async () => {
    const expected = {
      code: 1,
      out: [
        'segment 0: 8 profiles, 1 hidden; counted 3, 1 hidden',
        `user ${owner}: 7 profiles; counted 3`,
        '1 segments and 1 users were wrong.\n',
      ].join('\n'),
    };
    expect(await counts('check')).toMatchObject(expected);
    expect(await counts('check')).toMatchObject(expected);
  });

  it('repair prints each count that was wrong and what it is now, then nothing more', async () => {
    const { out } = await counts('repair');
    expect(out.trim().split('\n')).toEqual([
      'segment 0: 8 profiles, 1 hidden; now 3, 1 hidden',
      `user ${owner}: 7 profiles; now 3`,
      '1 segments and 1 users were wrong.',
    ]);
    expect(await counts('repair')).toEqual({
      out: 'All counts were right.\n',
      err: '',
      code: 0,
    });
    expect(await counts('check')).toMatchObject({ code: 0 });
    expect(await operatorsActs(database())).toEqual([
      {
        type: 'counts.repaired',
        before: {},
        after: { segments: 1, users: 1 },
      },
    ]);
  });
});
