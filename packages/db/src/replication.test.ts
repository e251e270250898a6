import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { statements } from './database.ts';
import { beat } from './replication.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

it('has a beat committed, by which standbys see that they do not lag', async () => {
  await database().orm.em.transactional(async (em) => {
    const readId = async () => {
      const { rows } = await sql<{ id: string | null }>`
        select pg_current_xact_id_if_assigned()::text as id
      `.execute(statements(em));
      return rows[0]?.id;
    };
    expect(await readId()).toBeNull();
    const [row] = await beat(em);
    expect(row?.now).toBeCloseTo(Date.now() / 1_000, -1);
    expect(await readId()).toBe(row?.transaction);
  });
});
