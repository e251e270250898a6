import { plannedEachTime, statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { every } from '../../conditions.ts';
import type { EntityManager } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { conditionsOf, type ProfileFilter } from './filter.ts';

/** Rows that news is looked for in, so that asking after a month costs what asking after a minute does. */
const lookedThrough = 10_000;

/** What news is counted to. */
const mostNews = 100;

/**
 * What had happened when a list was read: the last profile's position, the last edit's microsecond since 1970, the last act's
 * position. What committed at that very moment and had begun before may be in neither the list nor its news.
 */
const Moment = z.object({ profile: z.int(), edit: z.int(), event: z.int() });

type Moment = z.infer<typeof Moment>;

/** The present, to be read in the snapshot that the list is read in; opaque to clients. */
export async function readMoment(em: EntityManager): Promise<string> {
  const { rows } = await sql<Moment>`
    select coalesce((select max(position) from profiles), 0)::float8 as profile,
      coalesce((select (extract(epoch from max(updated_at)) * 1000000) from profiles), 0)::float8 as edit,
      coalesce((select max(position) from events), 0)::float8 as event
  `.execute(statements(em));
  return Buffer.from(JSON.stringify(rows[0])).toString('base64url');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The moment that `asOf` stands for. Gives `INPUT_INVALID`. */
export function momentOf(asOf: string): Moment {
  const parsed = Moment.safeParse(parsedJson(Buffer.from(asOf, 'base64url').toString()));
  if (!parsed.success) {
    throw invalidField('asOf', 'Must be the asOf of a search.');
  }
  return parsed.data;
}

export type News = { created: number; changed: number };

/**
 * How many profiles of the filter were created since, and how many of those that existed were changed by their owners or by
 * other moderators, each to a hundred. Hidden and restored ones count whatever state is asked for: they may have left the list.
 */
export async function countNews(
  em: EntityManager,
  actorId: string,
  filter: ProfileFilter,
  { profile, edit, event }: Moment,
): Promise<News> {
  const oneByOne = true;
  const conditions = conditionsOf(filter, { oneByOne });
  const conditionsInAnyState = conditionsOf({ ...filter, state: undefined }, { oneByOne });
  const { rows } = await sql<News>`
    ${plannedEachTime}
    with created as (
      select from (
        select * from profiles where position > ${profile} order by position limit ${lookedThrough}
      ) profiles where ${every(conditions)} limit ${mostNews}
    ),
    edited as (
      select id from (
        select * from profiles
        where updated_at > timestamptz 'epoch' + ${edit}::float8 * interval '1 microsecond'
        order by updated_at limit ${lookedThrough}
      ) profiles where position <= ${profile} and ${every(conditions)} limit ${mostNews}
    ),
    moderated as (
      select id from profiles where id in (
        select profile_id from (
          select profile_id, actor_id from events where position > ${event} order by position limit ${lookedThrough}
        ) acts where actor_id is distinct from ${actorId}::uuid
      ) and position <= ${profile} and ${every(conditionsInAnyState)} limit ${mostNews}
    )
    select (select count(*)::int from created) as created, least(${mostNews}::int, (
      select count(*)::int from (select id from edited union select id from moderated) changed
    )) as changed
  `.execute(statements(em));
  return rows[0] ?? { created: 0, changed: 0 };
}
