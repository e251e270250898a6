import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestDatabase } from '@namecard/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const database = useTestDatabase();

/** What the command prints. */
async function repair(url = database().url): Promise<string[]> {
  const command = join(import.meta.dirname, 'repair-counts.ts');
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
  return stdout.trim().split('\n');
}

const owner = '01234567-89ab-7def-8123-456789abcdef';

const run = async (text: string) => database().orm.em.getConnection().execute(text);

beforeAll(async () => {
  await run(`
    insert into users (id, email, email_key) values ('${owner}', 'a@example.com', 'a@example.com');
    insert into profiles (id, owner_id, username, username_key, referral, hidden)
      select gen_random_uuid(), '${owner}', 'n' || n, 'n' || n, '', n = 1 from generate_series(1, 3) n;
    update profile_segments set total = total + 5;
    insert into profile_segment_groups values (0, 4, 1);
    update users set profile_count = 7;
  `);
});

describe('npm run counts:repair', () => {
  it('prints each count that was wrong and what it is now, then nothing more', async () => {
    expect(await repair()).toEqual([
      'segment 0: 8 profiles, 1 hidden; now 3, 1 hidden',
      'group 0: 4 profiles, 1 hidden; now 0, 0 hidden',
      `user ${owner}: 7 profiles; now 3`,
      '1 segments, 1 groups and 1 users were wrong.',
    ]);
    expect(await repair()).toEqual(['All counts were right.']);
  });

  it('fails with a line where it can’t reach the database', async () => {
    const nowhere = 'postgresql://nobody:secret@127.0.0.1:1/none';
    const error: unknown = await repair(nowhere).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 1, stderr: expect.not.stringContaining('secret') });
  });
});
