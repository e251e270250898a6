import { statements } from '@namecard/db';
import { expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { fillWithDemo } from './demo.ts';

const service = useService();

it('the demo has hidden profiles, each with its entry in the history', async () => {
  const { parts } = service().service;
  expect(await fillWithDemo(parts)).toMatch(/^Filled/);
  const database = statements(parts.orm.em);
  const hidden = await database
    .selectFrom('profiles')
    .select('username')
    .where('hidden', '=', true)
    .orderBy('username')
    .execute();
  const events = await database
    .selectFrom('audit_events')
    .select('username')
    .where('type', '=', 'profile.hidden')
    .orderBy('username')
    .execute();
  expect(hidden.length).toBeGreaterThan(3);
  expect(events).toEqual(hidden);
  expect(await fillWithDemo(parts)).toMatch(/already/);
});
