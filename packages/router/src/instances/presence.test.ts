import { expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { readInstances, readVanished } from './instances.sql.ts';
import { startPresence } from './start-presence.ts';

const service = useService();

const presence = {
  id: '0198a8a0-0000-7000-8000-000000000001',
  name: 'first',
  version: '1.0.0',
};

it('lists an instance until it stops, or for half a minute after its last sign of life', async () => {
  const { orm, clock } = service();
  const running = startPresence({ orm, onUnexpected: () => {} }, presence);
  await expect.poll(() => readInstances(orm.em)).toEqual([presence]);
  await clock.advance('31 seconds');
  expect(await readInstances(orm.em)).toEqual([]);
  expect(await readVanished(orm.em)).toEqual([]);
  await clock.advance('30 seconds');
  expect(await readVanished(orm.em)).toEqual([presence]);
  const again = { ...presence, id: '0198a8a0-0000-7000-8000-000000000002' };
  const replaced = startPresence({ orm, onUnexpected: () => {} }, again);
  await expect.poll(() => readVanished(orm.em)).toEqual([]);
  await replaced.stop();
  expect(await readInstances(orm.em)).toEqual([]);
  await clock.advance('5 minutes');
  expect(await readVanished(orm.em)).toEqual([]);
  await running.stop();
});
