import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { expect, it } from 'vitest';
import { operatorsActs } from '../../testing/operators-acts.ts';
import { runCommand } from '../../testing/run-command.ts';

const database = useTestDatabase();

const owner = '01234567-89ab-7def-8123-456789abcdef';

const repair = () =>
  runCommand(['doctor', '--repair'], {
    DATABASE_URL: database().url,
    SECRET_KEY: testSecretKey,
  });

it('doctor --repair corrects wrong counts and says how many there were, then nothing more', async () => {
  await database().orm.em.getConnection().execute(`
    insert into users (id, email, email_key) values ('${owner}', 'a@example.com', 'a@example.com');
    insert into profiles (id, owner_id, username, username_key, referral, hidden)
      select gen_random_uuid(), '${owner}', 'n' || n, 'n' || n, '', n = 1 from generate_series(1, 3) n;
    update profile_segments set total = total + 5;
    update users set profile_count = 7;
  `);
  const wrong = 'The counts of 1 segments and 1 users were wrong, and are right now.\n';
  expect(await repair()).toEqual({ out: wrong, err: '', code: 0 });
  const right = { out: 'All counts were right.\n', err: '', code: 0 };
  expect(await repair()).toEqual(right);
  expect(await operatorsActs(database())).toEqual([
    { type: 'counts.repaired', before: {}, after: { segments: 1, users: 1 } },
  ]);
  await database().orm.em.getConnection().execute(`
    do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database());
    end $$
  `);
  expect((await repair()).err).toMatch(
    /give the primary’s address \(25006: [^(]*\)\.\n$/,
  );
});
