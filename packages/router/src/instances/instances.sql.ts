import { allRows, type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Seconds after the last sign of life. An instance writes one every ten. */
const goneAfter = 30;

export type Presence = { id: string; name: string; version: string };

export const noteInstance = (em: Executor, { id, name, version }: Presence) =>
  sql`
    insert into instances (id, name, version, seen_at)
    values (${id}, ${name}, ${version}, current_instant())
    on conflict (id) do update set seen_at = excluded.seen_at
  `.execute(statements(em));

/** With those of its name that it replaced after a crash. Others of its name may run. */
export const forgetInstance = (em: Executor, { id, name }: Presence) =>
  sql`
    delete from instances where id = ${id}
      or name = ${name} and seen_at < current_instant() - make_interval(secs => ${goneAfter})
  `.execute(statements(em));

/** Last seen one to 60 minutes ago, and neither stopped nor replaced. */
export const readVanished = (em: Executor): Promise<Presence[]> =>
  allRows(em)<Presence>`
    select distinct on (name) id, name, version from instances gone
    where seen_at between current_instant() - interval '1 hour' and current_instant() - interval '1 minute'
      and not exists (
        select from instances where name = gone.name and seen_at > current_instant() - interval '1 minute'
      )
    order by name, seen_at desc
  `;

export const readInstances = (em: Executor): Promise<Presence[]> =>
  allRows(em)<Presence>`
    select id, name, version from instances
    where seen_at > current_instant() - make_interval(secs => ${goneAfter}) order by name
  `;
