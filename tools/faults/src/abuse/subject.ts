import { socialNetworks, statements } from '@namecard/db';
import type { Settings } from '@namecard/testing';
import { sql } from 'kysely';
import { lookInto } from '../harness/look.ts';
import { startService, type People, type Service } from '../harness/start-service.ts';

/** Gives the newest hundred profiles their largest size. */
const fatten = sql`
  update profiles set about = repeat('🂡', 2000), socials = (
    select jsonb_object_agg(name, rpad('https://example.com/', 2048, 'x'))
    from unnest(${socialNetworks}::text[]) as name
  )
  where id in (select id from profiles order by created_at desc, id desc limit 100)`;

/** A service with made-up people, large profiles and the default limits. */
export async function startSubject(
  databaseUrl: string,
  people: People,
  settings: Settings = {},
): Promise<Service> {
  const service = await startService(databaseUrl, { people, settings });
  await using look = await lookInto(databaseUrl);
  await fatten.execute(statements(look.orm.em.fork()));
  return service;
}
