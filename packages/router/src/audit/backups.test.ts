import { expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { readBackupAge, readDatabaseAge } from './backups.sql.ts';

const service = useService();

it('until a first backup, the age is that of the database', async () => {
  const { orm, clock } = service();
  expect(await readBackupAge(orm.em)).toBeUndefined();
  const before = await readDatabaseAge(orm.em);
  await clock.advance('40 hours');
  expect((await readDatabaseAge(orm.em)) - before).toBeCloseTo(144_000);
});
